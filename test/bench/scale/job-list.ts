import { type BenchJob, wireRequest } from "../pace/job.ts";

/** Jobs from which processes take the next one, as from a queue that delivers a job again if its consumer is killed. */
export interface JobList {
  /** Removes and returns the next job; undefined if all have been taken. */
  readonly take: () => BenchJob | undefined;
  /** Takes note that a job's request is on its way. @param path the request's path */
  readonly markSent: (path: string) => void;
  /** Takes note that a job has succeeded or that its client has given it up. */
  readonly settle: (job: BenchJob, isDone: boolean) => void;
  /** Puts the jobs of a killed process back to the front. */
  readonly putBack: (jobs: readonly BenchJob[]) => void;
  readonly isDone: (job: BenchJob) => boolean;
  /** Number of times that a job's request was on its way when its process was killed. */
  readonly interruptions: (job: BenchJob) => number;
  /** Resolves when all jobs are settled. */
  readonly settled: Promise<void>;
}

/** @param jobs jobs whose requests have different paths */
export function createJobList(jobs: readonly BenchJob[]): JobList {
  const waiting = jobs.toReversed();
  const done = new Set<BenchJob>();
  const sent = new Set<string>();
  const interruptions = new Map<BenchJob, number>();
  const { promise: settled, resolve } = Promise.withResolvers<void>();
  let unsettled = jobs.length;
  return {
    take: () => waiting.pop(),
    markSent: (path) => sent.add(path),
    settle(job, isDone) {
      if (isDone) done.add(job);
      if (--unsettled === 0) resolve();
    },
    putBack(unfinished) {
      for (const job of unfinished.filter((candidate) => sent.delete(wireRequest(candidate).path)))
        interruptions.set(job, (interruptions.get(job) ?? 0) + 1);
      waiting.push(...unfinished.toReversed());
    },
    isDone: (job) => done.has(job),
    interruptions: (job) => interruptions.get(job) ?? 0,
    settled,
  };
}
