import type { Failure } from "../../plan.ts";
import type { RedeliveryResult } from "./await-outcomes.ts";
import type { CheckpointVariable } from "./checkpoint/save-checkpoint.ts";
import { hookName } from "./hooks/hook-scope.ts";
import type { ChosenHook, Redelivery } from "./plan.ts";

/** Redeliveries that share a checkpoint variable, and therefore a lock. */
export interface Batch extends CheckpointVariable {
  readonly chosen: readonly ChosenHook[];
  readonly changes: readonly Redelivery[];
}

/** Result of sending a batch. */
export interface BatchResult {
  readonly results: ReadonlyMap<Redelivery, RedeliveryResult>;
  readonly failures: readonly Failure[];
  /** The service's time before the first redelivery was sent; undefined if none was sent. */
  readonly since: Date | undefined;
}

/** Returns the name of the webhook that a redelivery goes to. */
export const hookNameOf = ({ kind, scope, hook }: Redelivery) => hookName({ kind, name: scope }, hook);
