import { pipeline, Readable } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import { constants, createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from "node:zlib";
import { Agent, type Dispatcher, EnvHttpProxyAgent, Pool, ProxyAgent, request } from "undici";
import { checkOptionNames } from "../../check-option-names.ts";
import { invalidField } from "../../errors.ts";
import { MAX_TIMER_DELAY } from "../../internal/timers.ts";
import { isLoopbackHttp } from "../../internal/token-url.ts";
import { proxyUrlProblem } from "./proxy-url.ts";
import { createResponseBuffer, type ResponseBuffer } from "./response-buffer.ts";
import { hasTooManyEncodings, responseTypeFor, type Transport } from "./transport.ts";

/** Options for connections. */
export interface UndiciOptions {
  /** Maximum number of concurrent connections per origin; default unlimited. */
  readonly connections?: number | undefined;
  /** Milliseconds that an idle connection is kept open, unless the service specifies a shorter time; default 30,000. */
  readonly keepAlive?: number | undefined;
  /**
   * URL of the proxy, or `false` for none; default the environment variables HTTPS_PROXY, HTTP_PROXY and NO_PROXY.
   * Requests to `http:` URLs of this machine, such as `http://localhost:8080`, are never sent through a proxy.
   */
  readonly proxy?: string | false | undefined;
}

/** A transport with its own connection pool. */
export interface UndiciTransport extends Transport {
  /**
   * Closes the connections once their requests have ended. Optional: idle connections do not keep the process alive.
   */
  close(): Promise<void>;
}

const OPTIONS = {
  connections: true,
  keepAlive: true,
  proxy: true,
} as const satisfies Record<keyof UndiciOptions, true>;

/** Maximum size of a response's headers in bytes; the default of Node.js, which command-line flags can change. */
const MAX_HEADER_SIZE = 16_384;

/**
 * Creates a transport that uses undici's `request`, which is faster than `fetch` on Node.js.
 * @throws InputError if an option is invalid; its `field` names it
 */
export function undiciTransport(options: UndiciOptions = {}): UndiciTransport {
  const { direct, proxied } = createDispatchers(options);
  const send: Transport = async ({ method, url, headers, body: content, responseType, maxBytes, signal }) => {
    signal?.throwIfAborted();
    const pending = request(url, {
      // A proxy could read the token in an unencrypted request, and only this machine is trusted with it.
      dispatcher: isLoopbackHttp(url) ? direct : proxied,
      method,
      headers: content instanceof Blob ? { ...headers, "content-length": `${content.size}` } : { ...headers },
      body: content instanceof Blob ? Readable.from(readChunks(content)) : (content ?? null),
      signal: signal ?? null,
    });
    const response = await (signal ? abortable(pending, signal) : pending);
    const { statusCode: status, headers: fields } = response;
    const base = { status, headers: lazyHeaders(fields), text: "" };
    const encodings = base.headers.get("content-encoding");
    const length = base.headers.get("content-length");
    const bodyType = responseTypeFor(status, responseType);
    if (hasTooManyEncodings(encodings)) {
      discard(response.body);
      return { ...base, exceeded: "encodings" };
    }
    const isCompressed = encodings !== null && length !== "0";
    if (bodyType === "stream") {
      return {
        ...base,
        stream: toWebStream(isCompressed ? decompress(response.body, encodings, signal) : response.body),
      };
    }
    // The parser rejects a body of another length than its header, so such a body needs no counting.
    if (!isCompressed && length !== null && Number(length) <= maxBytes[bodyType]) {
      const read = bodyType === "bytes" ? { bytes: await response.body.bytes() } : { text: await response.body.text() };
      await nextTurn();
      return { ...base, ...read };
    }
    const body = isCompressed ? await decompressUnlessEmpty(response.body, encodings, signal) : response.body;
    const buffer = await readBody(body, maxBytes[bodyType]);
    if (!buffer) {
      discard(response.body);
      return { ...base, exceeded: "size" };
    }
    // The connection is free at the end of this event loop turn; an earlier request would open another one.
    await nextTurn();
    return bodyType === "bytes" ? { ...base, bytes: buffer.bytes() } : { ...base, text: buffer.text() };
  };
  let closed: Promise<void> | undefined;
  const close = () => {
    closed ??= Promise.all(Array.from(new Set([direct, proxied]), (dispatcher) => dispatcher.close())).then(() => {});
    return closed;
  };
  return Object.assign(send, { close });
}

/** Rejects as soon as the signal is aborted: undici ignores it while a request waits for a connection. */
function abortable<T>(pending: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener("abort", abort, { once: true });
    const removeListener = () => signal.removeEventListener("abort", abort);
    pending.then(resolve, reject).then(removeListener, removeListener);
  });
}

