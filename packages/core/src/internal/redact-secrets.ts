import { toHex } from "./hex.ts";
import { lazy } from "./lazy.ts";
import { REPLACEMENT, redactTokens } from "./redact-tokens.ts";

/**
 * Removes secrets from a text.
 * @param keepRest only replaces known secrets in usual encodings, and leaves the rest of a text of any length unchanged
 */
export type Redact = (text: string, keepRest?: boolean) => string;

/** Replacing shorter values would garble words. */
const MIN_LENGTH = 4;
/** Shorter lines of a secret can be common words, as can shorter values that are written differently. */
const MIN_UNUSUAL_LENGTH = 8;

/** Redacting longer texts takes too long. Messages show much less of them. */
const MAX_LENGTH = 10_000;

/**
 * Creates a function that replaces secrets in a text, also their single lines and in usual encodings, and shortens long
 * texts. If a secret remains in another form, it replaces the whole text.
 * @param secrets is called for the first text
 * @param redactFirst removes other secrets
 */
export function createRedactor(secrets: () => readonly (string | undefined)[], redactFirst?: Redact): Redact {
  const forms = lazy(() =>
    secrets()
      .flatMap((secret = "") => [secret, ...secret.split(/[\r\n]+/).filter(isUnusual)])
      .filter(({ length }) => length >= MIN_LENGTH)
      .flatMap(encodedForms)
      .sort((one, other) => other.length - one.length),
  );
  const normalizedForms = lazy(() => forms().map(normalize).filter(isUnusual));
  const replaceForms = (text: string) => forms().reduce((rest, form) => rest.replaceAll(form, REPLACEMENT), text);
  return (text, keepRest = false) => {
    const first = redactFirst?.(text, keepRest) ?? text;
    if (keepRest) return replaceForms(first);
    const maxLength = MAX_LENGTH + 2 * (forms()[0]?.length ?? 0);
    const visible = redactTokens(first.slice(0, maxLength));
    const redacted = replaceForms(visible);
    // Half of a secret can remain at the end of a shortened text. Messages are shortened further, so only a text that
    // consists of secrets would show it.
    if (text.length > maxLength && redacted.length < maxLength / 2) return REPLACEMENT;
    const decoded = decodePercent(redacted);
    const normalized = [redacted, decoded, decodePercent(decoded)].map(normalize).join("\n");
    return normalizedForms().some((form) => normalized.includes(form)) ? REPLACEMENT : redacted;
  };
}

const isUnusual = ({ length }: string) => length >= MIN_UNUSUAL_LENGTH;

function encodedForms(secret: string): string[] {
  const bytes = new TextEncoder().encode(secret);
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  // The bytes before the secret decide how it is encoded. A character that also depends on its neighbors remains.
  const base64 = [0, 1, 2].map((offset) =>
    btoa(" ".repeat(offset) + binary).slice(Math.ceil((offset * 4) / 3), Math.floor(((offset + bytes.length) * 4) / 3)),
  );
  // Encoding a lone surrogate would throw.
  return [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret.toWellFormed()),
    toHex(bytes),
    ...base64,
  ];
}

/** Spaces, marks on other characters, and what is not shown. */
const SHAPELESS = /[\p{C}\p{M}\p{Z}\p{DI}]/gu;

/** Removes differences in case and punctuation, and shapeless characters. */
function normalize(text: string): string {
  return text.replace(SHAPELESS, "").replace(/[+/_]/g, "-").toLowerCase();
}

function decodePercent(text: string): string {
  return text
    .replace(SHAPELESS, "")
    .replace(/(?:%[0-9a-f]{2})+/gi, (encoded) =>
      new TextDecoder().decode(Uint8Array.from(encoded.slice(1).split("%"), (byte) => Number.parseInt(byte, 16))),
    );
}
