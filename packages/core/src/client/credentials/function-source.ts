import type { Dialect } from "../../dialect/dialect.ts";
import type { Clock } from "../clock.ts";
import { createRefreshingToken } from "./refreshing-token.ts";
import { credentialsError, fieldOf, readToken } from "./token.ts";
import type { FreshToken, TokenSource } from "./token-source.ts";

/** A token is not used in its last minute, since it could expire on the way. */
const EXPIRY_MARGIN_MS = 60_000;

/** One account name per function, so that clients with the same function share cache and quota. */
const accountNames = /* @__PURE__ */ new WeakMap<() => unknown, string>();
let namedCount = 0;

/** Token source for a user-provided function. */
export function functionSource(dialect: Dialect, provideToken: () => unknown, clock: Clock): TokenSource {
  const { current, getToken, invalidate } = createRefreshingToken(clock, undefined);
  const fetchToken = () => {
    const result = provideToken();
    return isThenable(result)
      ? Promise.resolve(result).then((provided) => readProvidedToken(dialect, provided))
      : readProvidedToken(dialect, result);
  };
  return {
    account: accountNameOf(provideToken),
    label: async () => undefined,
    current,
    getToken: () => getToken(fetchToken),
    invalidate,
  };
}

function accountNameOf(provideToken: () => unknown): string {
  const name = accountNames.get(provideToken) ?? `function ${++namedCount}`;
  accountNames.set(provideToken, name);
  return name;
}

/** Accepts any thenable, including promises of another realm or library. */
function isThenable(result: unknown): result is PromiseLike<unknown> {
  return typeof fieldOf(result, "then") === "function";
}

function readProvidedToken(dialect: Dialect, provided: unknown): FreshToken {
  const { token, kind } = readToken(dialect, provided, FUNCTION_HELP);
  return { token, kind, until: readExpiry(fieldOf(provided, "expiresAt")) };
}

const FUNCTION_HELP = "The credentials function must return a token or { token, kind, expiresAt }";

function readExpiry(provided: unknown): number | undefined {
  if (provided === undefined) return undefined;
  const expiry =
    provided instanceof Date ? provided.getTime() : typeof provided === "string" ? Date.parse(provided) : Number.NaN;
  if (Number.isNaN(expiry)) {
    throw credentialsError(
      "The credentials function must return an expiresAt that is a Date or a time such as 2026-03-10T12:00:00Z",
    );
  }
  return expiry - EXPIRY_MARGIN_MS;
}
