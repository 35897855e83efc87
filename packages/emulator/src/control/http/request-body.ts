import { BadRequestError } from "./route.ts";

/** The body exceeds the maximum size of its route. */
export class BodyTooLargeError extends Error {}

const MEGABYTE = 1024 * 1024;

/**
 * Reads a request's JSON body; undefined if it is empty.
 * @param maxMegabytes its maximum size
 * @throws BodyTooLargeError, or BadRequest if it isn't JSON
 */
export async function readJson(request: Request, maxMegabytes: number): Promise<unknown> {
  const text = await readText(request, maxMegabytes);
  if (text.trim() === "") return undefined;
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new BadRequestError(`The body must be JSON${error instanceof Error ? `: ${error.message}` : ""}.`);
  }
}

async function readText({ headers, body }: Request, maxMegabytes: number): Promise<string> {
  const tooLarge = () => new BodyTooLargeError(`The body must not be larger than ${maxMegabytes} MB.`);
  const maxBytes = maxMegabytes * MEGABYTE;
  if (Number(headers.get("content-length") ?? 0) > maxBytes) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Bodies without a `Content-Length` are counted.
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > maxBytes) throw tooLarge();
    chunks.push(chunk);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw new BadRequestError("The body must be UTF-8.");
  }
}
