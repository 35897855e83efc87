import { createVirtualClock } from "../../clock/virtual-clock.ts";
import { withVirtualGlobals } from "../../clock/virtual-globals.ts";
import type { ProcessContext, RunJob, StartClient } from "./clients.ts";
import { type BenchJob, wireRequest } from "./job.ts";
import { createModelService, type ModelService } from "./model.ts";
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

/** Runs a workload with a client, in virtual time. */
export function runWorkload(startClient: StartClient, workload: PaceWorkload): Promise<WorkloadOutcome> {
  const work = async () => {
    const { jobs, rules, latency, lostResponses } = workload;
    const service = createModelService({
      ...(rules && { rules }),
      ...(latency && { latency }),
      ...(lostResponses && { lostResponses }),
    });
    const start = Date.now();
    const done = new Set<BenchJob>();
    const interactiveCalls = workload.restarts
      ? await runWithRestart(startClient, service, jobs, done)
      : await runInParallel(startClient, service, workload, done);
    const seconds = (Date.now() - start) / 1000;
    const waits = await Promise.all(interactiveCalls.map(({ wait }) => wait));
    const all = [...jobs, ...interactiveCalls.map(({ job }) => job)];
    const executions = (job: BenchJob) => service.executions(wireRequest(job));
    return {
      seconds,
      refused: service.refused(),
      lost: all.filter((job) => !done.has(job) || executions(job) === 0).length,
      duplicates: all.filter(isNotIdempotent).reduce((sum, job) => sum + Math.max(0, executions(job) - 1), 0),
      waits,
    };
  };
  // A timer without a delay takes no time, as in the published figures.
  return withVirtualGlobals(createVirtualClock(), work, { shortestDelay: 0 });
}

/** PUT and DELETE are idempotent: repeating them after a lost response or a restart changes nothing. */
function isNotIdempotent(job: BenchJob): boolean {
  return wireRequest(job).method === "POST";
}

/** An interactive job in flight. */
interface InteractiveCall {
  readonly job: BenchJob;
  /** Resolves to its duration, in seconds. */
  readonly wait: Promise<number>;
}

async function runInParallel(
  startClient: StartClient,
  { fetch }: ModelService,
  { jobs, processes = 1, interactiveEvery }: PaceWorkload,
  done: Set<BenchJob>,
): Promise<readonly InteractiveCall[]> {
  const runners = Array.from({ length: processes }, (_, index) =>
    startClient({ fetch, ...(processes > 1 && { share: `${index + 1}/${processes}` }) }),
  );
  const interactiveCalls: InteractiveCall[] = [];
  const [first] = runners;
  const startInteractiveCall = () => {
    const job: BenchJob = {
      kind: "subscription",
      number: jobs.length + interactiveCalls.length + 1,
      interactive: true,
    };
    if (first) interactiveCalls.push({ job, wait: durationOf(runAll(first, [job], (ended) => done.add(ended))) });
  };
  const interactiveTimer =
    interactiveEvery === undefined ? undefined : setInterval(startInteractiveCall, interactiveEvery * 1000);
  const jobsOf = (process: number) => jobs.filter((_, index) => index % processes === process);
  await Promise.all(runners.map((run, process) => runAll(run, jobsOf(process), (job) => done.add(job))));
  clearInterval(interactiveTimer);
  return interactiveCalls;
}

async function runWithRestart(
  startClient: StartClient,
  { fetch }: ModelService,
  jobs: readonly BenchJob[],
  done: Set<BenchJob>,
): Promise<readonly InteractiveCall[]> {
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
  return [];
}

/**
 * Context of a process that is killed without warning: nothing gets into and out of it any more. Requests that were
 * already sent still take effect.
 */
function contextUntil(
  killed: AbortSignal,
  { fetch, storage }: Required<Omit<ProcessContext, "share">>,
): ProcessContext {
  const never = new Promise<never>(() => {});
  const blockIfKilled = () => (killed.aborted ? never : undefined);
  const whileAlive =
    <Args extends unknown[], Result>(operation: (...args: Args) => Promise<Result>) =>
    (...args: Args): Promise<Result> =>
      killed.aborted ? never : operation(...args).finally(blockIfKilled);
  return { fetch: whileAlive(fetch), storage: { get: whileAlive(storage.get), set: whileAlive(storage.set) } };
}

/** Starts all jobs at once, and resolves when all have succeeded or failed. */
async function runAll(run: RunJob, jobs: readonly BenchJob[], onDone: (job: BenchJob) => void): Promise<void> {
  await Promise.allSettled(jobs.map((job) => run(job).then(() => onDone(job))));
}

async function durationOf(work: Promise<void>): Promise<number> {
  const start = Date.now();
  await work;
  return (Date.now() - start) / 1000;
}
