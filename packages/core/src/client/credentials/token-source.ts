import type { TokenKind } from "../../contract/access.ts";

/** What is known of a caller's token. */
export interface Caller {
  readonly token: string | undefined;
  /** Undefined where neither the prefix nor the user tells. */
  readonly kind: TokenKind | undefined;
}

/** A caller that has a token. */
export interface Holder extends Caller {
  readonly token: string;
}

/** A token that came, and until when to hand it out again, in milliseconds since 1970; undefined: only this once. */
export interface Fresh extends Holder {
  readonly until: number | undefined;
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
