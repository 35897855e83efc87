import { joinSentences } from "../../error-texts.ts";
import type { FieldError } from "../../errors.ts";
import { readProperty } from "../../internal/read-property.ts";
import type { Redact } from "../../internal/redact-secrets.ts";

/** Contents of an error response, safe to use in messages. */
export interface ErrorBody {
  readonly message: string;
  readonly documentationUrl: string | undefined;
  /** At most the first {@link MAX_FIELDS}. */
  readonly fields: readonly FieldError[];
  /** Number of fields that are left out. */
  readonly omittedFields: number;
}

/** Maximum number of field errors: quoting millions would take half a minute. */
const MAX_FIELDS = 100;
/** Number of characters in all texts after which further ones are not quoted, for the same reason. */
const MAX_QUOTED_LENGTH = 50_000;

/**
 * Reads the body of an error response. Parts of another shape count as absent.
 * @returns undefined if it is not an object
 */
export function readErrorBody(body: unknown, redact: Redact): ErrorBody | undefined {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return undefined;
  let quotedLength = 0;
  const quoteProperty = (value: unknown, name: string) => {
    const text = readProperty(value, name);
    if (typeof text !== "string") return undefined;
    if (quotedLength > MAX_QUOTED_LENGTH) return "…";
    quotedLength += text.length;
    return quote(text, redact);
  };
  const list = readProperty(body, "errors");
  const errors: readonly unknown[] = Array.isArray(list) ? list : [];
  return {
    message: quoteProperty(body, "message") ?? "",
    documentationUrl: quoteProperty(body, "documentation_url"),
    fields: errors.slice(0, MAX_FIELDS).map((error): FieldError => {
      const entry = typeof error === "string" ? { message: error } : error;
      return {
        field: quoteProperty(entry, "field"),
        code: quoteProperty(entry, "code"),
        message: quoteProperty(entry, "message"),
      };
    }),
    omittedFields: Math.max(0, errors.length - MAX_FIELDS),
  };
}

/** Maximum length of a quoted message. */
const MAX_QUOTE_LENGTH = 500;

/** Quotes a service's message on one line, shortened, and with the token and secrets redacted. */
function quote(message: string, redact: Redact): string {
  const original = redact(message);
  const lines = original
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter(Boolean);
  const text = lines.length > 1 ? joinSentences(...lines) : (lines[0] ?? "");
  const line = text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ");
  // Joining the lines can complete a secret.
  const redacted = line === original ? line : redact(line);
  return redacted.length > MAX_QUOTE_LENGTH ? `${redacted.slice(0, MAX_QUOTE_LENGTH)}…` : redacted;
}
