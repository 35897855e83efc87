import type { IncomingMessage } from "node:http";

/** A request's target, undecoded. */
export interface RequestTarget {
  /** Host and port of an absolute URL, which clients send to proxies; undefined for a path. */
  readonly authority: string | undefined;
  readonly path: string;
  /** The query with its question mark; empty without one. */
  readonly search: string;
}

const ABSOLUTE_URL = /^https?:\/\/([^/?#]*)(.*)$/is;

export function parseRequestTarget({ url = "/" }: Pick<IncomingMessage, "url">): RequestTarget {
  const absolute = url.startsWith("/") ? null : ABSOLUTE_URL.exec(url);
  const rest = absolute ? absolute[2] || "/" : url;
  const at = rest.indexOf("?");
  return { authority: absolute?.[1], path: at < 0 ? rest : rest.slice(0, at), search: at < 0 ? "" : rest.slice(at) };
}
