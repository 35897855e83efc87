import * as z from "zod/mini";
import { alike } from "../../contract/schema.ts";
import { lazy } from "../../internal/lazy.ts";
import { parseJson } from "../../internal/parse-json.ts";
import type { Incoming } from "../chain.ts";

/** An answer as it is kept. */
export interface KeptAnswer {
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** Headers that say how to read an answer, or whether it has changed; all others belong to the exchange that brought it. */
const KEPT_HEADERS = ["content-type", "link", "etag", "last-modified"] as const;

const KeptAnswer = /* @__PURE__ */ lazy(() =>
  z.object({ headers: z.object(alike(z.optional(z.string()), ...KEPT_HEADERS)), text: z.string() }),
);

/** What the headers of an answer without a body say of one: nothing of the body that is kept. */
const OF_BODY = /^content-/;

/** What a request carries to ask whether an answer has changed. */
export function conditions({ headers: { etag, "last-modified": lastModified } }: KeptAnswer): Record<string, string> {
  if (etag !== undefined) return { "if-none-match": etag };
  return lastModified === undefined ? {} : { "if-modified-since": lastModified };
}

/** An answer as it is to be kept; undefined where nothing would tell whether it has changed, or where it must not be. */
export function keepable({ headers, text }: Incoming): KeptAnswer | undefined {
  if (!headers.has("etag") && !headers.has("last-modified")) return undefined;
  if (/\bno-store\b/i.test(headers.get("cache-control") ?? "")) return undefined;
  return { headers: keptHeaders((name) => headers.get(name)), text };
}

/** Those headers of an answer that are kept, as far as it has them. */
function keptHeaders(find: (name: (typeof KEPT_HEADERS)[number]) => string | null | undefined) {
  const told = KEPT_HEADERS.flatMap((name) => {
    const value = find(name);
    return typeof value === "string" ? [[name, value] as const] : [];
  });
  return Object.fromEntries(told);
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
  const { headers, text: body } = parsed.data;
  const kept = { headers: keptHeaders((name) => headers[name]), text: body };
  try {
    // A store may hold anything: what no header can be is no answer that was kept.
    new Headers(kept.headers);
    return kept;
  } catch {
    return undefined;
  }
}
