import { pipeline, Readable } from "node:stream";
import { arrayBuffer } from "node:stream/consumers";
import { setImmediate as endOfTurn } from "node:timers/promises";
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from "node:zlib";
import { Agent, type Dispatcher, EnvHttpProxyAgent, Pool, ProxyAgent, request } from "undici";
import { wrongField } from "../../errors.ts";
import { MAX_TIMER_DELAY } from "../../internal/timers.ts";
import { checkNames } from "../../known-options.ts";
import { readsAs, type Transport } from "./transport.ts";

/** How connections are made and kept. */
export interface UndiciOptions {
  /** Connections to one origin at the same time; default as many as there are calls under way. */
  readonly connections?: number | undefined;
  /** Milliseconds that an idle connection is kept, unless the service says a shorter time; default 30,000. */
  readonly keepAlive?: number | undefined;
  /** The proxy's address, or `false` for none; default what HTTPS_PROXY, HTTP_PROXY and NO_PROXY of the environment say. */
  readonly proxy?: string | false | undefined;
}

/** A transport with connections of its own. */
export interface UndiciTransport extends Transport {
  /** Ends its connections, once what is under way on them is done. Idle ones keep no process alive: this may be left out. */
  close(): Promise<void>;
}

const OPTIONS = {
  connections: true,
  keepAlive: true,
  proxy: true,
} as const satisfies Record<keyof UndiciOptions, true>;

/** Services turn away who doesn't say who they are, and undici says nothing of its own accord. */
const USER_AGENT = "forgehand";

/**
 * Sends with undici's `request`: Node's quickest way, past all that `fetch` does for browsers' sake.
 * @throws InputError on an option that can't be right, naming it
 */
export function undiciTransport(options: UndiciOptions = {}): UndiciTransport {
  const dispatcher = dispatcherOf(options);
  const send: Transport = async ({ method, url, headers, body, reads, signal }) => {
    signal?.throwIfAborted();
    const asked = request(url, {
      dispatcher,
      method,
      headers: withUserAgent(headers),
      body: body ?? null,
      signal: signal ?? null,
    });
    const answer = await (signal ? orAborted(asked, signal) : asked);
    const { statusCode: status, headers: fields } = answer;
    const answered = lazyHeaders(fields);
    const encodings = answered.get("content-encoding");
    const form = readsAs(status, reads);
    if (form === "stream") {
      const decoded = answered.get("content-length") === "0" ? undefined : decode(answer.body, encodings);
      return { status, headers: answered, text: "", stream: webStream(decoded ?? answer.body) };
    }
    const unpacked = encodings === null ? undefined : await unpack(await answer.body.bytes(), encodings);
    const read =
      form === "bytes"
        ? { text: "", bytes: unpacked ?? (await answer.body.bytes()) }
        : { text: unpacked ? new TextDecoder().decode(unpacked) : await answer.body.text() };
    // A connection is free again at the end of this turn of the loop: the next call would open another one before that.
    await endOfTurn();
    return { status, headers: answered, ...read };
  };
  let closed: Promise<void> | undefined;
  const close = () => {
    closed ??= dispatcher.close();
    return closed;
  };
  return Object.assign(send, { close });
}

/** Undici hears a signal only once a request is on its way: not while it waits for a connection. */
function orAborted<T>(asked: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener("abort", abort, { once: true });
    const settled = () => signal.removeEventListener("abort", abort);
    asked.then(resolve, reject).then(settled, settled);
  });
}

