import { DeliveryError } from "../errors.ts";

/** A payload that is larger is not delivered at all (document 1, Delivery): so many bytes. */
export const LARGEST_BODY = 25 * 1024 * 1024;

/** A body on its way in: of the platform's `Request`, of Node's `http`, or all of it at once. */
export type IncomingBody = ReadableStream<Uint8Array> | AsyncIterable<Uint8Array> | Uint8Array | null | undefined;

/**
 * Takes a body in, as far as it may be long.
 * @param declared the header `content-length`
 * @throws DeliveryError 413 as soon as it is too long, 400 where it breaks off
 */
export async function readRawBody(body: IncomingBody, declared: string | undefined): Promise<Uint8Array> {
  if (Number(declared) > LARGEST_BODY) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of chunksOf(body)) {
      if (!(chunk instanceof Uint8Array))
        throw wrong("The body came as text, not as bytes: its signature is of bytes.");
      length += chunk.length;
      if (length > LARGEST_BODY) throw tooLarge();
      chunks.push(chunk);
    }
  } catch (cause) {
    throw cause instanceof DeliveryError ? cause : wrong("The body broke off on its way.", cause);
  }
  return chunks.length === 1 && chunks[0] ? chunks[0] : joined(chunks, length);
}

async function* chunksOf(body: IncomingBody): AsyncGenerator<Uint8Array> {
  if (!body) return;
  if (body instanceof Uint8Array) return yield body;
  if (!("getReader" in body)) return yield* body;
  // Not every platform's streams can be iterated over.
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    // Of what is left when it was too long, nothing more is taken in.
    reader.cancel().catch(() => {});
  }
}

function joined(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const all = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}

const tooLarge = () =>
  new DeliveryError("The body is larger than the 25 MB that the service sends.", { status: 413, problem: "size" });

const wrong = (detail: string, cause?: unknown) => new DeliveryError(detail, { status: 400, problem: "body", cause });
