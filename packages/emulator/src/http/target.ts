import type { IncomingMessage } from "node:http";

/** What is asked for, as it was written. */
export interface Target {
  readonly path: string;
  /** The query with its question mark, if there is one. */
  readonly search: string;
}

export function targetOf({ url = "/" }: Pick<IncomingMessage, "url">): Target {
  // Whoever asks through a proxy names the host as well.
  const target = url.startsWith("/") ? url : url.replace(/^\w+:\/\/[^/]*/, "");
  const at = target.indexOf("?");
  return at < 0 ? { path: target, search: "" } : { path: target.slice(0, at), search: target.slice(at) };
}
