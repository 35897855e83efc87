import type { IncomingMessage } from "node:http";
import { HttpError } from "../http-error.ts";

const UTF8 = new TextDecoder("utf-8", { fatal: true });

/**
 * Reads a request's body as text.
 * @param maxBytes its maximum size
 * @throws HttpError 413 if it is larger, 400 if it ends too early or is not UTF-8
 */
export async function readBody(incoming: IncomingMessage, maxBytes: number): Promise<string> {
  const bytes = await readBytes(incoming, maxBytes);
  try {
    return UTF8.decode(bytes);
  } catch {
    throw new HttpError(400, "Problems parsing JSON");
  }
}

/**
 * Reads a request's body as it is.
 * @param maxBytes its maximum size
 * @throws HttpError 413 if it is larger, 400 if it ends too early
 */
export function readBytes(incoming: IncomingMessage, maxBytes: number): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = [];
    let length = 0;
    incoming.on("data", (chunk: Uint8Array) => {
      length += chunk.length;
      // The rest is read and discarded, so that the client can read the response.
      if (length <= maxBytes) chunks.push(chunk);
      else reject(new HttpError(413, "Body is too large"));
    });
    incoming.on("end", () => resolve(Buffer.concat(chunks)));
    const onAbort = () => reject(new HttpError(400, "The body ended too soon"));
    incoming.on("error", onAbort).on("close", onAbort);
  });
}

/** Whether a request has a body. */
export function hasBody({ headers }: Pick<IncomingMessage, "headers">): boolean {
  const length = headers["content-length"];
  return headers["transfer-encoding"] !== undefined || (length !== undefined && length !== "0");
}
