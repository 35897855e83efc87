import { BadRequest } from "./route.ts";

/** A body that is larger than what a route takes. */
export class TooLarge extends Error {}

const MEGABYTE = 1024 * 1024;

/**
 * Reads a request's JSON; undefined where it has none.
 * @param megabytes as many are taken
 * @throws TooLarge, or BadRequest where it is no JSON
 */
export async function readJson(request: Request, megabytes: number): Promise<unknown> {
  const text = await readText(request, megabytes);
  if (text.trim() === "") return undefined;
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new BadRequest(`The body is no JSON${error instanceof Error ? `: ${error.message}` : ""}.`);
  }
}

async function readText({ headers, body }: Request, megabytes: number): Promise<string> {
  const tooLarge = () => new TooLarge(`The body is larger than the ${megabytes} MB that are taken here.`);
  const most = megabytes * MEGABYTE;
  if (Number(headers.get("content-length") ?? 0) > most) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Who doesn't say how much it is has it counted.
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > most) throw tooLarge();
    chunks.push(chunk);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw new BadRequest("The body is no UTF-8.");
  }
}
