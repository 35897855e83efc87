import type { IncomingMessage } from "node:http";

/** A request's target, undecoded. */
export interface RequestTarget {
  readonly path: string;
  /** The query with its question mark; empty without one. */
  readonly search: string;
}

export function parseRequestTarget({ url = "/" }: Pick<IncomingMessage, "url">): RequestTarget {
  // Clients behind a proxy send an absolute URL.
  const target = url.startsWith("/") ? url : url.replace(/^\w+:\/\/[^/]*/, "");
  const at = target.indexOf("?");
  return at < 0 ? { path: target, search: "" } : { path: target.slice(0, at), search: target.slice(at) };
}
