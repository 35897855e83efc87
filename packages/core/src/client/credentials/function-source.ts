import type { Dialect } from "../../dialect/dialect.ts";
import { joinSentences } from "../../error-texts.ts";
import { InputError, isForgeError } from "../../errors.ts";
import { copyError } from "../../internal/copy-error.ts";
import { readProperty } from "../../internal/read-property.ts";
import type { Clock } from "../clock.ts";
import type { ServiceClock } from "../service-clock.ts";
import { createRefreshingToken } from "./refreshing-token.ts";
import { credentialsError, readToken } from "./token.ts";
import type { FreshToken, TokenSource } from "./token-source.ts";

/** A token is not used in its last minute, since it could expire on the way. */
const EXPIRY_MARGIN_MS = 60_000;

/** Tokens that a user-provided function returns. */
export function createFunctionTokens(
  dialect: Dialect,
  provideToken: () => unknown,
  clock: Clock,
  serviceClock: ServiceClock,
): Pick<TokenSource, "getToken" | "invalidate"> {
  const read = (provided: unknown) => readProvidedToken(dialect, provided, serviceClock);
  const { getToken, invalidate } = createRefreshingToken(clock, false);
  const fetchToken = () => {
    try {
      const result = provideToken();
      return isThenable(result) ? Promise.resolve(result).then(read).catch(rethrow) : read(result);
    } catch (error) {
      return rethrow(error);
    }
  };
  return { getToken: () => getToken(fetchToken), invalidate };
}

/** @throws InputError that describes an error of the function or of its result, which can itself refer to a token */
function rethrow(error: unknown): never {
  if (isForgeError(error)) throw error;
  const cause = copyError(error);
  const { name, message } = cause;
  throw new InputError(
    joinSentences(`The credentials function failed: ${[name, message].filter(Boolean).join(": ")}`),
    {
      field: "credentials",
      cause,
    },
  );
}

/** Accepts any thenable, including promises of another realm or library. */
function isThenable(result: unknown): result is PromiseLike<unknown> {
  return typeof readProperty(result, "then") === "function";
}

function readProvidedToken(dialect: Dialect, provided: unknown, serviceClock: ServiceClock): FreshToken {
  const { token, kind } = readToken(dialect, provided, FUNCTION_HELP);
  const expiry = readExpiry(readProperty(provided, "expiresAt"));
  return { token, kind, validFor: expiry === undefined ? undefined : expiry - EXPIRY_MARGIN_MS - serviceClock.now() };
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
  return expiry;
}
