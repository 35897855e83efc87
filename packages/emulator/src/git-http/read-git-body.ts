import type { IncomingMessage } from "node:http";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { HttpError } from "../http-error.ts";

const MEGABYTE = 1024 * 1024;

/**
 * Reads a request's body, which git compresses if it is not small.
 * @param maxMegabytes its maximum size, uncompressed
 * @throws HttpError 413 if it is larger, 400 if it isn't valid, 415 for an unknown encoding
 */
export async function readGitBody(incoming: IncomingMessage, maxMegabytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const collect = async (source: AsyncIterable<Uint8Array>) => {
    for await (const chunk of source) {
      length += chunk.length;
      // The rest is read and discarded, so that the client can read the response.
      if (length <= maxMegabytes * MEGABYTE) chunks.push(chunk);
      else chunks.length = 0;
    }
  };
  const encoding = incoming.headers["content-encoding"] ?? "identity";
  try {
    if (encoding === "gzip" || encoding === "x-gzip") await pipeline(incoming, createGunzip(), collect);
    else if (encoding === "identity") await pipeline(incoming, collect);
    else throw new HttpError(415, `The emulator doesn't support the content encoding ${encoding}.`);
  } catch (error) {
    throw error instanceof HttpError ? error : new HttpError(400, "The body ended too soon, or is not valid gzip.");
  }
  if (length <= maxMegabytes * MEGABYTE) return Buffer.concat(chunks);
  throw new HttpError(413, `The request is larger than ${maxMegabytes} MB, which is the emulator's limit.`);
}
