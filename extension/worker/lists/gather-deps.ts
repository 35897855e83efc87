import type { Client } from "@forgehand/core";
import type { ListsDatabase } from "../../lists/database.ts";
import type { ListsChange } from "../../lists/lists-channel.ts";
import type { JobDeps } from "../jobs/job-deps.ts";
import type { GatherProgress } from "./gather-progress.ts";

/** Dependencies of gathering. */
export interface GatherDeps extends Pick<JobDeps, "clock" | "steadyTime" | "stayAwake" | "wakeAfter"> {
  readonly lists: ListsDatabase;
  /**
   * Returns a caching client.
   * @throws UnavailableError
   */
  readonly connect: (account: string) => Promise<Client>;
  readonly emit: (change: ListsChange) => void;
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
