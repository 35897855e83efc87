import { setTimeout as realSleep } from "node:timers/promises";
import type { Transport } from "@forgehand/core";
import { undiciTransport } from "@forgehand/core/undici";
import type { Emulator, EmulatorOptions } from "@forgehand/emulator";
import type { ShardRow } from "../../../action/src/fleet/create-shards.ts";
import { mergeReports } from "../../../action/src/fleet/merge-reports.ts";
import { readMatrix } from "../../../action/src/fleet/read-matrix.ts";
import type { Log } from "../../../action/src/log.ts";
import type { Report } from "../../../action/src/report/report.ts";
import { type RunDependencies, runTasks } from "../../../action/src/run/run-tasks.ts";
import type { Settings } from "../../../action/src/settings/create-settings.ts";
import { type Environment, readInputs } from "../../../action/src/settings/read-inputs.ts";
import type { SettingName } from "../../../action/src/settings/values.ts";
import { createVirtualClock, type VirtualClock } from "../../clock/virtual-clock.ts";
import { minimumSeconds } from "../pace/minimum.ts";
import { PUBLISHED } from "../pace/rules.ts";

/** Inputs of a step, as a workflow writes them. */
export type Inputs = Readonly<Partial<Record<SettingName, string>>>;

/** A request that was made, and the status of its answer. */
interface Made {
  readonly method: string;
  readonly path: string;
  readonly status: number;
}

/** What a run of the action came to. */
export interface Ran {
  readonly report: Report;
  /** What the log said. */
  readonly lines: readonly string[];
  /** Virtual seconds from its beginning to its end. */
  readonly seconds: number;
  /** The fewest in which a service that keeps to its limits can have answered all of its calls. */
  readonly minimum: number;
  readonly calls: readonly Made[];
  /** Calls that the service refused as too many. */
  readonly refused: number;
  /** Bytes of memory in use at most, over those before it. The service is in the same process, and counted too. */
  readonly memory: number;
}

/** A service with the published limits, and the action running against it: all of it in one process and one virtual time. */
export interface World {
  readonly emulator: Emulator;
  readonly time: VirtualClock;
  /** Runs a task with several entries, as a configuration file declares them; the first one's are the run's own inputs too. */
  readonly run: (entries: Entries) => Promise<Ran>;
  /** Runs several steps at the same time. @param hourly what each may call in an hour */
  readonly runTogether: (steps: readonly Inputs[], hourly: number) => Promise<readonly Ran[]>;
  /** Cuts what a step is about into shards. */
  readonly cut: (inputs: Inputs) => Promise<{ readonly rows: readonly ShardRow[]; readonly ran: Ran }>;
  /** Puts reports together. */
  readonly merge: (inputs: Inputs) => Report;
  /** Lets time pass. */
  readonly pass: (seconds: number) => Promise<void>;
  readonly stop: () => Promise<void>;
}

export type Entries = readonly [Inputs, ...Inputs[]];

const START = Date.parse("2026-07-01T12:00:00Z");

/** Before time jumps further than so many milliseconds, threads get real ones to finish what they do: sign, for example. */
const FAR = 1000;
const THREAD_PATIENCE = 80;

/** Milliseconds that a request takes to the service, and its answer back. */
export const LATENCY = 40;

/** What starts a service: the emulator's sources or what was built of them. */
export type Start = (options: EmulatorOptions) => Promise<Emulator>;

/** Starts a service that has this. */
export async function startWorld(start: Start, seed: object): Promise<World> {
  const time = createVirtualClock({
    start: START,
    beforeJump: (milliseconds) => (milliseconds > FAR ? realSleep(THREAD_PATIENCE) : undefined),
  });
  const emulator = await start({ seed, limits: "published", now: () => new Date(time.now()) });
  const connections = undiciTransport();
  const send = time.hold(connections);
  const { signal: stopping } = new AbortController();

  /** Does something as a step, and measures it. @param hourly what its caller may call in an hour */
  async function step<T>(act: (around: RunDependencies) => Promise<T>, hourly: number) {
    const calls: Made[] = [];
    const lines: string[] = [];
    const before = bytesInUse();
    let most = before;
    const transport: Transport = async (request) => {
      await time.sleep(LATENCY);
      const answer = await send(request);
      await time.sleep(LATENCY);
      calls.push({ method: request.method, path: request.url.pathname, status: answer.status });
      if (calls.length % 100 === 0) most = Math.max(most, bytesInUse());
      return answer;
    };
    const began = time.now();
    const environment = environmentOf(emulator, {});
    const result = await act({ environment, log: logInto(lines), clock: time, stopping, transport });
    const measured: Omit<Ran, "report"> = {
      ...{ lines, calls },
      seconds: (time.now() - began) / 1000,
      minimum: minimumSeconds(calls, {
        ...PUBLISHED,
        // The service's computing time is no rule of this one.
        cpu: { limit: Number.MAX_SAFE_INTEGER, window: PUBLISHED.cpu.window },
        primary: { limit: hourly, window: PUBLISHED.primary.window },
      }),
      refused: calls.filter(({ status }) => status === 403 || status === 429).length,
      memory: Math.max(most, bytesInUse()) - before,
    };
    return { result, measured };
  }

  async function run(entries: Entries, hourly: number): Promise<Ran> {
    const { settings, declarations } = declared(emulator, entries);
    const { result, measured } = await step((around) => runTasks(settings, declarations, around), hourly);
    return { ...measured, report: result };
  }

  return {
    emulator,
    time,
    run: (entries) => time.runUntil(run(entries, PUBLISHED.primary.limit)),
    runTogether: (steps, hourly) => time.runUntil(Promise.all(steps.map((inputs) => run([inputs], hourly)))),
    async cut(inputs) {
      const { settings, declarations } = declared(emulator, [inputs]);
      const cutting = step((around) => readMatrix(settings, declarations, around), PUBLISHED.primary.limit);
      const { result, measured } = await time.runUntil(cutting);
      if (result.notes.length > 0) throw new Error(result.notes.join("\n"));
      return { rows: result.rows, ran: { ...measured, report: NOTHING } };
    },
    merge: (inputs) => mergeReports(settingsOf(emulator, inputs), { environment: {}, clock: time, stopping }),
    pass: (seconds) => time.runUntil(time.sleep(seconds * 1000)),
    async stop() {
      await connections.close();
      await emulator.stop();
    },
  };
}

/** Of a step that plans nothing. */
const NOTHING: Report = { version: 1, mode: "matrix", step: "", at: "", attempt: 1, cancelled: false, tasks: [] };

function declared(emulator: Emulator, entries: Entries) {
  const [first] = entries;
  const settings = settingsOf(emulator, first);
  const all = entries.map((inputs) => settingsOf(emulator, inputs));
  return { settings, declarations: new Map([[settings.required("task"), all]]) };
}

function settingsOf(emulator: Emulator, inputs: Inputs): Settings {
  return readInputs(environmentOf(emulator, inputs), () => undefined);
}

function environmentOf({ apiUrl }: Emulator, inputs: Inputs): Environment {
  const given = Object.entries(inputs).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value]);
  return {
    GITHUB_API_URL: apiUrl,
    GITHUB_RUN_ID: "1",
    GITHUB_REPOSITORY: "acme/automation",
    ...Object.fromEntries(given),
  };
}

function logInto(lines: string[]): Log {
  const add = (line: string) => void lines.push(line);
  return {
    info: add,
    warning: add,
    debug: undefined,
    group(title, all) {
      add(title);
      for (const line of all) add(line);
    },
    mask: () => undefined,
  };
}

function bytesInUse(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