interface Dispatchers {
  readonly direct: Dispatcher;
  /** Sends requests through the proxy; the same as `direct` without one. */
  readonly proxied: Dispatcher;
}

function createDispatchers(options: UndiciOptions): Dispatchers {
  if (typeof options !== "object" || options === null)
    throw invalidField("options", "must be an object such as { connections }");
  checkOptionNames(options, OPTIONS);
  const { keepAlive = 30_000, proxy } = options;
  if (options.connections !== undefined && !isPositiveInteger(options.connections)) {
    throw invalidField("connections", "must be a whole number, 1 or more");
  }
  if (!isPositiveInteger(keepAlive) || keepAlive > MAX_TIMER_DELAY)
    throw invalidField("keepAlive", `must be a whole number of milliseconds, from 1 to ${MAX_TIMER_DELAY}`);
  const poolOptions = {
    connections: options.connections ?? null,
    keepAliveTimeout: keepAlive,
    keepAliveMaxTimeout: keepAlive,
    // The request's signal already covers the timeout.
    headersTimeout: 0,
    maxHeaderSize: MAX_HEADER_SIZE,
    // HTTP/1.1 only, so that errors and limits are the same everywhere.
    allowH2: false,
  };
  // With a proxy, undici would create pools without these options and try HTTP/2.
  const factory = (origin: string | URL, given: object) => new Pool(origin, { ...given, ...poolOptions });
  const agentOptions = { ...poolOptions, factory, proxyTls: { allowH2: false } };
  const direct = new Agent(agentOptions);
  if (proxy === false) return { direct, proxied: direct };
  if (proxy !== undefined) {
    const problem = proxyUrlProblem(proxy);
    if (problem !== undefined) throw invalidField("proxy", problem);
    return { direct, proxied: new ProxyAgent({ ...agentOptions, uri: proxy }) };
  }
  const proxyVariables = ["http_proxy", "HTTP_PROXY", "https_proxy", "HTTPS_PROXY"].filter((name) => process.env[name]);
  for (const name of proxyVariables) {
    const problem = proxyUrlProblem(process.env[name]);
    if (problem !== undefined) throw invalidField("proxy", `${problem} in the environment variable ${name}`);
  }
  // EnvHttpProxyAgent checks the environment for each request, so avoid it without proxy variables.
  return { direct, proxied: proxyVariables.length === 0 ? direct : new EnvHttpProxyAgent(agentOptions) };
}

function isPositiveInteger(value: number): boolean {
  return Number.isInteger(value) && value >= 1;
}

/** Closes the connection of a body that is not read. */
function discard(body: Readable): void {
  body.on("error", () => {});
  body.destroy();
}

/** Reads a body; returns undefined as soon as it is too large. */
async function readBody(body: Readable, maxBytes: number): Promise<ResponseBuffer | undefined> {
  const buffer = createResponseBuffer(maxBytes);
  for await (const chunk of body) {
    // Leaving the loop destroys the stream.
    if (!buffer.add(chunk)) return undefined;
  }
  return buffer;
}

/** Reads a file while it is sent; a request that ends early closes it. */
async function* readChunks(file: Blob) {
  const reader = file.stream().getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel();
  }
}

