import { TOKEN_KINDS, type TokenKind } from "../../contract/access.ts";
import { type Dialect, tokenKind } from "../../dialect/dialect.ts";
import { InputError } from "../../errors.ts";
import { lazy } from "../../internal/lazy.ts";
import type { Caller, Holder, TokenSource } from "./token-source.ts";

/** A complaint about credentials, which says what they are and never what was given. */
export function wrong(problem: string, field = "credentials"): InputError {
  return new InputError(`${problem}.`, { field });
}

/** A field of whatever was given. */
export function fieldOf(given: unknown, name: string): unknown {
  return typeof given === "object" && given !== null ? Reflect.get(given, name) : undefined;
}

/**
 * Reads a token, bare or with its kind.
 * @param expected what to say where it is neither
 * @throws InputError on a token that can't be one
 */
export function readToken(dialect: Dialect, given: unknown, expected: string): Holder {
  const token = typeof given === "string" ? given : fieldOf(given, "token");
  if (typeof token !== "string") throw wrong(expected);
  const kind = readKind(fieldOf(given, "kind"));
  // The platform refuses some of these as well, but quotes the token.
  if (!/^[\x21-\x7e]+$/.test(token)) {
    throw wrong("The token is empty or holds a space, a line break or another character that no token has");
  }
  return { token, kind: kind ?? tokenKind(dialect, token) };
}

function readKind(given: unknown): TokenKind | undefined {
  const kind = TOKEN_KINDS.find((known) => known === given);
  if (given !== undefined && kind === undefined) throw wrong(`credentials.kind is none of ${TOKEN_KINDS.join(", ")}`);
  return kind;
}

/** One token, or none, for as long as the client lives. */
export function fixedSource(caller: Caller): TokenSource {
  const { token } = caller;
  return {
    account: token === undefined ? "anonymous" : accountOf(token),
    label: token === undefined ? async () => "anonymous" : lazy(() => digest(token)),
    known: () => caller,
    next: () => caller,
    refused: () => false,
  };
}

/** A name for whose token it is: 53 bits of hash (cyrb53) tell tokens apart, and are no way back to one. */
export function accountOf(token: string): string {
  let [high, low] = [0xdeadbeef, 0x41c6ce57];
  for (let index = 0; index < token.length; index++) {
    const code = token.charCodeAt(index);
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return `token ${(4294967296 * (2097151 & low) + (high >>> 0)).toString(36)}`;
}

/** Enough of a SHA-256 to tell accounts apart, and no way back to the token. */
async function digest(token: string): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(token)));
  return Array.from(hash.subarray(0, 8), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
