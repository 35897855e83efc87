import type { AnyOperation } from "@forgehand/core/contract";
import type { LoggedCall } from "../public.ts";
import type { Token } from "../state/tokens.ts";
import { operationName } from "./operation-names.ts";
import { redactBody } from "./redact-body.ts";
import { redactPath, redactQuery } from "./redact-target.ts";

/** A completed call with raw values. They are only formatted when the log is read. */
export interface CompletedCall {
  readonly id: number;
  /** Time of arrival in milliseconds since 1970, by the emulator's clock. */
  readonly at: number;
  readonly method: string;
  readonly path: string;
  readonly search: string;
  readonly operation: AnyOperation | undefined;
  /** The call's token, valid or not. */
  readonly token: Token | undefined;
  /** Whether the caller was an app with a JWT. */
  readonly isApp: boolean;
  readonly user: string | null;
  /** The request body or, if it isn't kept, its size in bytes (NaN if unknown). */
  readonly body: string | number | undefined;
  readonly status: number | null;
  readonly duration: number;
  readonly requestId: string | null;
  readonly fault: number | null;
  readonly isNotEmulated: boolean;
}

/** Log of recent calls. */
export interface CallLog {
  /** Returns the ID for a new call. */
  nextId(): number;
  add(call: CompletedCall): void;
  /** Returns the calls in order of arrival. */
  list(): LoggedCall[];
  /**
   * Registers a listener for completed calls, which must not throw.
   * @returns a function that removes it
   */
  onCall(listener: (call: LoggedCall) => void): () => void;
  clear(): void;
}

/** Number of calls that are kept. */
const MAX_CALLS = 10_000;
/** Maximum size of a kept body in bytes, and of all bodies together in characters. */
const MAX_BODY_BYTES = 64 * 1024;
const MAX_TOTAL_CHARACTERS = 32 * 1024 * 1024;
/** Maximum length of a kept path, and of a kept query, in characters. */
const MAX_PATH_LENGTH = 2000;

export function createCallLog(): CallLog {
  const listeners = new Set<(call: LoggedCall) => void>();
  // The nth call since the log was cleared is at n modulo the size. Calls from `firstWithBody` on have their bodies.
  let ring: CompletedCall[] = [];
  let added = 0;
  let firstWithBody = 0;
  let totalCharacters = 0;
  let lastId = 0;

  /** Replaces the oldest body by its size. */
  function dropOldestBody(): void {
    const at = firstWithBody % MAX_CALLS;
    const call = ring[at];
    firstWithBody++;
    if (typeof call?.body !== "string") return;
    totalCharacters -= call.body.length;
    ring[at] = { ...call, body: Buffer.byteLength(call.body) };
  }

  return {
    nextId: () => ++lastId,
    add(completedCall) {
      const call = shortened(completedCall);
      if (firstWithBody <= added - MAX_CALLS) dropOldestBody();
      ring[added % MAX_CALLS] = call;
      added++;
      if (typeof call.body === "string") totalCharacters += call.body.length;
      while (totalCharacters > MAX_TOTAL_CHARACTERS) dropOldestBody();
      for (const listener of listeners) listener(toLoggedCall(call));
    },
    list: () => ring.toSorted((a, b) => a.id - b.id).map(toLoggedCall),
    onCall(listener) {
      // A wrapper, so that the same listener can be registered twice.
      const uniqueListener = (call: LoggedCall) => listener(call);
      listeners.add(uniqueListener);
      return () => listeners.delete(uniqueListener);
    },
    clear: () => {
      ring = [];
      added = firstWithBody = totalCharacters = 0;
    },
  };
}

/** Replaces a large body by its size, and shortens the path and the query. */
function shortened(call: CompletedCall): CompletedCall {
  const { body, path, search } = call;
  const isLong = path.length > MAX_PATH_LENGTH || search.length > MAX_PATH_LENGTH;
  if (!isLarge(body) && !isLong) return call;
  return {
    ...call,
    body: isLarge(body) ? Buffer.byteLength(body) : body,
    path: shortenedText(path),
    search: shortenedText(search),
  };
}

function shortenedText(text: string): string {
  if (text.length <= MAX_PATH_LENGTH) return text;
  // A copy, because a part of a string keeps the whole string in memory.
  return `${Buffer.from(text.slice(0, MAX_PATH_LENGTH)).toString()}…`;
}

function isLarge(body: CompletedCall["body"]): body is string {
  // UTF-8 has one to three bytes per UTF-16 code unit.
  if (typeof body !== "string" || body.length * 3 <= MAX_BODY_BYTES) return false;
  return body.length > MAX_BODY_BYTES || Buffer.byteLength(body) > MAX_BODY_BYTES;
}

function toLoggedCall(call: CompletedCall): LoggedCall {
  const { id, at, method, operation, token, isApp, user, status, duration, requestId, fault, isNotEmulated } = call;
  return {
    id,
    at: new Date(at).toISOString(),
    method,
    path: redactPath(call.path) + redactQuery(call.search),
    operation: operation === undefined ? null : operationName(operation),
    token: token?.name ?? token?.kind ?? (isApp ? "app" : null),
    user,
    body: redactBody(operation, call.body),
    status,
    duration: Math.round(duration * 1000) / 1000,
    requestId,
    fault,
    isNotEmulated,
  };
}
