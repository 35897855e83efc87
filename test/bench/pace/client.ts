import type { Job } from "./job.ts";
import type { KeyValueStorage } from "./key-value-storage.ts";

/** What one process has to work with. */
export interface Surroundings {
  readonly fetch: typeof globalThis.fetch;
  /** Which of how many processes with one token it is: `"2/16"`; absent: the only one. */
  readonly share?: string;
  readonly storage?: KeyValueStorage;
}

/** Does one job; rejects where it knows that it could not, or doesn't know whether it could. */
export type Run = (job: Job) => Promise<void>;

/** A client of the service, in a process of its own. */
export type StartClient = (surroundings: Surroundings) => Run;
