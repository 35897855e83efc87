import * as z from "zod/mini";
import { type FieldError, joinSentences } from "../../errors.ts";
import { lazy } from "../../internal/lazy.ts";
import type { Redact } from "../../internal/redact-secrets.ts";

/** Contents of an error response, safe to use in messages. */
export interface ErrorBody {
  readonly message: string;
  readonly documentationUrl: string | undefined;
  readonly fields: readonly FieldError[];
}

const AnyObject = /* @__PURE__ */ lazy(() => z.looseObject({}));

/** An object's fields; undefined if the value is not an object. */
function asRecord(value: unknown): Readonly<Record<string, unknown>> | undefined {
  const parsed = z.safeParse(AnyObject(), value);
  return parsed.success ? parsed.data : undefined;
}

/**
 * Parses the body of an error response. Parts of another shape count as absent.
 * @returns undefined if it is not an object
 */
export function parseErrorBody(value: unknown, redact: Redact): ErrorBody | undefined {
  const body = asRecord(value);
  if (!body) return undefined;
  const quoteIfString = (message: unknown) => (typeof message === "string" ? quote(message, redact) : undefined);
  const errors: unknown = body["errors"];
  return {
    message: quoteIfString(body["message"]) ?? "",
    documentationUrl: quoteIfString(body["documentation_url"]),
    fields: (Array.isArray(errors) ? errors : []).map((error: unknown): FieldError => {
      const entry = asRecord(error);
      if (!entry) return { message: quoteIfString(error) };
      return {
        field: quoteIfString(entry["field"]),
        code: quoteIfString(entry["code"]),
        message: quoteIfString(entry["message"]),
      };
    }),
  };
}

/** Maximum length of a quoted message. */
const MAX_QUOTE_LENGTH = 500;

/** Quotes a service's message on one line, shortened, and with the token and secrets redacted. */
function quote(message: string, redact: Redact): string {
  // Redacts the original text and the joined line, since a secret can appear in either.
  const lines = redact(message)
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter(Boolean);
  const text = lines.length > 1 ? joinSentences(...lines) : (lines[0] ?? "");
  const redacted = redact(text.replace(/[\p{Cc}\u2028\u2029]+/gu, " "));
  return redacted.length > MAX_QUOTE_LENGTH ? `${redacted.slice(0, MAX_QUOTE_LENGTH)}…` : redacted;
}
