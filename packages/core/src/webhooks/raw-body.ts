import { DeliveryError } from "../errors.ts";

/** A payload that is larger is not delivered at all (document 1, Delivery): so many bytes. */
export const LARGEST_BODY = 25 * 1024 * 1024;

/** A body on its way in: of the platform's `Request`, of Node's `http`, or all of it at once. */
export type IncomingBody = ReadableStream<Uint8Array> | AsyncIterable<Uint8Array> | Uint8Array | null | undefined;

/** Takes bodies in. */
export type Intake = (body: IncomingBody, declared: string | undefined) => Promise<Uint8Array>;

/** As much of every body is taken in whatever others hold: most deliveries are smaller. */
const ALWAYS = 256 * 1024;

/**
 * Makes what takes bodies in, as far as they may be long. Until they are there nobody knows from whom they are: together
 * they hold no more than so many bytes beyond what is always taken in.
 * @returns a function of a body and of the header `content-length` that throws DeliveryError: 413 as soon as it is too long,
 * 503 while too much is coming in at once, 400 where it breaks off, 500 where others have been at it
 */
export function createIntake(most: number = 10 * LARGEST_BODY): Intake {
  let held = 0;
  return async (body, declared) => {
    let own = 0;
    const hold = (length: number) => {
      const more = Math.max(0, length - ALWAYS) - own;
      own += more;
      held += more;
      if (more > 0 && held > most) throw tooMuch();
    };
    try {
      return await readRawBody(body, declared, hold);
    } finally {
      held -= own;
    }
  };
}

/** @param hold is told how long the body is so far */
async function readRawBody(
  body: IncomingBody,
  declared: string | undefined,
  hold: (length: number) => void,
): Promise<Uint8Array> {
  if (Number(declared) > LARGEST_BODY) throw tooLarge();
  const taken = createTaken(hold);
  try {
    if (isStream(body)) await readStream(body, taken);
    else if (isIterable(body)) for await (const chunk of body) taken.add(chunk);
    else if (body) taken.add(body);
  } catch (cause) {
    throw cause instanceof DeliveryError ? cause : brokeOff(cause);
  }
  return taken.bytes();
}

function isStream(body: IncomingBody): body is ReadableStream<Uint8Array> {
  return typeof body === "object" && body !== null && "getReader" in body;
}

function isIterable(body: IncomingBody): body is AsyncIterable<Uint8Array> {
  return typeof body === "object" && body !== null && Symbol.asyncIterator in body;
}

/** Not every platform's streams can be iterated over. */
async function readStream(body: ReadableStream<Uint8Array>, taken: Taken): Promise<void> {
  if (body.locked) throw readBefore();
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      taken.add(value);
    }
  } catch (error) {
    // Of what is left when it was too long, nothing more is taken in.
    reader.cancel().catch(() => {});
    throw error;
  }
}

/** What of a body has come. */
interface Taken {
  readonly add: (chunk: unknown) => void;
  readonly bytes: () => Uint8Array;
}

/** Grows with what comes, as keeping every piece would let a sender of single bytes fill the memory. */
function createTaken(hold: (length: number) => void): Taken {
  let bytes: Uint8Array = new Uint8Array();
  let length = 0;
  return {
    add(chunk) {
      if (typeof chunk === "string") throw misused("The body came as text, and its signature is of bytes");
      if (!(chunk instanceof Uint8Array)) throw readBefore();
      const end = length + chunk.length;
      if (end > LARGEST_BODY) throw tooLarge();
      hold(end);
      // Most bodies come in one piece, which is not copied.
      if (length === 0) bytes = chunk;
      else if (end > bytes.length) bytes = roomier(bytes.subarray(0, length), end);
      if (length > 0) bytes.set(chunk, length);
      length = end;
    },
    bytes: () => bytes.subarray(0, length),
  };
}

function roomier(bytes: Uint8Array, needed: number): Uint8Array {
  const larger = new Uint8Array(Math.min(LARGEST_BODY, Math.max(needed, 2 * bytes.length)));
  larger.set(bytes);
  return larger;
}

/** Whoever read a request's body must leave it to the reader of deliveries. */
export const readBefore = () => misused("The body was read before");

const tooLarge = () =>
  new DeliveryError("The body is larger than the 25 MB that the service sends.", { status: 413, problem: "size" });

const tooMuch = () => new DeliveryError("Too much is coming in at once.", { status: 503, problem: "size" });

const brokeOff = (cause: unknown) =>
  new DeliveryError("The body broke off on its way.", { status: 400, problem: "body", cause });

const misused = (what: string) =>
  new DeliveryError(`${what}: hand the request over as it came, ahead of every body parser.`, {
    status: 500,
    problem: "body",
  });
