import type { Clock } from "@forgehand/core";
import type { Job, JobItem } from "../../lists/job.ts";
import type { ControlId } from "../../model/control-states.ts";
import type { JobStore } from "./job-store.ts";
import type { RepositoryService } from "./repository-service.ts";

/** Dependencies of the job runner. */
export interface JobDeps {
  readonly store: JobStore;
  /**
   * Returns the service of an account.
   * @throws UnavailableError if the account does not exist or is locked
   */
  readonly connect: (account: string) => Promise<RepositoryService>;
  /** Returns the signal that ends the use of an account. It must be called before `connect`. */
  readonly accessTo: (account: string) => AbortSignal;
  readonly clock: Clock;
  /** Time that never goes back while the worker runs, in milliseconds since 1970. Orders what was read and changed. */
  readonly steadyTime: () => number;
  /** Whether neither the user nor an administrator has turned off any of the controls. */
  readonly areControlsEnabled: (controls: readonly ControlId[]) => Promise<boolean>;
  /** Called for every change of a job. */
  readonly onJobChanged: (job: Job) => void;
  /** Whether the quota for interactive use can be used by jobs. */
  readonly isUserAway?: () => boolean;
  /** Called for every repository that was changed. */
  readonly onItemWritten?: (account: string, item: JobItem) => void;
  /** Called for every job that ended with failures or needs the user. */
  readonly onJobFailed?: (job: Job) => void;
  /** Keeps the worker from being terminated until the returned function is called. */
  readonly stayAwake: () => () => void;
  /** Starts the worker after a time in milliseconds if it has been terminated by then. Returns a function that cancels. */
  readonly wakeAfter: (milliseconds: number) => () => void;
}
