import type { TokenKind } from "../../contract/access.ts";
import type { Dialect } from "../../dialect/dialect.ts";
import type { Clock } from "../clock.ts";
import { appSource, readApp } from "./app.ts";
import { functionSource } from "./function.ts";
import { fieldOf, fixedSource, readToken } from "./token.ts";
import type { TokenSource } from "./token-source.ts";

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
