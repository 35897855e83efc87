import type { WireNames } from "../../dialect/dialect.ts";
import type { Redact } from "../../internal/redact-secrets.ts";

/** Request IDs are short and plain; anything else may echo parts of the request. */
export function readRequestId(headers: Headers, dialect: WireNames, redact: Redact): string | undefined {
  const id = redact(headers.get(dialect.headers.requestId) ?? "");
  return /^[\w:.-]{1,64}$/.test(id) ? id : undefined;
}
