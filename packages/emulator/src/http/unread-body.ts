import type { IncomingMessage } from "node:http";
import { hasBody, readBody } from "./body.ts";

/** How many bytes of what nobody has read are worth reading. */
const MOST = 64 * 1024;

/**
 * What a request carries that was answered without a look at it: for the log of calls. It never throws.
 * @returns its text, or how many bytes it has (NaN: nobody has counted) where that is too large; undefined where it is none
 */
export async function readUnread(incoming: IncomingMessage): Promise<string | number | undefined> {
  if (!hasBody(incoming)) return undefined;
  const announced = Number(incoming.headers["content-length"]);
  // Of what somebody has begun to read the rest says nothing, and what has broken off never ends.
  if (announced > MOST || incoming.readableDidRead || incoming.destroyed) return announced;
  return readBody(incoming, MOST).catch(() => announced);
}
