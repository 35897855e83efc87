import type { TokenKind } from "../../contract/access.ts";
import type { Clock } from "../clock.ts";
import type { Caller, FreshToken, TokenHolder } from "./token-source.ts";

/** Obtains a new token. */
type FetchToken = () => FreshToken | Promise<FreshToken>;

/** The caching part of a {@link TokenSource}. */
export interface RefreshingToken {
  readonly current: () => Caller;
  /** The cached token, or a new one. Waiting calls share a failure, which is not cached. */
  readonly getToken: (fetchToken: FetchToken) => TokenHolder | Promise<TokenHolder>;
  readonly invalidate: (token: string) => boolean;
}

/** Tolerance for a clock that is set back; beyond it a cached token is discarded. */
const CLOCK_TOLERANCE_MS = 60_000;

/** Time after which a pending fetch is abandoned and a new one started. */
const FETCH_TIMEOUT_MS = 60_000;

/**
 * Caches a token until it expires, then fetches the next one once for all waiting calls.
 * @param kind token kind to report before the first token
 */
export function createRefreshingToken(clock: Clock, kind: TokenKind | undefined): RefreshingToken {
  let last: { readonly caller: TokenHolder; readonly isRepeated: boolean } | undefined;
  let cached: { readonly caller: TokenHolder; readonly notBefore: number; readonly until: number } | undefined;
  let inFlight: { readonly holder: Promise<TokenHolder>; readonly since: number } | undefined;
  let rejectedToken: string | undefined;

  function accept({ token, kind, until }: FreshToken): TokenHolder {
    const caller = { token, kind };
    last = { caller, isRepeated: token === rejectedToken };
    cached = until === undefined ? undefined : { caller, notBefore: clock.now() - CLOCK_TOLERANCE_MS, until };
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
    current: () => last?.caller ?? { token: undefined, kind },
    getToken(fetchToken) {
      const now = clock.now();
      if (cached && cached.notBefore <= now && now < cached.until) return cached.caller;
      if (inFlight && now - inFlight.since < FETCH_TIMEOUT_MS) return inFlight.holder;
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
