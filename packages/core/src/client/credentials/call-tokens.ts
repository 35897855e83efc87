import type { Caller } from "./token-source.ts";

// Custom middleware sees the ids of calls, but has no access to these tables. What is known about all callers of a client
// is recorded for the prototype of its ids, so that most calls need no entry, which garbage collection would have to trace.
const callersById = new WeakMap<object, Caller[]>();
const headersById = new WeakMap<object, Readonly<Record<string, string>>[]>();

const UNKNOWN_CALLER: Caller = { token: undefined, kind: undefined };

/** Names of headers that can contain credentials, also those of custom middleware. */
export const CREDENTIAL_HEADER = /auth|cookie|key|secret|token/i;

/**
 * Creates the function that returns a new id for each call of a client.
 * @param known what is known about the caller before a token is obtained
 */
export function createCallIds(known: Caller): () => object {
  const prototype = {};
  callersById.set(prototype, [known]);
  return () => Object.create(prototype);
}

/** Records a token that a call is sent with. */
export function recordCaller(id: object, caller: Caller): void {
  if (callersOf(id).at(-1) === caller) return;
  callersById.set(id, [...(callersById.get(id) ?? []), caller]);
}

function callersOf(id: object): readonly Caller[] {
  const known = callersById.get(Object.getPrototypeOf(id)) ?? [];
  const own = callersById.get(id);
  return own ? [...known, ...own] : known;
}

/** Records the headers of an attempt if some can be other credentials than its token: most calls need no entry. */
export function recordSentHeaders(id: object, headers: Readonly<Record<string, string>>): void {
  for (const name of Object.keys(headers)) {
    if (!CREDENTIAL_HEADER.test(name) || headers[name] === `Bearer ${callerOf(id).token}`) continue;
    headersById.set(id, [...sentHeadersOf(id), headers]);
    return;
  }
}

/** Returns the token that a call was last sent with. */
export const callerOf = (id: object): Caller => callersOf(id).at(-1) ?? UNKNOWN_CALLER;

/** Returns all tokens that a call was sent with: attempts can have different ones. */
export const tokensOf = (id: object): (string | undefined)[] => callersOf(id).map(({ token }) => token);

/** Returns the recorded headers of a call's attempts. */
export const sentHeadersOf = (id: object): readonly Readonly<Record<string, string>>[] => headersById.get(id) ?? [];
