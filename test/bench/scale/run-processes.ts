import { createVirtualClock, type VirtualClock } from "../../clock/virtual-clock.ts";
import { withVirtualGlobals } from "../../clock/virtual-globals.ts";
import type { RunJob } from "../pace/clients.ts";
import { type BenchJob, wireRequest } from "../pace/job.ts";
import { createKillable } from "../pace/killable.ts";
import { createModelService, type ModelService } from "../pace/model.ts";
import { seededRandom } from "../pace/seeded-random.ts";
import { createJobList, type JobList } from "./job-list.ts";

/** Dependencies of one simulated process. */
export interface SimulatedContext {
  readonly fetch: typeof globalThis.fetch;
  /** Aborted when the process is killed without warning. */
  readonly killed: AbortSignal;
  /** Wraps functions through which the process reaches anything but the service, for example a store. */
  readonly whileAlive: ReturnType<typeof createKillable>;
  /** Wraps functions during which no virtual time may pass, such as commands to an engine. */
  readonly hold: VirtualClock["hold"];
  /** Number of the process, from 1. */
  readonly number: number;
  /** Lowest number, from 1, that no other process has at the same time, and the highest possible one: `3/12`. */
  readonly share: string;
}

/** Starts the client of a process. */
export type StartProcess = (context: SimulatedContext) => RunJob | Promise<RunJob>;

/** Jobs, and the processes that share them. */
export interface SharedWork {
  readonly jobs: readonly BenchJob[];
  /** Number of processes. */
  readonly processes: number;
  /** Set if processes start, stop and are killed: the highest number of them. */
  readonly mostProcesses?: number;
  /** Seed of the random times at which processes start, stop and are killed; default 1. */
  readonly seed?: number;
  /** Turns of the event loop without a command after which an engine has nothing more to say; default 4. */
  readonly quietTurns?: number;
}

/** Result of processes' work. */
export interface SharedOutcome {
  /** Virtual time until all jobs were settled. */
  readonly seconds: number;
  /** Number of requests that the service rejected. */
  readonly refused: number;
  /** Jobs that were never executed or that their client gave up. */
  readonly lost: number;
  /** Additional executions, without those of jobs whose process was killed after it had sent them. */
  readonly duplicates: number;
  /** Number of jobs whose process was killed after it had sent them. */
  readonly interrupted: number;
  readonly kills: number;
  /** Number of processes that were started. */
  readonly started: number;
}

/** Jobs that a process works on at the same time. */
const PREFETCH = 50;
/** Mean milliseconds between two kills, and between two processes that start or stop. */
const [KILL_INTERVAL_MS, CHANGE_INTERVAL_MS] = [60_000, 45_000];
/** Maximum milliseconds from the sending of a request to the kill of its process. */
const KILL_DELAY_MS = 250;

/** Runs processes that share a token, in virtual time. */
export function runProcesses(startProcess: StartProcess, work: SharedWork): Promise<SharedOutcome> {
  const { jobs, quietTurns = 4 } = work;
  const clock = createVirtualClock({ quietTurns });
  const run = async (): Promise<SharedOutcome> => {
    const service = createModelService();
    const list = createJobList(jobs);
    const start = Date.now();
    const fleet = createFleet(startProcess, { work, service, list, hold: clock.hold });
    await fleet.start();
    await list.settled;
    const seconds = (Date.now() - start) / 1000;
    fleet.stop();
    const executions = (job: BenchJob) => service.executions(wireRequest(job));
    const sum = (figure: (job: BenchJob) => number) => jobs.reduce((total, job) => total + figure(job), 0);
    return {
      seconds,
      refused: service.refused(),
      lost: jobs.filter((job) => !list.isDone(job) || executions(job) === 0).length,
      duplicates: sum((job) => Math.max(0, executions(job) - 1 - list.interruptions(job))),
      interrupted: sum(list.interruptions),
      ...fleet.counts(),
    };
  };
  // A timer without a delay takes no time, as in the published figures.
  return withVirtualGlobals(clock, run, { shortestDelay: 0 });
}

