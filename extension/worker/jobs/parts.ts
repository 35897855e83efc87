import type { Clock } from "@forgehand/core";
import type { Job, JobItem } from "../../lists/job.ts";
import type { Service } from "./service.ts";
import type { JobStore } from "./store.ts";

/** What jobs need of the world around them. */
export interface Parts {
  readonly store: JobStore;
  /** The service of an account. @throws Unavailable where there is no account, or it is locked */
  readonly connect: (account: string) => Promise<Service>;
  readonly clock: Clock;
  /** Hears of every job that changed. */
  readonly changed: (job: Job) => void;
  /** Is nobody there for whom room would have to be kept? */
  readonly isAlone?: () => boolean;
  /** Hears of every repository that was changed. */
  readonly written?: (account: string, item: JobItem) => void;
  /** Hears of every job that has ended with failures, or that can't go on without somebody. */
  readonly failed?: (job: Job) => void;
  /** Keeps the worker from being ended, until what it gives is called. */
  readonly stayAwake: () => () => void;
  /** Has the worker started at that time, should it have ended by then. */
  readonly wakeAt: (time: number) => void;
}
