import { createVirtualClock } from "../../clock/virtual-clock.ts";
import { withVirtualGlobals } from "../../clock/virtual-globals.ts";
import type { ProcessContext, RunJob, StartClient } from "./clients.ts";
import { type BenchJob, wireRequest } from "./job.ts";
import { createKillable } from "./killable.ts";
import { createModelService } from "./model.ts";
import type { PaceWorkload } from "./workloads.ts";

/** Result of running a workload with a client. */
export interface WorkloadOutcome {
  /** Time until all non-interactive jobs were settled. */
  readonly seconds: number;
  /** Number of requests that the service rejected. */
  readonly refused: number;
  /** Jobs that were never executed or that the client gave up. */
  readonly lost: number;
  /** Additional executions of operations that are not idempotent. */
  readonly duplicates: number;
  /** Duration of each interactive job, in seconds. */
  readonly waits: readonly number[];
}

/** The jobs that have succeeded, and the interactive ones with their durations in seconds. */
interface WorkloadProgress {
  readonly done: Set<BenchJob>;
  readonly interactive: Map<BenchJob, Promise<number>>;
}

/** Runs a workload with a client, in virtual time. */
export function runWorkload(startClient: StartClient, workload: PaceWorkload): Promise<WorkloadOutcome> {
  const work = async () => {
    const { jobs, restarts, ...options } = workload;
    const service = createModelService(options);
    const start = Date.now();
    const progress: WorkloadProgress = { done: new Set(), interactive: new Map() };
    await (restarts ? runWithRestart : runInParallel)(startClient, service.fetch, workload, progress);
    const seconds = (Date.now() - start) / 1000;
    const waits = await Promise.all(progress.interactive.values());
    const all = [...jobs, ...progress.interactive.keys()];
    const executions = (job: BenchJob) => service.executions(wireRequest(job));
    // PUT and DELETE are idempotent: repeating them after a lost response or a restart changes nothing.
    const notIdempotent = all.filter((job) => wireRequest(job).method === "POST");
    return {
      seconds,
      refused: service.refused(),
      lost: all.filter((job) => !progress.done.has(job) || executions(job) === 0).length,
      duplicates: notIdempotent.reduce((sum, job) => sum + Math.max(0, executions(job) - 1), 0),
      waits,
    };
  };
  // A timer without a delay takes no time, as in the published figures.
  return withVirtualGlobals(createVirtualClock(), work, { shortestDelay: 0 });
}

async function runInParallel(
  startClient: StartClient,
  fetch: typeof globalThis.fetch,
  { jobs, processes = 1, interactiveEvery }: PaceWorkload,
  { done, interactive }: WorkloadProgress,
): Promise<void> {
  const runners = Array.from({ length: processes }, (_, index) =>
    startClient({ fetch, ...(processes > 1 && { share: `${index + 1}/${processes}` }) }),
  );
  const run = (process: number, jobs: readonly BenchJob[]) => runAll(runners[process], jobs, (job) => done.add(job));
  const runInteractive = async (job: BenchJob) => {
    const start = Date.now();
    await run(0, [job]);
    return (Date.now() - start) / 1000;
  };
  const startInteractive = () => {
    const number = jobs.length + interactive.size + 1;
    const job: BenchJob = { kind: "subscription", number, interactive: true };
    interactive.set(job, runInteractive(job));
  };
  const timer = interactiveEvery === undefined ? undefined : setInterval(startInteractive, interactiveEvery * 1000);
  const jobsOf = (process: number) => jobs.filter((_, index) => index % processes === process);
  await Promise.all(runners.map((_, process) => run(process, jobsOf(process))));
  clearInterval(timer);
}

async function runWithRestart(
  startClient: StartClient,
  fetch: typeof globalThis.fetch,
  { jobs }: PaceWorkload,
  { done }: WorkloadProgress,
): Promise<void> {
  const data = new Map<string, string>();
  const storage = {
    get: async (key: string) => data.get(key),
    set: async (key: string, value: string) => void data.set(key, value),
  };
  const killed = new AbortController();
  const first = startClient(contextUntil(killed.signal, { fetch, storage }));
  await new Promise<void>((resolve) => {
    killed.signal.addEventListener("abort", () => resolve());
    const onDone = (job: BenchJob) => {
      if (killed.signal.aborted) return;
      done.add(job);
      if (done.size >= jobs.length / 2) killed.abort();
    };
    runAll(first, jobs, onDone).then(() => killed.abort());
  });
  const second = startClient({ fetch, storage });
  const remaining = jobs.filter((job) => !done.has(job));
  await runAll(second, remaining, (job) => done.add(job));
}

/** Context of a process that is killed without warning. */
function contextUntil(
  killed: AbortSignal,
  { fetch, storage: { get, set } }: Required<Pick<ProcessContext, "fetch" | "storage">>,
): ProcessContext {
  const whileAlive = createKillable(killed);
  return { fetch: whileAlive(fetch), storage: { get: whileAlive(get), set: whileAlive(set) } };
}

/** Starts all jobs at once, and resolves when all have succeeded or failed. */
async function runAll(
  run: RunJob | undefined,
  jobs: readonly BenchJob[],
  onDone: (job: BenchJob) => void,
): Promise<void> {
  await Promise.allSettled(jobs.map((job) => run?.(job).then(() => onDone(job))));
}
