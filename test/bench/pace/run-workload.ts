import { createVirtualClock } from "../../clock/virtual-clock.ts";
import { withVirtualGlobals } from "../../clock/virtual-globals.ts";
import type { Run, StartClient } from "./client.ts";
import { type Job, wireRequest } from "./job.ts";
import { storageOver } from "./key-value-storage.ts";
import { createService, type Service } from "./model.ts";
import { mortal } from "./mortal.ts";
import type { Workload } from "./workloads.ts";

/** How a client fared with a workload. */
export interface Outcome {
  /** Until every job was settled that nobody waited for. */
  readonly seconds: number;
  /** How many requests the service refused. */
  readonly refused: number;
  /** Jobs that were never executed, or that the client gave up. */
  readonly lost: number;
  /** How often something was done again that is not the same when done twice. */
  readonly duplicates: number;
  /** How many seconds each interactive job took. */
  readonly waits: readonly number[];
}

/** Works through a workload with a client, in virtual time. */
export function runWorkload(startClient: StartClient, workload: Workload): Promise<Outcome> {
  const work = async () => {
    const { jobs, rules, lostAnswers } = workload;
    const service = createService({ ...(rules && { rules }), ...(lostAnswers && { lostAnswers }) });
    const start = Date.now();
    const done = new Set<Job>();
    const clicks = workload.restarts
      ? await acrossRestart(startClient, service, jobs, done)
      : await sideBySide(startClient, service, workload, done);
    const seconds = (Date.now() - start) / 1000;
    const waits = await Promise.all(clicks.map(({ wait }) => wait));
    const all = [...jobs, ...clicks.map(({ job }) => job)];
    const executions = (job: Job) => service.executions(wireRequest(job));
    return {
      seconds,
      refused: service.refused(),
      lost: all.filter((job) => !done.has(job) || executions(job) === 0).length,
      duplicates: all.filter(addsUp).reduce((sum, job) => sum + Math.max(0, executions(job) - 1), 0),
      waits,
    };
  };
  // A timer without a delay costs no time, as in the figures that are published.
  return withVirtualGlobals(createVirtualClock(), work, { shortestDelay: 0 });
}

/** PUT and DELETE say how things shall be: done once more, after a lost answer or a restart, they change nothing. */
function addsUp(job: Job): boolean {
  return wireRequest(job).method === "POST";
}

/** An interactive job on its way. */
interface Click {
  readonly job: Job;
  /** The seconds that it takes, in the end. */
  readonly wait: Promise<number>;
}

async function sideBySide(
  startClient: StartClient,
  { fetch }: Service,
  { jobs, processes = 1, interactiveEvery }: Workload,
  done: Set<Job>,
): Promise<readonly Click[]> {
  const runs = Array.from({ length: processes }, (_, index) =>
    startClient({ fetch, ...(processes > 1 && { share: `${index + 1}/${processes}` }) }),
  );
  const clicks: Click[] = [];
  const [first] = runs;
  const click = () => {
    const job: Job = { kind: "subscription", number: jobs.length + clicks.length + 1, interactive: true };
    if (first) clicks.push({ job, wait: secondsOf(workThrough(first, [job], (ended) => done.add(ended))) });
  };
  const clicking = interactiveEvery === undefined ? undefined : setInterval(click, interactiveEvery * 1000);
  const dealt = (process: number) => jobs.filter((_, index) => index % processes === process);
  await Promise.all(runs.map((run, process) => workThrough(run, dealt(process), (job) => done.add(job))));
  clearInterval(clicking);
  return clicks;
}

async function acrossRestart(
  startClient: StartClient,
  { fetch }: Service,
  jobs: readonly Job[],
  done: Set<Job>,
): Promise<readonly Click[]> {
  const data = new Map<string, string>();
  const life = mortal({ fetch, storage: storageOver(data) });
  const first = startClient(life.surroundings);
  await new Promise<void>((resolve) => {
    const end = () => {
      life.end();
      resolve();
    };
    const confirm = (job: Job) => {
      if (life.isOver()) return;
      done.add(job);
      if (done.size >= jobs.length / 2) end();
    };
    workThrough(first, jobs, confirm).then(end);
  });
  const second = startClient({ fetch, storage: storageOver(data) });
  const left = jobs.filter((job) => !done.has(job));
  await workThrough(second, left, (job) => done.add(job));
  return [];
}

/** Starts all jobs at once, and ends when every one has succeeded or failed. */
async function workThrough(run: Run, jobs: readonly Job[], confirm: (job: Job) => void): Promise<void> {
  await Promise.allSettled(jobs.map((job) => run(job).then(() => confirm(job))));
}

async function secondsOf(work: Promise<void>): Promise<number> {
  const start = Date.now();
  await work;
  return (Date.now() - start) / 1000;
}
