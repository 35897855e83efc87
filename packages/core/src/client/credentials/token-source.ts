import type { TokenKind } from "../../contract/access.ts";

/** The token that a call uses, as far as it is known. */
export interface Caller {
  readonly token: string | undefined;
  /** Undefined if neither the prefix nor the user identifies it. */
  readonly kind: TokenKind | undefined;
}

/** A caller with a token. */
export interface TokenHolder extends Caller {
  readonly token: string;
}

/** A new token. */
export interface FreshToken extends TokenHolder {
  /** Milliseconds for which it can be reused; undefined if it can be used only once. */
  readonly validFor: number | undefined;
}

/** An installation, and what its tokens are limited to. */
export interface InstallationScope {
  readonly installation: string;
  /** Permissions with their levels; omitted: all that the installation has. */
  readonly permissions?: Readonly<Record<string, string>>;
  /** Names of repositories, without their owner; omitted: all that the installation has. */
  readonly repositories?: readonly string[];
}

/**
 * Exchanges an app's JWT for an installation token. All waiting calls share one exchange, so no single call's signal
 * aborts it.
 */
export type ExchangeToken = (
  jwt: string,
  scope: InstallationScope,
) => Promise<{ readonly token: string; readonly expires_at: string }>;

/** Provides a client's tokens. */
export interface TokenSource {
  /**
   * Identifies the account within this process: equal for equal credentials. Never stored, because it can be derived
   * from the token.
   */
  readonly account: string;
  /**
   * A short account name that is safe to store and does not reveal the token; undefined for a function, whose account
   * is unknown.
   */
  readonly label: () => Promise<string | undefined>;
  /** The caller as far as it is known before a token is obtained: a fixed token, or the kind of an app's tokens. */
  readonly known: Caller;
  /**
   * The token for the next request; synchronous if no waiting is needed.
   * @throws InputError if the key or the function's result is invalid; any error of the function or the exchange
   */
  readonly getToken: (exchange: ExchangeToken) => Caller | Promise<Caller>;
  /**
   * Discards a token that the service rejected with 401.
   * @returns whether another token can be obtained; false if the same one was returned again after a rejection
   */
  readonly invalidate: (token: string) => boolean;
}
