import type { Caller } from "./token-source.ts";

// Custom middleware sees the ids of calls, but has no access to these tables.
const callersById = new WeakMap<object, Caller[]>();
const headersById = new WeakMap<object, Readonly<Record<string, string>>[]>();

const UNKNOWN_CALLER: Caller = { token: undefined, kind: undefined };

/** Names of headers that can contain credentials, also those of custom middleware. */
export const CREDENTIAL_HEADER = /auth|cookie|key|secret|token/i;

/** Records a token that a call is sent with, or what is known about it before. */
export function recordCaller(id: object, caller: Caller): void {
  const callers = callersById.get(id);
  if (!callers) callersById.set(id, [caller]);
  else if (callers.at(-1) !== caller) callers.push(caller);
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
export const callerOf = (id: object): Caller => callersById.get(id)?.at(-1) ?? UNKNOWN_CALLER;

/** Returns all tokens that a call was sent with: attempts can have different ones. */
export const tokensOf = (id: object): (string | undefined)[] => callersById.get(id)?.map(({ token }) => token) ?? [];

/** Returns the recorded headers of a call's attempts. */
export const sentHeadersOf = (id: object): readonly Readonly<Record<string, string>>[] => headersById.get(id) ?? [];
