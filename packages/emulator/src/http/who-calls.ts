import { type Caller, NOBODY } from "../callers/caller.ts";
import type { Token } from "../state/tokens.ts";
import type { World } from "../world.ts";
import { identify, tokenIn } from "./credentials.ts";

/** What a call's credentials tell. */
export interface Known {
  readonly caller: Caller;
  /** The token that it came with, whether that holds or not. */
  readonly token: Token | undefined;
  /**
   * The refusal of credentials that don't hold. It is told in its turn: what comes too quickly isn't looked at, and some
   * refusals go before.
   */
  readonly unknown: unknown;
}

/** Whose call it is. It never throws. */
export function whoCalls(world: World, authorization: string | undefined): Known | Promise<Known> {
  const known = (caller: Caller): Known => ({ caller, token: caller.token, unknown: undefined });
  const refused = (unknown: unknown): Known => ({ caller: NOBODY, token: tokenIn(world, authorization), unknown });
  try {
    const caller = identify(world, authorization);
    return caller instanceof Promise ? caller.then(known, refused) : known(caller);
  } catch (error) {
    return refused(error);
  }
}
