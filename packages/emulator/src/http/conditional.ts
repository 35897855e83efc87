import { hash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import type { EmulatorContext } from "../emulator-context.ts";
import type { ApiResponse } from "./api-response.ts";
import type { HeaderList } from "./responder.ts";

/** Time in seconds that caches keep responses. */
const MAX_AGE = "max-age=60, s-maxage=60";

/**
 * Creates the function that adds validators and cache headers to responses, and replaces unchanged responses by 304, as
 * in GitHub's documentation of conditional requests.
 */
export function createConditional({ dialect }: EmulatorContext) {
  const vary = `Accept, Authorization, Cookie, ${dialect.headers.apiVersion}`;
  const privateHeaders = ["cache-control", `private, ${MAX_AGE}`, "vary", vary, "etag"];
  const publicHeaders = ["cache-control", `public, ${MAX_AGE}`, "vary", "Accept", "etag"];
  /**
   * @param output the result that the response was made from
   * @param hasToken whether the call has a token; responses to others, even to apps, are public (source: recorded)
   * @param headers list to append the headers to
   */
  return (
    sent: ApiResponse,
    output: unknown,
    requestHeaders: IncomingHttpHeaders,
    hasToken: boolean,
    headers: HeaderList,
  ): ApiResponse => {
    if (sent.status !== 200) return sent;
    const digest = sent.digest?.() ?? hash("sha1", sent.body, "hex");
    const etag = `"${digest}${callerTag(requestHeaders.authorization, sent.headers["content-type"])}"`;
    const lastModified = lastModifiedOf(output);
    headers.push(...(hasToken ? privateHeaders : publicHeaders), etag);
    if (lastModified !== undefined) headers.push("last-modified", lastModified);
    return isNotModified(requestHeaders, { etag, lastModified }) ? NOT_MODIFIED : sent;
  };
}

const NOT_MODIFIED: ApiResponse = { status: 304, body: "", headers: {} };

/** Validators of a response. */
export interface Validators {
  readonly etag: string;
  /** Time of the last change as an HTTP date; undefined if the response has none. */
  readonly lastModified: string | undefined;
}

/** Maximum number of cached caller tags per media type. */
const MAX_TAGS = 1000;
/** Caller tags by media type and credentials. */
const callerTags = new Map<string, Map<string, string>>();

/**
 * Returns the part of an ETag that depends on the caller's token and the media type. GitHub's ETags differ by token, so
 * one token's ETags don't match another's.
 */
function callerTag(authorization = "", type = ""): string {
  const tags = callerTags.get(type) ?? new Map<string, string>();
  const cached = tags.get(authorization);
  if (cached !== undefined) return cached;
  if (tags.size >= MAX_TAGS) tags.clear();
  const tag = hash("sha1", `${type} ${authorization}`, "hex").slice(0, 8);
  callerTags.set(type, tags.set(authorization, tag));
  return tag;
}

/** Returns the later of a single resource's `updated_at` and `pushed_at`. */
export function lastModifiedOf(output: unknown): string | undefined {
  if (typeof output !== "object" || output === null) return undefined;
  if (!lastModifiedCache.has(output)) lastModifiedCache.set(output, computeLastModified(output));
  return lastModifiedCache.get(output);
}

const lastModifiedCache = new WeakMap<object, string | undefined>();

function computeLastModified(output: object): string | undefined {
  const updated = "updated_at" in output ? parseTime(output.updated_at) : Number.NaN;
  const pushed = "pushed_at" in output ? parseTime(output.pushed_at) : Number.NaN;
  const last = Number.isNaN(updated) || pushed > updated ? pushed : updated;
  return Number.isNaN(last) ? undefined : new Date(last).toUTCString();
}

/** Whether the client's copy is current. `If-None-Match` takes precedence (RFC 9110, 13.2.2). */
export function isNotModified(headers: IncomingHttpHeaders, { etag, lastModified }: Validators): boolean {
  const tags = headers["if-none-match"];
  if (tags !== undefined) return matchesTag(tags, etag);
  const since = headers["if-modified-since"];
  return since !== undefined && lastModified !== undefined && Date.parse(lastModified) <= parseTime(since);
}

/** Whether a list of ETags contains this one, by weak comparison (RFC 9110, 8.8.3.2). */
function matchesTag(list: string, etag: string): boolean {
  if (list.trim() === "*") return true;
  return [...list.matchAll(/(?:W\/)?("[^"]*")/g)].some(([, tag]) => tag === etag);
}

/** Parses a time to milliseconds since 1970. Returns NaN, which compares false with everything, if it is invalid. */
function parseTime(text: unknown): number {
  return typeof text === "string" ? Date.parse(text) : Number.NaN;
}
