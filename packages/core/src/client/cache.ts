import * as z from "zod/mini";
import { expectedAnswer, isSchema } from "../contract/defined.ts";
import { once } from "../contract/once.ts";
import { fieldPaths, isMarked } from "../contract/schema.ts";
import { type Incoming, type Outgoing, PRIORITIES, type Priority, type Step } from "./chain.ts";
import { InputError } from "./errors.ts";
import { parseJson } from "./json-text.ts";
import type { KeyValueStore } from "./key-value-store.ts";

/** How answers are kept, to be asked for again only where they have changed. */
export interface CacheOptions {
  /** Answers that are kept in memory at most; default 500. */
  readonly entries?: number | undefined;
  /** Megabytes that they take at most; default 10. */
  readonly megabytes?: number | undefined;
  /** Where to keep them beside memory. It gets answers as they are, but none that holds a secret. */
  readonly storage?: KeyValueStore | undefined;
}

/** The options, checked. */
export interface CacheSettings {
  readonly entries: number;
  readonly bytes: number;
  readonly storage: KeyValueStore | undefined;
}

/** An answer as it is kept. */
export interface KeptAnswer {
  readonly etag?: string | undefined;
  readonly lastModified?: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

const KeptAnswer = /* @__PURE__ */ once(() =>
  z.object({
    etag: z.optional(z.string()),
    lastModified: z.optional(z.string()),
    headers: z.record(z.string(), z.string()),
    text: z.string(),
  }),
);

/** An answer larger than this part of the whole is not kept: it would push out too many others. */
const LARGEST_PART = 1 / 8;

/** Headers that say how to read an answer; all others belong to the exchange that brought it. */
const KEPT_HEADERS = ["content-type", "link", "etag", "last-modified"];

/** What the headers of an answer without a body say of one: nothing of the body that is kept. */
const OF_BODY = /^content-/;

/** @throws InputError on an option that can't be right, naming it */
export function readCache(options: CacheOptions = {}): CacheSettings {
  if (typeof options !== "object" || options === null) throw wrong("cache", "is an object, or false for none");
  for (const name of Object.keys(options)) {
    if (!["entries", "megabytes", "storage"].includes(name)) {
      throw wrong(`cache.${name}`, "is no option; there are entries, megabytes and storage");
    }
  }
  const { entries = 500, megabytes = 10, storage } = options;
  if (!Number.isInteger(entries) || entries < 1) throw wrong("cache.entries", "is a whole number, 1 or more");
  if (typeof megabytes !== "number" || !(megabytes > 0)) throw wrong("cache.megabytes", "is a number above 0");
  if (storage !== undefined && (typeof storage?.get !== "function" || typeof storage.set !== "function")) {
    throw wrong("cache.storage", "is an object with get and set");
  }
  return { entries, bytes: megabytes * 1_000_000, storage };
}

function wrong(field: string, problem: string): InputError {
  return new InputError(`${field} ${problem}.`, { field });
}

/** A reading that is under way, and who waits for it. */
interface Flight {
  readonly answer: Promise<Incoming>;
  readonly priority: Priority;
  readonly timeout: number;
  /** How many wait for it; the last one to give up ends it. */
  waiting: number;
  readonly end: (reason: unknown) => void;
}

/**
 * Asks whether an answer that is known has changed, and lets equal readings that are under way share one.
 */
export function cache(settings: CacheSettings): Step {
  const memory = createMemory(settings);
  const flights = new Map<string, Flight>();

  /** Where an answer is kept beside memory. */
  async function storedAs(request: Outgoing): Promise<string | undefined> {
    if (!mayBeStored(request)) return undefined;
    const owner = await request.owner.label();
    if (!owner) return undefined;
    // Steps of the user's own may have put a secret into a header: what is written down tells none.
    const asked = new TextEncoder().encode(wordsOf(request));
    const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", asked));
    return `forgehand-answer ${owner} ${Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
  }

  async function recall(key: string, name: string | undefined): Promise<KeptAnswer | undefined> {
    const known = memory.get(key);
    if (known || name === undefined) return known;
    const text = await settings.storage?.get(name);
    const parsed = text === undefined ? undefined : z.safeParse(KeptAnswer(), parseJson(text));
    if (!parsed?.success) return undefined;
    // A store may hold anything: what no header can be is no answer that was kept.
    new Headers({ ...parsed.data.headers, ...conditions(parsed.data) });
    return parsed.data;
  }

  return (next) => {
    async function ask(request: Outgoing, key: string): Promise<Incoming> {
      const name = settings.storage && (await unlessItFails(() => storedAs(request)));
      const known = await unlessItFails(() => recall(key, name));
      const answer = await next(
        known ? { ...request, headers: { ...request.headers, ...conditions(known) } } : request,
      );
      if (answer.status === 304 && known) {
        memory.set(key, known);
        const headers = new Headers(known.headers);
        for (const [header, value] of answer.headers) if (!OF_BODY.test(header)) headers.set(header, value);
        return { status: 200, headers, text: known.text, cached: true };
      }
      const kept = answer.status === 200 ? keepable(answer) : undefined;
      if (kept && memory.set(key, kept) && name !== undefined) {
        await unlessItFails(async () => settings.storage?.set(name, JSON.stringify(kept)));
      }
      return answer;
    }

    return (request) => {
      // Whoever reads after a write must not be given what was asked for before its end.
      if (request.method !== "GET") return next(request).finally(() => flights.clear());
      // Downloads are not kept, and a reading with a deadline of its own is its caller's alone.
      if (request.reads !== "text") return next(request);
      const key = `${request.owner.account}\n${wordsOf(request)}`;
      if (!isPatient(request)) return ask(request, key);
      const flight = flights.get(key);
      if (flight && isAsQuick(flight, request)) return board(flight, request.signal);
      const controller = new AbortController();
      const leave = () => {
        if (flights.get(key) === started) flights.delete(key);
      };
      const started: Flight = {
        answer: ask({ ...request, signal: controller.signal }, key).finally(leave),
        priority: request.priority,
        timeout: request.timeout,
        waiting: 0,
        end(reason) {
          leave();
          controller.abort(reason);
        },
      };
      flights.set(key, started);
      return board(started, request.signal);
    };
  };
}

/** A store that is full, broken or gone must not fail the call. */
async function unlessItFails<T>(use: () => Promise<T>): Promise<T | undefined> {
  try {
    return await use();
  } catch {
    return undefined;
  }
}

/** All that a request asks for: in which form, in which version, and what steps of the user's own have put there. */
function wordsOf({ headers, url }: Outgoing): string {
  return `${JSON.stringify(headers)}\n${url.href}`;
}

/** Would the caller wait no longer for this one than for one of their own? */
function isAsQuick(flight: Flight, { priority, timeout }: Outgoing): boolean {
  return PRIORITIES.indexOf(flight.priority) <= PRIORITIES.indexOf(priority) && flight.timeout <= timeout;
}

function isPatient({ deadline, maxWait }: Outgoing): boolean {
  return deadline === Infinity && maxWait === Infinity;
}

/** Waits for a reading; who gives up leaves the others to it. */
function board(flight: Flight, signal: AbortSignal | undefined): Promise<Incoming> {
  flight.waiting++;
  if (!signal) return flight.answer;
  return new Promise((resolve, reject) => {
    const leave = () => {
      reject(signal.reason);
      flight.waiting--;
      if (flight.waiting === 0) flight.end(signal.reason);
    };
    if (signal.aborted) {
      // Its own failure is nobody's to hear.
      flight.answer.catch(() => undefined);
      return leave();
    }
    signal.addEventListener("abort", leave, { once: true });
    flight.answer.then(resolve, reject).finally(() => signal.removeEventListener("abort", leave));
  });
}

/** Answers in memory, the least used ones given up first. */
function createMemory({ entries, bytes }: CacheSettings) {
  const kept = new Map<string, KeptAnswer>();
  let size = 0;
  const sizeOf = (key: string, { text }: KeptAnswer) => 2 * (key.length + text.length);
  const drop = (key: string) => {
    const old = kept.get(key);
    if (!old) return;
    kept.delete(key);
    size -= sizeOf(key, old);
  };
  return {
    get(key: string): KeptAnswer | undefined {
      return kept.get(key);
    },
    /** @returns whether it is small enough to be kept */
    set(key: string, answer: KeptAnswer): boolean {
      drop(key);
      if (sizeOf(key, answer) > bytes * LARGEST_PART) return false;
      kept.set(key, answer);
      size += sizeOf(key, answer);
      for (const oldest of kept.keys()) {
        if (kept.size <= entries && size <= bytes) break;
        drop(oldest);
      }
      return true;
    },
  };
}

function conditions({ etag, lastModified }: KeptAnswer): Record<string, string> {
  if (etag !== undefined) return { "if-none-match": etag };
  return lastModified === undefined ? {} : { "if-modified-since": lastModified };
}

function keepable({ headers, text }: Incoming): KeptAnswer | undefined {
  const etag = headers.get("etag") ?? undefined;
  const lastModified = headers.get("last-modified") ?? undefined;
  if (etag === undefined && lastModified === undefined) return undefined;
  if (/\bno-store\b/i.test(headers.get("cache-control") ?? "")) return undefined;
  const told = KEPT_HEADERS.flatMap((name) => {
    const value = headers.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  return { etag, lastModified, headers: Object.fromEntries(told), text };
}

const withoutSecret = new WeakMap<z.core.$ZodType, boolean>();

/** Only what the contract describes, with no secret marked in it: of all else nobody knows. */
function mayBeStored({ definition, mediaType }: Outgoing): boolean {
  const answer = expectedAnswer(definition, 200, mediaType);
  if (!isSchema(answer)) return false;
  const known = withoutSecret.get(answer) ?? fieldPaths(answer, (field) => isMarked(field, "x-sensitive")).length === 0;
  withoutSecret.set(answer, known);
  return known;
}
