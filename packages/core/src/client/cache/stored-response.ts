import { parseJson } from "../../internal/parse-json.ts";
import type { Redact } from "../../internal/redact-secrets.ts";
import { hasType, objectOf } from "../../schema/value-of.ts";
import { type CachedResponse, pickCachedHeaders } from "./cached-response.ts";

const OptionalText = { type: "optional", of: "string" } as const;

const StoredResponse = objectOf({
  headers: {
    type: "object",
    fields: { "content-type": OptionalText, link: OptionalText, etag: OptionalText, "last-modified": OptionalText },
  },
  text: "string",
});

/** Whether a response repeats the token or a secret that was sent. */
export function repeatsSecret({ headers, text }: CachedResponse, redact: Redact): boolean {
  const contents = [text, ...Object.values(headers)].join("\n");
  return redact(contents, true) !== contents;
}

/** Parses a stored response; undefined if it is invalid. */
export function parseCachedResponse(text: string): CachedResponse | undefined {
  const stored = parseJson(text);
  if (!hasType(StoredResponse, stored)) return undefined;
  const { headers, text: body } = stored;
  const cached = { headers: pickCachedHeaders((name) => headers[name]), text: body };
  try {
    // A store can return anything: reject values that headers cannot have.
    new Headers(cached.headers);
    return cached;
  } catch {
    return undefined;
  }
}
