import type { BenchJob } from "./job.ts";
import type { KeyValueStorage } from "./key-value-storage.ts";

/** Dependencies of one client process. */
export interface ProcessContext {
  readonly fetch: typeof globalThis.fetch;
  /** Index and number of the processes that share a token, for example `2/16`; absent if it is the only one. */
  readonly share?: string;
  readonly storage?: KeyValueStorage;
}

/** Runs one job. Rejects if it failed or its outcome is unknown. */
export type RunJob = (job: BenchJob) => Promise<void>;

export type StartClient = (context: ProcessContext) => RunJob;
