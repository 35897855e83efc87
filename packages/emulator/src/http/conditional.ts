import { hash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import type { World } from "../world.ts";
import type { Sent } from "./answer.ts";
import type { HeaderList } from "./respond.ts";

/**
 * Makes what lets callers ask whether an answer has changed: it says by what to compare it, and 304 to who has it already
 * (public documentation of conditional requests). An answer says whom it may be kept for, and what it depends on.
 */
export function createConditional({ dialect }: World) {
  const vary = `Accept, Authorization, Cookie, ${dialect.headers.apiVersion}`;
  /** @param output what the answer says. @param headers where its headers go */
  return (sent: Sent, output: unknown, asked: IncomingHttpHeaders, headers: HeaderList): Sent => {
    if (sent.status !== 200) return sent;
    const { authorization } = asked;
    const digest = sent.digest?.() ?? hash("sha1", sent.body, "hex");
    const etag = `"${digest}${ownTag(authorization, sent.headers["content-type"])}"`;
    const lastModified = lastModifiedOf(output);
    const kept = authorization === undefined ? "public, max-age=60, s-maxage=60" : "private, max-age=60, s-maxage=60";
    headers.push("cache-control", kept, "vary", vary, "etag", etag);
    if (lastModified !== undefined) headers.push("last-modified", lastModified);
    return isNotModified(asked, { etag, lastModified }) ? NOT_MODIFIED : sent;
  };
}

const NOT_MODIFIED: Sent = { status: 304, body: "", headers: {} };

/** What a conditional request compares an answer by. */
export interface Validators {
  readonly etag: string;
  /** When it last changed, as HTTP writes it; undefined where the answer doesn't say. */
  readonly lastModified: string | undefined;
}

/** How many callers' tags are remembered. */
const MOST_TAGS = 1000;
const tags = new Map<string, string>();

/**
 * What a tag has of its own for whom an answer is sent to, and as what. The service's tags change with the token (public
 * documentation of rate limits): what one token has kept says nothing to another.
 */
function ownTag(authorization = "", type = ""): string {
  const key = `${type} ${authorization}`;
  const before = tags.get(key);
  if (before !== undefined) return before;
  if (tags.size >= MOST_TAGS) tags.clear();
  const tag = hash("sha1", key, "hex").slice(0, 8);
  tags.set(key, tag);
  return tag;
}

/** An answer's own time of change, where it is one thing that has it: the later of its `updated_at` and `pushed_at`. */
export function lastModifiedOf(output: unknown): string | undefined {
  if (typeof output !== "object" || output === null) return undefined;
  if (!changed.has(output)) changed.set(output, timeOfChange(output));
  return changed.get(output);
}

/** Objects that come again say the same again. */
const changed = new WeakMap<object, string | undefined>();

function timeOfChange(output: object): string | undefined {
  const updated = "updated_at" in output ? timeOf(output.updated_at) : Number.NaN;
  const pushed = "pushed_at" in output ? timeOf(output.pushed_at) : Number.NaN;
  const last = Number.isNaN(updated) || pushed > updated ? pushed : updated;
  return Number.isNaN(last) ? undefined : new Date(last).toUTCString();
}

/** Is this what the caller says that it has? A tag decides alone (RFC 9110, 13.2.2). */
export function isNotModified(headers: IncomingHttpHeaders, { etag, lastModified }: Validators): boolean {
  const tags = headers["if-none-match"];
  if (tags !== undefined) return namesTag(tags, etag);
  const since = headers["if-modified-since"];
  return since !== undefined && lastModified !== undefined && Date.parse(lastModified) <= timeOf(since);
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
