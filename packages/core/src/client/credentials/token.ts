import { TOKEN_KINDS, type TokenKind } from "../../contract/token-kinds.ts";
import { type Dialect, tokenKind } from "../../dialect/dialect.ts";
import { InputError } from "../../errors.ts";
import { toHex } from "../../internal/hex.ts";
import { lazy } from "../../internal/lazy.ts";
import { readProperty } from "../../internal/read-property.ts";
import type { Caller, TokenHolder, TokenSource } from "./token-source.ts";

/** An error about credentials; its message describes what is expected and never repeats the value. */
export function credentialsError(problem: string, field = "credentials"): InputError {
  return new InputError(`${problem}.`, { field });
}

/**
 * Reads a token, alone or with its kind.
 * @param help message if it is neither
 * @throws InputError if the token is invalid
 */
export function readToken(dialect: Dialect, given: unknown, help: string): TokenHolder {
  const token = typeof given === "string" ? given : readProperty(given, "token");
  if (typeof token !== "string") throw credentialsError(help);
  const kind = readKind(readProperty(given, "kind"));
  // The platform rejects some of these as well, but its error quotes the token.
  if (!/^[\x21-\x7e]+$/.test(token)) {
    throw credentialsError(
      "The token must not be empty or contain spaces, line breaks or other characters that tokens never have",
    );
  }
  return { token, kind: kind ?? tokenKind(dialect, token) };
}

function readKind(given: unknown): TokenKind | undefined {
  const kind = TOKEN_KINDS.find((known) => known === given);
  if (given !== undefined && kind === undefined)
    throw credentialsError(`credentials.kind must be one of ${TOKEN_KINDS.join(", ")}`);
  return kind;
}

/** Token source for a fixed token, or none. */
export function fixedSource(caller: Caller): TokenSource {
  const { token } = caller;
  return {
    account: token === undefined ? "anonymous" : hashToken(token),
    label: token === undefined ? async () => "anonymous" : lazy(() => digest(token)),
    known: caller,
    getToken: () => caller,
    invalidate: () => false,
  };
}

/** Hashes a token to 64 bits, to tell tokens apart; the token cannot be recovered from it. */
export function hashToken(token: string): string {
  let [first, second] = [0xdeadbeef, 0x41c6ce57];
  for (let index = 0; index < token.length; index++) {
    const code = token.charCodeAt(index);
    first = Math.imul(first ^ code, 2654435761);
    second = Math.imul(second ^ code, 1597334677);
  }
  return `token ${first} ${second}`;
}

/** Start of a SHA-256: enough to tell accounts apart, and not reversible. */
async function digest(token: string): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(token)));
  return toHex(hash.subarray(0, 8));
}
