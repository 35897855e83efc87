import type { CallResponse } from "../middleware.ts";

/** A response as the cache stores it. */
export interface CachedResponse {
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** Headers that describe the body or identify its version. All others belong to a single response. */
const CACHED_HEADERS = ["content-type", "link", "etag", "last-modified"] as const;

/** A 304 has no body, so its content headers do not describe the cached body. */
const CONTENT_HEADER = /^content-/;

/** Headers of a conditional request. */
export function conditionalHeaders({
  headers: { etag, "last-modified": lastModified },
}: CachedResponse): Record<string, string> {
  if (etag !== undefined) return { "if-none-match": etag };
  return lastModified === undefined ? {} : { "if-modified-since": lastModified };
}

/** The response as the cache stores it; undefined if it has no validator or must not be stored. */
export function toCachedResponse({ headers, text }: CallResponse): CachedResponse | undefined {
  if (!headers.has("etag") && !headers.has("last-modified")) return undefined;
  if (/\bno-store\b/i.test(headers.get("cache-control") ?? "")) return undefined;
  return { headers: pickCachedHeaders((name) => headers.get(name)), text };
}

/** The cached headers that a response has. */
export function pickCachedHeaders(getHeader: (name: (typeof CACHED_HEADERS)[number]) => string | null | undefined) {
  const present = CACHED_HEADERS.flatMap((name) => {
    const value = getHeader(name);
    return typeof value === "string" ? [[name, value] as const] : [];
  });
  return Object.fromEntries(present);
}

/** The cached response, updated with the headers of a 304. */
export function fromCache(cached: CachedResponse, { headers: newHeaders, sentBy }: CallResponse): CallResponse {
  const headers = new Headers(cached.headers);
  for (const [header, value] of newHeaders) if (!CONTENT_HEADER.test(header)) headers.set(header, value);
  return { status: 200, headers, text: cached.text, sentBy, cached: true };
}
