import type { Caller } from "../callers/caller.ts";
import type { Refusal } from "../http/refusal.ts";
import type { HeaderList } from "../http/respond.ts";
import type { World } from "../world.ts";
import type { Standing, Weight } from "./accounting.ts";
import { limitRefusal, rateHeaders } from "./answers.ts";
import { ownerOf } from "./owner.ts";

/** A call's way through the limits. */
export interface Turn {
  /** What to answer instead, where it may not be made. */
  readonly refusal: Refusal | undefined;
  /** How its caller stands with every primary limit. */
  standings(): Standing[];
  /** The headers that say how its caller stands with the limit that it counts on. */
  headers(): HeaderList;
  /** It is over. */
  leave(how: { readonly notModified: boolean }): void;
}

/** A turn where nothing is limited. */
const FREE: Turn = { refusal: undefined, standings: () => [], headers: () => [], leave: () => undefined };

/** Counts a call, and says whether it may be made. @param address tells where it comes from */
export function takeTurn(world: World, caller: Caller, address: () => string, weight: Weight): Turn {
  const { limits } = world;
  if (!limits) return FREE;
  const now = () => world.now().getTime();
  const owner = ownerOf(world, caller, address());
  const entered = limits.enter(owner, weight, now());
  // What takes nothing from any limit tells of the one that most calls count on.
  const standing = () => limits.standing(owner, weight.resource ?? "core", now());
  return {
    refusal: entered.refused === undefined ? undefined : limitRefusal(owner, entered, weight.resource ?? undefined),
    standings: () => limits.standings(owner, now()),
    headers: () => rateHeaders(standing()),
    leave: (how) => {
      if (entered.refused === undefined) entered.leave(how);
    },
  };
}