/** Decompresses a body; an empty one is returned as it is, whatever its headers say. */
async function decompressUnlessEmpty(
  body: Readable,
  encodings: string,
  signal: AbortSignal | undefined,
): Promise<Readable> {
  const chunks: AsyncIterator<Uint8Array> = body[Symbol.asyncIterator]();
  const { done, value } = await chunks.next();
  return done ? Readable.from([]) : decompress(Readable.from(continueAfter(value, chunks)), encodings, signal);
}

async function* continueAfter(first: Uint8Array, chunks: AsyncIterator<Uint8Array>) {
  yield first;
  yield* { [Symbol.asyncIterator]: () => chunks };
}

/**
 * Decompresses a body: no compression is requested, but a file store may only have a compressed copy. The signal ends that
 * even if the compressed body has arrived.
 */
function decompress(body: Readable, encodings: string, signal: AbortSignal | undefined): Readable {
  const decoders = encodings
    .split(",")
    .reverse()
    .flatMap((encoding) => decoderOf(encoding.trim().toLowerCase()) ?? []);
  // An error reaches the reader of the last stream.
  const decompressed = decoders.reduce<Readable>((from, decoder) => pipeline(from, decoder, () => {}), body);
  const abort = () => decompressed.destroy(toError(signal?.reason));
  signal?.addEventListener("abort", abort, { once: true });
  decompressed.once("close", () => signal?.removeEventListener("abort", abort));
  if (signal?.aborted) abort();
  return decompressed;
}

const toError = (reason: unknown) => (reason instanceof Error ? reason : new Error(String(reason)));

function decoderOf(encoding: string) {
  switch (encoding) {
    case "gzip":
    case "x-gzip":
      return createGunzip();
    case "deflate":
      return createInflate();
    case "br":
      return createBrotliDecompress();
    case "zstd":
      // The largest window of this encoding in HTTP is 8 MB (RFC 9659); a larger one would only take memory.
      return createZstdDecompress({ params: { [constants.ZSTD_d_windowLogMax]: 23 } });
    default:
      return undefined;
  }
}

/** Converts a Node.js stream into a web stream with backpressure; cancelling it destroys the source. */
function toWebStream(body: Readable): ReadableStream<Uint8Array> {
  // Prevents an unhandled error if the stream is never read.
  body.on("error", () => {});
  const chunks: AsyncIterator<Uint8Array> = body[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await chunks.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel() {
        body.destroy();
      },
    },
    { highWaterMark: 0 },
  );
}

/** Header fields as undici returns them: lower-case names, repeated ones as arrays. */
type HeaderFields = Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Headers that are built only if more than `get` or `has` is called: building them takes a tenth of a call's time, and
 * the client reads only a few.
 */
function lazyHeaders(fields: HeaderFields): Headers {
  let built: Headers | undefined;
  const build = () => {
    built ??= buildHeaders(fields);
    return built;
  };
  return {
    get(name) {
      if (built) return built.get(name);
      const value = fieldOf(fields, name);
      return value === undefined ? null : typeof value === "string" ? value : value.join(", ");
    },
    has: (name) => (built ? built.has(name) : fieldOf(fields, name) !== undefined),
    append: (name, value) => build().append(name, value),
    delete: (name) => build().delete(name),
    set: (name, value) => build().set(name, value),
    getSetCookie: () => build().getSetCookie(),
    forEach: (callback, self) => build().forEach(callback, self),
    entries: () => build().entries(),
    keys: () => build().keys(),
    values: () => build().values(),
    [Symbol.iterator]: () => build()[Symbol.iterator](),
  };
}

function fieldOf(fields: HeaderFields, name: string): string | readonly string[] | undefined {
  const key = name.toLowerCase();
  return Object.hasOwn(fields, key) ? fields[key] : undefined;
}

function buildHeaders(fields: HeaderFields): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(fields)) {
    for (const item of typeof value === "string" ? [value] : (value ?? [])) headers.append(name, item);
  }
  return headers;
}
