import { base64Within, encodedForms, isPlain } from "./secret-encodings.ts";

/** Minimum length of masked parts and encodings: shorter ones occur too often by chance. */
const MIN_MASKED_LENGTH = 4;

/**
 * Maximum number of parts that are also masked encoded. More would slow the runner down: it searches each line of the log
 * for each form.
 */
const MAX_ENCODED_PARTS = 100;

/** Columns at which programs wrap base64: PEM, and MIME. */
const WRAP_COLUMNS = [64, 76];

/**
 * Returns all forms in which a secret could appear in a log: itself and each of its lines, as they are and in the
 * encodings that programs use.
 */
export function maskedForms(secret: string | Uint8Array): readonly string[] {
  const bytes = Buffer.from(secret);
  const text = bytes.toString("utf8");
  const parts = isPlain(text) ? [] : partsOf(text);
  // Encodings of bytes that are not text can't be derived from their replacement characters.
  const isText = Buffer.from(text).equals(bytes);
  const derived = [
    ...parts,
    ...encodedForms(bytes),
    ...wrappedBase64(bytes),
    ...(isText ? parts.slice(0, MAX_ENCODED_PARTS).flatMap(encodedForms) : []),
    ...(isText ? utf16Forms(text) : []),
  ];
  const forms = new Set([text, text.trim(), ...derived.filter((form) => form.trim().length >= MIN_MASKED_LENGTH)]);
  return [...forms].filter((form) => form.trim() !== "");
}

/** Returns the parts of a text that programs print on their own. */
function partsOf(text: string): readonly string[] {
  const lines = text.split(LINE_BREAKS).map((line) => line.trim());
  const asOneLine = text.replace(/[\r\n\u2028\u2029]+/g, " ");
  const unquoted = text.trim().replace(/^"+|"+$/g, "");
  // PowerShell prints the parts of a failed command separately.
  const commands = text.includes("&") ? text.split(/&\+?/) : [];
  const parts = new Set([text.trim(), asOneLine, unquoted, ...lines, ...commands]);
  return [...parts].filter((part) => part.trim().length >= MIN_MASKED_LENGTH && part !== text);
}

/** Keys in variables often have escaped line breaks. */
const LINE_BREAKS = /\r\n?|\n|[\u2028\u2029]|\\r?\\n|\\n/;

function wrappedBase64(bytes: Buffer): readonly string[] {
  const encoded = base64Within(bytes, 0);
  return WRAP_COLUMNS.filter((columns) => encoded.length > columns).flatMap((columns) =>
    Array.from({ length: Math.ceil(encoded.length / columns) }, (_, line) =>
      encoded.slice(line * columns, (line + 1) * columns),
    ),
  );
}

/** Base64 of UTF-16, which PowerShell uses. */
function utf16Forms(text: string): readonly string[] {
  const bytes = Buffer.from(text, "utf16le");
  return [0, 1, 2].map((offset) => base64Within(bytes, offset));
}
