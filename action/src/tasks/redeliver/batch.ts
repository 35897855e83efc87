import type { Failure } from "../../plan.ts";
import { hookName } from "./hooks/hook-place.ts";
import type { Keeper } from "./kept/keep.ts";
import type { Settled } from "./outcomes.ts";
import type { Chosen, Redelivery } from "./plan.ts";

/** What is to be sent where the times are kept in one place: under one lock. */
export interface Batch extends Keeper {
  readonly chosen: readonly Chosen[];
  readonly changes: readonly Redelivery[];
}

/** What came of it. */
export interface Result {
  readonly ends: ReadonlyMap<Redelivery, Settled>;
  readonly failures: readonly Failure[];
  /** The service's time before the first was sent; undefined where nothing was. */
  readonly since: Date | undefined;
}

/** Which webhook a redelivery goes to, by name. */
export const nameOfHook = ({ kind, place, hook }: Redelivery) => hookName({ kind, name: place }, hook);
