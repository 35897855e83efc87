import type { TokenKind } from "../../contract/access.ts";
import type { Clock } from "../clock.ts";
import type { Caller, Fresh, Holder } from "./token-source.ts";

/** How a token is brought. */
type Bring = () => Fresh | Promise<Fresh>;

/** The part of a token source that remembers: see there. */
export interface Renewed {
  readonly known: () => Caller;
  /** The token that is kept, or the one that is brought. A failure reaches all who wait for it, and is not kept. */
  readonly next: (bring: Bring) => Holder | Promise<Holder>;
  readonly refused: (token: string) => boolean;
}

/** A clock may be set back by so much before a token that was kept counts as one of another time. */
const SET_BACK = 60_000;

/** What has not been brought after so many milliseconds is brought anew: it may never come. */
const NEVER_COMES = 60_000;

/**
 * Tokens that end: each is handed out while it lasts; then the next is brought, once, however many wait for it.
 * @param kind what is known before the first
 */
export function renewed(clock: Clock, kind: TokenKind | undefined): Renewed {
  let last: { readonly caller: Holder; readonly isRepeated: boolean } | undefined;
  let kept: { readonly caller: Holder; readonly since: number; readonly until: number } | undefined;
  let running: { readonly holder: Promise<Holder>; readonly since: number } | undefined;
  let refusedToken: string | undefined;

  function accept({ token, kind, until }: Fresh): Holder {
    const caller = { token, kind };
    last = { caller, isRepeated: token === refusedToken };
    kept = until === undefined ? undefined : { caller, since: clock.now() - SET_BACK, until };
    return caller;
  }

  function share(bringing: Promise<Fresh>, since: number): Promise<Holder> {
    const holder = bringing.then(accept).finally(() => {
      if (running === mine) running = undefined;
    });
    const mine = { holder, since };
    running = mine;
    return holder;
  }

  return {
    known: () => last?.caller ?? { token: undefined, kind },
    next(bring) {
      const now = clock.now();
      if (kept && kept.since <= now && now < kept.until) return kept.caller;
      if (running && now - running.since < NEVER_COMES) return running.holder;
      const fresh = bring();
      return fresh instanceof Promise ? share(fresh, now) : accept(fresh);
    },
    refused(token) {
      if (kept?.caller.token === token) kept = undefined;
      // Another one has come since this one was sent.
      if (last?.caller.token !== token) return true;
      refusedToken = token;
      return !last.isRepeated;
    },
  };
}
