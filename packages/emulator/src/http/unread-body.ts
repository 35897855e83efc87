import type { IncomingMessage } from "node:http";
import { hasBody, readBody } from "./body.ts";

/** Larger bodies are not read. */
const MAX_BYTES = 64 * 1024;

/**
 * Reads the body of a request, for the call log, if the response was created without reading it. It never throws.
 * @returns its text, or its size in bytes if it is too large (NaN if unknown); undefined without a body
 */
export async function readUnreadBody(incoming: IncomingMessage): Promise<string | number | undefined> {
  if (!hasBody(incoming)) return undefined;
  const declaredLength = Number(incoming.headers["content-length"]);
  // A partially read body is incomplete, and an aborted one never ends.
  if (declaredLength > MAX_BYTES || incoming.readableDidRead || incoming.destroyed) return declaredLength;
  return readBody(incoming, MAX_BYTES).catch(() => declaredLength);
}
