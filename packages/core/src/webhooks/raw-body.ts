import { errorCause } from "../error-cause.ts";
import { DeliveryError } from "../errors.ts";

/** GitHub does not deliver payloads larger than this, in bytes. */
export const MAX_BODY_SIZE = 25 * 1024 * 1024;

/** An incoming body: of the platform's `Request`, of Node's `http`, or complete. */
export type IncomingBody = ReadableStream<Uint8Array> | AsyncIterable<Uint8Array> | Uint8Array | null | undefined;

/** Reads incoming bodies. */
export type BodyReader = (body: IncomingBody, declared: string | undefined) => Promise<Uint8Array>;

/** Bytes of each body that are taken from the allowance first: most deliveries are smaller. */
const SMALL_BODY_SIZE = 256 * 1024;

/** Options of {@link createBodyReader}, in bytes of memory. */
interface BodyReaderOptions {
  /** All bodies that are arriving, without the allowance. */
  readonly maxPending?: number;
  /** Additional memory for the beginnings of bodies, so that large ones don't prevent small ones from arriving. */
  readonly maxAllowance?: number;
}

/**
 * Creates a reader that limits the size of each body, and the memory of all bodies together: their senders are not
 * authenticated until the signature is verified.
 * @returns a function of a body and its `content-length` header. It throws DeliveryError: 413 as soon as a body is
 * too large, 503 while too many bodies are arriving, 400 if a body breaks off, 500 if it has already been read
 */
export function createBodyReader({
  maxPending = 10 * MAX_BODY_SIZE,
  maxAllowance = 64 * 1024 * 1024,
}: BodyReaderOptions = {}): BodyReader {
  let beginnings = 0;
  let rest = 0;
  const add = (size: number, sign: 1 | -1) => {
    beginnings += sign * Math.min(size, SMALL_BODY_SIZE);
    rest += sign * Math.max(0, size - SMALL_BODY_SIZE);
  };
  const pending = () => rest + Math.max(0, beginnings - maxAllowance);
  return async (body, declared) => {
    let reserved = 0;
    const reserve = (size: number) => {
      const before = pending();
      add(reserved, -1);
      reserved = size;
      add(reserved, 1);
      if (pending() > Math.max(before, maxPending)) throw overloadedError();
    };
    try {
      return await readRawBody(body, declared, reserve);
    } finally {
      add(reserved, -1);
    }
  };
}

/** @param reserve called with the size of the body's buffer before it grows */
async function readRawBody(
  body: IncomingBody,
  declared: string | undefined,
  reserve: (size: number) => void,
): Promise<Uint8Array> {
  if (Number(declared) > MAX_BODY_SIZE) throw tooLargeError();
  const buffer = createBodyBuffer(reserve);
  try {
    if (isStream(body)) await readStream(body, buffer);
    else if (isIterable(body)) for await (const chunk of body) buffer.add(chunk);
    else if (body) buffer.add(body);
  } catch (cause) {
    throw cause instanceof DeliveryError ? cause : interruptedError(cause);
  }
  return buffer.bytes();
}

function isStream(body: IncomingBody): body is ReadableStream<Uint8Array> {
  return typeof body === "object" && body !== null && "getReader" in body;
}

function isIterable(body: IncomingBody): body is AsyncIterable<Uint8Array> {
  return typeof body === "object" && body !== null && Symbol.asyncIterator in body;
}

/** Streams are not async iterable on every platform. */
async function readStream(body: ReadableStream<Uint8Array>, buffer: BodyBuffer): Promise<void> {
  if (body.locked) throw alreadyReadError();
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      buffer.add(value);
    }
  } catch (error) {
    // The rest of a rejected body is not read.
    reader.cancel().catch(() => {});
    throw error;
  }
}

/** The part of a body received so far. */
interface BodyBuffer {
  readonly add: (chunk: unknown) => void;
  readonly bytes: () => Uint8Array;
}

/** A single growing buffer: keeping every chunk would let a sender of single bytes exhaust the memory. */
function createBodyBuffer(reserve: (size: number) => void): BodyBuffer {
  let bytes: Uint8Array = new Uint8Array();
  let length = 0;
  return {
    add(chunk) {
      if (typeof chunk === "string") throw misuseError("The body came as text instead of bytes");
      if (!(chunk instanceof Uint8Array)) throw alreadyReadError();
      const end = length + chunk.length;
      if (end > MAX_BODY_SIZE) throw tooLargeError();
      if (length === 0 && ownsBuffer(chunk)) {
        // A body of one chunk is not copied.
        reserve(end);
        bytes = chunk;
      } else {
        if (end > bytes.length) {
          const capacity = Math.min(MAX_BODY_SIZE, Math.max(end, 2 * bytes.length));
          reserve(capacity);
          bytes = copyTo(new Uint8Array(capacity), bytes.subarray(0, length));
        }
        bytes.set(chunk, length);
      }
      length = end;
    },
    bytes: () => bytes.subarray(0, length),
  };
}

/** Returns false for a part of a larger buffer, all of which would stay in memory. */
function ownsBuffer({ length, buffer }: Uint8Array): boolean {
  return length === buffer.byteLength;
}

function copyTo(target: Uint8Array, bytes: Uint8Array): Uint8Array {
  target.set(bytes);
  return target;
}

/** Error for a request whose body was consumed before. */
export const alreadyReadError = () => misuseError("The body was read before");

const tooLargeError = () =>
  new DeliveryError("The body must not be larger than 25 MB.", { status: 413, problem: "size" });

const overloadedError = () =>
  new DeliveryError("Too many bodies are arriving at once.", { status: 503, problem: "size" });

const interruptedError = (cause: unknown) =>
  new DeliveryError("The body ended prematurely.", { status: 400, problem: "body", cause: errorCause(cause) });

const misuseError = (problem: string) =>
  new DeliveryError(`${problem}: pass the unread request, before any body parser.`, {
    status: 500,
    problem: "body",
  });
