import type { Clock } from "../clock.ts";
import type { FreshToken, TokenHolder } from "./token-source.ts";

/** Obtains a new token. */
type FetchToken = () => FreshToken | Promise<FreshToken>;

/** The caching part of a {@link TokenSource}. */
export interface RefreshingToken {
  readonly lastToken: () => string | undefined;
  /** The cached token, or a new one. Calls that wait for the same fetch share its failure, which is not cached. */
  readonly getToken: (fetchToken: FetchToken) => TokenHolder | Promise<TokenHolder>;
  readonly invalidate: (token: string) => boolean;
}

/** Time after which a pending fetch is abandoned and a new one started. */
const FETCH_TIMEOUT_MS = 60_000;

/**
 * Caches a token until it expires, then fetches the next one once for all waiting calls.
 * @param isOneAccount whether all tokens are of one account. Otherwise only tokens that expire are shared, and a pending
 * fetch only if the last token expired, since each call may be another user's.
 */
export function createRefreshingToken(clock: Clock, isOneAccount: boolean): RefreshingToken {
  let last: { readonly caller: TokenHolder; readonly isRepeated: boolean } | undefined;
  let cached: { readonly caller: TokenHolder; readonly until: number } | undefined;
  let inFlight: { readonly holder: Promise<TokenHolder>; readonly since: number } | undefined;
  let rejectedToken: string | undefined;
  let isShared = isOneAccount;

  function accept({ token, kind, validFor }: FreshToken): TokenHolder {
    const caller = { token, kind };
    last = { caller, isRepeated: token === rejectedToken };
    cached = validFor === undefined ? undefined : { caller, until: clock.monotonic() + validFor };
    isShared = isOneAccount || validFor !== undefined;
    return caller;
  }

  function share(fetching: Promise<FreshToken>, since: number): Promise<TokenHolder> {
    const holder = fetching.then(accept).finally(() => {
      if (inFlight === pendingFetch) inFlight = undefined;
    });
    const pendingFetch = { holder, since };
    inFlight = pendingFetch;
    return holder;
  }

  return {
    lastToken: () => last?.caller.token,
    getToken(fetchToken) {
      const now = clock.monotonic();
      if (cached && now < cached.until) return cached.caller;
      if (isShared && inFlight && now - inFlight.since < FETCH_TIMEOUT_MS) return inFlight.holder;
      const fresh = fetchToken();
      return fresh instanceof Promise ? share(fresh, now) : accept(fresh);
    },
    invalidate(token) {
      if (cached?.caller.token === token) cached = undefined;
      // A newer token has arrived since this one was sent.
      if (last?.caller.token !== token) return true;
      rejectedToken = token;
      return !last.isRepeated;
    },
  };
}
