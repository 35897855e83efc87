import type { PlannedCalls } from "@forgehand/core";
import type { UsedOperations } from "../connection.ts";
import type { Applied, Change, Plan } from "../plan.ts";
import type { Settings } from "../settings/create-settings.ts";
import type { TaskName } from "../settings/values.ts";
import type { RepositorySelection } from "../targets/directory.ts";
import type { IfNoneFound } from "../targets/if-none-found.ts";
import type { RunContext } from "./run-context.ts";

/** The targets of an entry: organizations and repositories. */
export interface EntryTargets {
  /** Logins or patterns of them. */
  readonly organizations: readonly string[];
  readonly ifNoneFound?: IfNoneFound | undefined;
  readonly selection: RepositorySelection | undefined;
  /** Explains which part of the entry can't be sharded, and what to do instead. */
  readonly unsharded?: string | undefined;
}

/**
 * A task: reads the current state, plans changes, applies and verifies them. All entries run together, so that shared
 * state is read once. All functions throw Problem or ForgeError.
 */
export interface Task<Entry, State, C extends Change> {
  readonly name: TaskName;
  readonly title: string;
  /**
   * Reads the entries that settings declare, most often one. All are read before the first call.
   * @throws Problem
   */
  readonly readEntries: (settings: Settings) => readonly Entry[];
  /** Returns the targets of an entry without any calls, so that a fleet can be divided into shards. */
  readonly targets: (entry: Entry) => EntryTargets;
  /**
   * Returns the operations that an entry uses, besides those that find its repositories. The permissions of tokens are
   * derived from them.
   * @param canWrite false if nothing is to be changed
   */
  readonly operations: (entry: Entry, canWrite: boolean) => UsedOperations;
  /**
   * Checks what can be checked before the first call of any task.
   * @throws Problem
   */
  readonly check?: (run: RunContext, entries: readonly Entry[]) => void | Promise<void>;
  readonly read: (run: RunContext, entries: readonly Entry[]) => Promise<State>;
  /** Pure: the same state always gives the same plan. */
  readonly plan: (state: State) => Plan<C>;
  /** Returns the calls needed to apply changes, for an estimate. */
  readonly calls: (changes: readonly C[]) => readonly PlannedCalls[];
  /**
   * Applies changes independently, verifies them, and saves state for the next run. Never throws for a single change.
   */
  readonly apply: (run: RunContext, changes: readonly C[], state: State) => Promise<Applied<C>>;
}
