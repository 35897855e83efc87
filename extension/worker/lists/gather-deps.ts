import type { Client, Clock } from "@forgehand/core";
import type { ListsDatabase } from "../../lists/database.ts";
import type { ListsChange } from "../../lists/lists-channel.ts";
import type { GatherProgress } from "./gather-progress.ts";

/** Dependencies of gathering. */
export interface GatherDeps {
  readonly lists: ListsDatabase;
  readonly clock: Clock;
  /** Time that never goes back while the worker runs, in milliseconds since 1970. Orders what was read and changed. */
  readonly steadyTime: () => number;
  /**
   * Returns a caching client.
   * @throws UnavailableError
   */
  readonly connect: (account: string) => Promise<Client>;
  readonly emit: (change: ListsChange) => void;
  /** Keeps the worker from being terminated until the returned function is called. */
  readonly stayAwake: () => () => void;
  /** Starts the worker after a time in milliseconds if it has been terminated by then. Returns a function that cancels. */
  readonly wakeAfter: (milliseconds: number) => () => void;
}

/** One run of gathering an account's entries, between two waits. */
export interface GatherRun extends Pick<GatherDeps, "lists" | "clock" | "steadyTime"> {
  readonly account: string;
  readonly client: Client;
  /** Time at which gathering was first started. Identifies it across waits and worker restarts. */
  readonly runStartedAt: number;
  readonly progress: GatherProgress;
  /** Repositories that were read by their ids since the worker started this run. */
  readonly readIds: Set<number>;
  readonly signal: AbortSignal;
}
