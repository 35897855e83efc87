import type { PlannedCalls } from "@forgehand/core";
import type { Applied, Change, Plan } from "./plan.ts";
import type { Run } from "./run/run.ts";
import type { Settings } from "./settings/read.ts";
import type { TaskName } from "./settings/values.ts";
import type { Selection } from "./targets/directory.ts";

/** What an entry is about: organizations' own things, and repositories. */
export interface Scope {
  readonly organizations: readonly string[];
  readonly selection: Selection | undefined;
  /** What of it no shard takes, and what to do instead. */
  readonly apart?: string | undefined;
}

/**
 * A task: reads what is, plans what to do about it, does it change by change, and reads back whether it holds. All its entries
 * are one run of it, so that what they share is read once. Everything throws Problem or ForgeError.
 */
export interface Task<Entry, State, C extends Change> {
  readonly name: TaskName;
  readonly title: string;
  /** Reads the settings of one entry. All entries are read before the first call. @throws Problem */
  readonly declare: (settings: Settings) => Entry;
  /** What an entry is about, without reading anything of it: so that a fleet can be cut into shards. */
  readonly scope: (entry: Entry) => Scope;
  /** What can be known to be wrong before the first call of any task, in the place where it runs. @throws Problem */
  readonly check?: (run: Run, entries: readonly Entry[]) => void | Promise<void>;
  readonly read: (run: Run, entries: readonly Entry[]) => Promise<State>;
  /** Pure: the same state always gives the same plan. */
  readonly plan: (state: State) => Plan<C>;
  /** The calls that it takes to apply changes, for an estimate. */
  readonly calls: (changes: readonly C[]) => readonly PlannedCalls[];
  /** Applies changes, each on its own, reads them back, and keeps what the next run needs. Never throws for one of them. */
  readonly apply: (run: Run, changes: readonly C[], state: State) => Promise<Applied<C>>;
}
