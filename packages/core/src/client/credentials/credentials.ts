import type { TokenKind } from "../../contract/access.ts";
import type { Dialect } from "../../dialect/dialect.ts";
import type { Clock } from "../clock.ts";
import { appSource, readApp } from "./app.ts";
import { functionSource } from "./function.ts";
import { fieldOf, fixedSource, readToken } from "./token.ts";

/**
 * A token, with its kind where its prefix doesn't tell, or where it is a job's built-in one; an app's key, for one of its
 * installations or, without, for the app itself; or a function that gives a token.
 */
export type Credentials =
  | string
  | { readonly token: string; readonly kind?: TokenKind }
  | { readonly app: string | number; readonly privateKey: string; readonly installation?: string | number }
  | (() => GivenToken | Promise<GivenToken>);

/** A function's answer. It is asked before each request, unless it says until when its token lasts. */
export type GivenToken =
  | string
  | { readonly token: string; readonly kind?: TokenKind; readonly expiresAt?: Date | string };

/** What is known of a caller's token. */
export interface Caller {
  readonly token: string | undefined;
  /** Undefined where neither the prefix nor the user tells. */
  readonly kind: TokenKind | undefined;
}

/** Who asked, and in whose words to tell them. */
export interface Asker {
  readonly dialect: Dialect;
  readonly caller: Caller;
}

/**
 * Brings an installation's token for an app's JWT. One run serves all calls that wait, so no single call's signal may end
 * it.
 */
export type Exchange = (
  jwt: string,
  installation: string,
) => Promise<{ readonly token: string; readonly expires_at: string }>;

/** Where a client's token comes from. */
export interface TokenSource {
  /**
   * Whose cache entries and quota these calls are, in this process: equal for equal credentials. Never written anywhere,
   * for it may be the token.
   */
  readonly account: string;
  /**
   * The same as a short name that may be written down; undefined for a function, of which nothing lasting is known.
   * Nobody finds the token by it.
   */
  readonly label: () => Promise<string | undefined>;
  /** What is known now, without asking anybody: the kind before a first token, the last token after. */
  readonly known: () => Caller;
  /**
   * The token for the next request, at once where it needs no waiting.
   * @throws InputError on a key that is none, or a function's answer that is no token; whatever function and exchange throw
   */
  readonly next: (exchange: Exchange) => Caller | Promise<Caller>;
  /**
   * The service has refused this token (401): forgets it.
   * @returns whether another one can be had; not where the very same came again after it had been refused
   */
  readonly refused: (token: string) => boolean;
}

/**
 * Reads credentials.
 * @throws InputError on what can't be any, naming the field and never repeating a token or a key
 */
export function readCredentials(dialect: Dialect, credentials: Credentials | undefined, clock: Clock): TokenSource {
  if (credentials === undefined) return fixedSource({ token: undefined, kind: "anonymous" });
  if (typeof credentials === "function") return functionSource(dialect, credentials, clock);
  if (isApp(credentials)) return appSource(readApp(credentials), clock);
  return fixedSource(readToken(dialect, credentials, EXPECTED));
}

const EXPECTED =
  "credentials is a token, or { token, kind }; leave it out for calls without one. An app gives { app, privateKey, " +
  "installation }, and a function may give the token";

/** Anything of an app's makes it one, so that a half of it is complained of as such. */
function isApp(credentials: unknown): credentials is object {
  return ["app", "privateKey", "installation"].some((name) => fieldOf(credentials, name) !== undefined);
}