interface SimulatedProcess {
  readonly slot: number;
  /** Jobs that it has taken and not settled. */
  readonly unfinished: Set<BenchJob>;
  /** It takes no further jobs. */
  isStopping: boolean;
  /** It is killed soon after its next request. */
  isDoomed: boolean;
  killTimer: ReturnType<typeof setTimeout> | undefined;
  readonly kill: () => void;
}

interface FleetOptions {
  readonly work: SharedWork;
  readonly service: ModelService;
  readonly list: JobList;
  readonly hold: VirtualClock["hold"];
}

/** Starts processes, and then stops, kills and replaces them if the work says so. */
function createFleet(startProcess: StartProcess, { work, service, list, hold }: FleetOptions) {
  const { processes, mostProcesses = processes, seed = 1 } = work;
  const isChanging = mostProcesses > processes;
  const random = seededRandom(seed);
  const alive = new Set<SimulatedProcess>();
  const timers = new Set<ReturnType<typeof setTimeout>>();
  let started = 0;
  let kills = 0;

  async function start(): Promise<void> {
    const controller = new AbortController();
    const { signal } = controller;
    const unfinished = new Set<BenchJob>();
    const slots = new Set(Array.from(alive, ({ slot }) => slot));
    const slot = Array.from({ length: mostProcesses }, (_, index) => index + 1).find((free) => !slots.has(free)) ?? 1;
    const process: SimulatedProcess = {
      slot,
      unfinished,
      isStopping: false,
      isDoomed: false,
      killTimer: undefined,
      kill() {
        kills++;
        controller.abort();
        alive.delete(process);
        list.putBack([...unfinished]);
        void start();
      },
    };
    alive.add(process);
    const whileAlive = createKillable(signal);
    const run = await startProcess({
      fetch: whileAlive((...request) => {
        const sent = service.fetch(...request);
        const [input] = request;
        list.markSent(new URL(input instanceof Request ? input.url : input).pathname);
        if (process.isDoomed && process.killTimer === undefined)
          process.killTimer = setTimeout(process.kill, random() * KILL_DELAY_MS);
        return sent;
      }),
      killed: signal,
      whileAlive,
      hold,
      number: ++started,
      share: `${slot}/${mostProcesses}`,
    });
    const takeJobs = async () => {
      while (!process.isStopping && !signal.aborted) {
        const job = list.take();
        if (!job) return;
        unfinished.add(job);
        const isDone = await run(job).then(
          () => true,
          () => false,
        );
        if (signal.aborted) return;
        unfinished.delete(job);
        list.settle(job, isDone);
      }
    };
    for (let count = 0; count < PREFETCH; count++) void takeJobs();
  }

  function repeat(milliseconds: number, change: () => void): void {
    const timer = setTimeout(
      () => {
        timers.delete(timer);
        change();
        repeat(milliseconds, change);
      },
      milliseconds * (0.5 + random()),
    );
    timers.add(timer);
  }

  function pickProcess(): SimulatedProcess | undefined {
    const candidates = [...alive].filter(({ isDoomed }) => !isDoomed);
    return candidates[Math.floor(random() * candidates.length)];
  }

  function doomOne(): void {
    const process = pickProcess();
    if (process) process.isDoomed = true;
  }

  function startOrStopOne(): void {
    if (alive.size < mostProcesses && (alive.size === processes || random() < 0.5)) {
      void start();
      return;
    }
    const process = pickProcess();
    if (!process) return;
    process.isStopping = true;
    alive.delete(process);
  }

  return {
    async start() {
      await Promise.all(Array.from({ length: processes }, start));
      if (!isChanging) return;
      repeat(KILL_INTERVAL_MS, doomOne);
      repeat(CHANGE_INTERVAL_MS, startOrStopOne);
    },
    stop() {
      for (const timer of timers) clearTimeout(timer);
    },
    counts: () => ({ kills, started }),
  };
}
