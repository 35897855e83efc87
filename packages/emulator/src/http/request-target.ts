import type { IncomingMessage } from "node:http";

/** Path of the API root. */
export const API_PATH = "/api/v3";

/** Path of the root for uploads. */
export const UPLOADS_PATH = "/api/uploads";

/** Path of the GraphQL endpoint on GitHub; below the API root, where the API routes it. */
export const GRAPHQL_PATH = "/graphql";

/** A request's target, undecoded. */
export interface RequestTarget {
  /** Host and port of an absolute URL, which clients send to proxies; undefined for a path. */
  readonly authority: string | undefined;
  readonly path: string;
  /** The query with its question mark; empty without one. */
  readonly search: string;
  /** Root of the API for links in the response, if the request came to a host of its own for the API. */
  readonly apiUrl?: string;
  /** Whether the request came to the root for uploads, which serves nothing else. Its path is that below the API root. */
  readonly isUpload?: true;
}

const ABSOLUTE_URL = /^https?:\/\/([^/?#]*)(.*)$/is;

export function parseRequestTarget({ url = "/" }: Pick<IncomingMessage, "url">): RequestTarget {
  const absolute = url.startsWith("/") ? null : ABSOLUTE_URL.exec(url);
  const rest = absolute ? absolute[2] || "/" : url;
  const at = rest.indexOf("?");
  return { authority: absolute?.[1], path: at < 0 ? rest : rest.slice(0, at), search: at < 0 ? "" : rest.slice(at) };
}
