import type { Caller } from "./token-source.ts";

// Custom middleware sees the ids of calls, but has no access to this table.
const callersById = new WeakMap<object, Caller[]>();

const UNKNOWN_CALLER: Caller = { token: undefined, kind: undefined };

/** Records a token that a call is sent with, or what is known about it before. */
export function recordCaller(id: object, caller: Caller): void {
  const callers = callersById.get(id);
  if (!callers) callersById.set(id, [caller]);
  else if (callers.at(-1) !== caller) callers.push(caller);
}

/** Returns the token that a call was last sent with. */
export const callerOf = (id: object): Caller => callersById.get(id)?.at(-1) ?? UNKNOWN_CALLER;

/** Returns all tokens that a call was sent with: attempts can have different ones. */
export const tokensOf = (id: object): (string | undefined)[] => callersById.get(id)?.map(({ token }) => token) ?? [];