function dispatcherOf(options: UndiciOptions): Dispatcher {
  if (typeof options !== "object" || options === null)
    throw wrongField("options", "must be an object such as { connections }");
  checkNames(options, OPTIONS);
  const { keepAlive = 30_000, proxy } = options;
  if (options.connections !== undefined && !isWhole(options.connections)) {
    throw wrongField("connections", "must be a whole number, from 1");
  }
  if (!isWhole(keepAlive))
    throw wrongField("keepAlive", `must be a whole number of milliseconds, from 1 to ${MAX_TIMER_DELAY}`);
  const settings = {
    connections: options.connections ?? null,
    keepAliveTimeout: keepAlive,
    keepAliveMaxTimeout: keepAlive,
    // A request's signal says when its time is up, be it later than undici would.
    headersTimeout: 0,
    // One call a connection: errors and limits are those of HTTP/1.1, whatever the service could do.
    allowH2: false,
  };
  // To a proxy undici would make pools without the settings, and try HTTP/2.
  const factory = (origin: string | URL, given: object) => new Pool(origin, { ...given, ...settings });
  const all = { ...settings, factory, proxyTls: { allowH2: false } };
  if (proxy === false) return new Agent(all);
  if (proxy !== undefined) {
    if (!isAddress(proxy)) throw wrongField("proxy", "must be an http or https address, or false");
    return new ProxyAgent({ ...all, uri: proxy });
  }
  const named = ["http_proxy", "HTTP_PROXY", "https_proxy", "HTTPS_PROXY"].filter((name) => process.env[name]);
  for (const name of named) {
    if (isAddress(process.env[name])) continue;
    throw wrongField("proxy", `is no http or https address in ${name} of the environment`);
  }
  // Asking the environment anew for each call costs where there is nothing to be found.
  return named.length === 0 ? new Agent(all) : new EnvHttpProxyAgent(all);
}

function isWhole(value: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= MAX_TIMER_DELAY;
}

function isAddress(value: string | undefined): boolean {
  return typeof value === "string" && /^https?:\/\/./i.test(value) && URL.canParse(value);
}

function withUserAgent(headers: Readonly<Record<string, string>>): Record<string, string> {
  const isNamed = Object.keys(headers).some((name) => name.toLowerCase() === "user-agent");
  return isNamed ? { ...headers } : { ...headers, "user-agent": USER_AGENT };
}

/** Nobody is asked to compress, but a store may have nothing else. @returns undefined where the body is as it should be */
function decode(body: Readable, encodings: string | null): Readable | undefined {
  if (encodings === null) return undefined;
  const decoders = encodings
    .split(",")
    .reverse()
    .flatMap((encoding) => decoderOf(encoding.trim().toLowerCase()) ?? []);
  // Whoever reads the end of the line is told what went wrong on it.
  return decoders.reduce<Readable | undefined>((from, decoder) => pipeline(from ?? body, decoder, () => {}), undefined);
}

/** Of an answer without a body nothing is to be unpacked, whatever its headers say. */
async function unpack(packed: Uint8Array, encodings: string): Promise<Uint8Array> {
  const decoded = packed.length === 0 ? undefined : decode(Readable.from([packed]), encodings);
  return decoded ? new Uint8Array(await arrayBuffer(decoded)) : packed;
}

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
      return createZstdDecompress();
    default:
      return undefined;
  }
}

/** A body for who knows nothing of Node: read no faster than it is asked for, and broken off by `cancel`. */
function webStream(body: Readable): ReadableStream<Uint8Array> {
  // One that nobody reads may break off unheard.
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

/** What undici makes of an answer's header: names in small letters, several of one name as a list. */
type HeaderFields = Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * A header that is built only where more is asked than what it says under a name: building takes a tenth of the time that
 * a call takes, and a client asks for a handful of names.
 */
function lazyHeaders(fields: HeaderFields): Headers {
  let built: Headers | undefined;
  const whole = () => {
    built ??= eagerHeaders(fields);
    return built;
  };
  return {
    get(name) {
      if (built) return built.get(name);
      const value = fieldOf(fields, name);
      return value === undefined ? null : typeof value === "string" ? value : value.join(", ");
    },
    has: (name) => (built ? built.has(name) : fieldOf(fields, name) !== undefined),
    append: (name, value) => whole().append(name, value),
    delete: (name) => whole().delete(name),
    set: (name, value) => whole().set(name, value),
    getSetCookie: () => whole().getSetCookie(),
    forEach: (tell, self) => whole().forEach(tell, self),
    entries: () => whole().entries(),
    keys: () => whole().keys(),
    values: () => whole().values(),
    [Symbol.iterator]: () => whole()[Symbol.iterator](),
  };
}

function fieldOf(fields: HeaderFields, name: string): string | readonly string[] | undefined {
  const key = name.toLowerCase();
  return Object.hasOwn(fields, key) ? fields[key] : undefined;
}

function eagerHeaders(fields: HeaderFields): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(fields)) {
    for (const one of typeof value === "string" ? [value] : (value ?? [])) headers.append(name, one);
  }
  return headers;
}
