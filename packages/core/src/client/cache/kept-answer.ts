import * as z from "zod/mini";
import { once } from "../../contract/once.ts";
import { parseJson } from "../answer/json-text.ts";
import type { Incoming } from "../chain.ts";

/** An answer as it is kept. */
export interface KeptAnswer {
  readonly etag?: string | undefined;
  readonly lastModified?: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

const KeptAnswer = /* @__PURE__ */ once(() =>
  z.object({
    etag: z.optional(z.string()),
    lastModified: z.optional(z.string()),
    headers: z.record(z.string(), z.string()),
    text: z.string(),
  }),
);

/** Headers that say how to read an answer; all others belong to the exchange that brought it. */
const KEPT_HEADERS = ["content-type", "link", "etag", "last-modified"];

/** What the headers of an answer without a body say of one: nothing of the body that is kept. */
const OF_BODY = /^content-/;

/** What a request carries to ask whether an answer has changed. */
export function conditions({ etag, lastModified }: KeptAnswer): Record<string, string> {
  if (etag !== undefined) return { "if-none-match": etag };
  return lastModified === undefined ? {} : { "if-modified-since": lastModified };
}

/** An answer as it is to be kept; undefined where nothing would tell whether it has changed, or where it must not be. */
export function keepable({ headers, text }: Incoming): KeptAnswer | undefined {
  const etag = headers.get("etag") ?? undefined;
  const lastModified = headers.get("last-modified") ?? undefined;
  if (etag === undefined && lastModified === undefined) return undefined;
  if (/\bno-store\b/i.test(headers.get("cache-control") ?? "")) return undefined;
  const told = KEPT_HEADERS.flatMap((name) => {
    const value = headers.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  return { etag, lastModified, headers: Object.fromEntries(told), text };
}

/** The answer that a 304 stands for. */
export function unchanged(kept: KeptAnswer, { headers: told }: Incoming): Incoming {
  const headers = new Headers(kept.headers);
  for (const [header, value] of told) if (!OF_BODY.test(header)) headers.set(header, value);
  return { status: 200, headers, text: kept.text, cached: true };
}

/** Reads what a store has kept; undefined where it can't be read. */
export function readKept(text: string): KeptAnswer | undefined {
  const parsed = z.safeParse(KeptAnswer(), parseJson(text));
  if (!parsed.success) return undefined;
  try {
    // A store may hold anything: what no header can be is no answer that was kept.
    new Headers({ ...parsed.data.headers, ...conditions(parsed.data) });
    return parsed.data;
  } catch {
    return undefined;
  }
}
