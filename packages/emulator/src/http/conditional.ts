import { hash } from "node:crypto";

/** What a conditional request compares an answer by. */
export interface Validators {
  readonly etag: string;
  /** When it last changed, as HTTP writes it; undefined where the answer doesn't say. */
  readonly lastModified: string | undefined;
}

/**
 * A strong tag of an answer: by the bytes that are sent, and by whom they are sent to. The service's tags change with the
 * token (public documentation of rate limits), so what one token has kept says nothing to another.
 */
export function etagOf(body: string | Uint8Array, type: string, authorization: string | null): string {
  const content = hash("sha1", body, "base64url");
  return `"${hash("sha1", `${content} ${type} ${authorization ?? ""}`, "hex")}"`;
}

/** An answer's own time of change, where it is one thing that has it: the later of its `updated_at` and `pushed_at`. */
export function lastModifiedOf(output: unknown): string | undefined {
  if (typeof output !== "object" || output === null) return undefined;
  const updated = "updated_at" in output ? timeOf(output.updated_at) : Number.NaN;
  const pushed = "pushed_at" in output ? timeOf(output.pushed_at) : Number.NaN;
  const last = Number.isNaN(updated) || pushed > updated ? pushed : updated;
  return Number.isNaN(last) ? undefined : new Date(last).toUTCString();
}

/** Is this what the caller says that it has? A tag decides alone (RFC 9110, 13.2.2). */
export function isNotModified(headers: Pick<Headers, "get">, { etag, lastModified }: Validators): boolean {
  const tags = headers.get("if-none-match");
  if (tags !== null) return namesTag(tags, etag);
  const since = timeOf(headers.get("if-modified-since"));
  return lastModified !== undefined && Date.parse(lastModified) <= since;
}

/** Does a list of tags name this one? Weak and strong ones compare alike (RFC 9110, 8.8.3.2). */
function namesTag(list: string, etag: string): boolean {
  if (list.trim() === "*") return true;
  return [...list.matchAll(/(?:W\/)?("[^"]*")/g)].some(([, tag]) => tag === etag);
}

/** Milliseconds since 1970; NaN, which nothing compares to, where it is no time. */
function timeOf(text: unknown): number {
  return typeof text === "string" ? Date.parse(text) : Number.NaN;
}
