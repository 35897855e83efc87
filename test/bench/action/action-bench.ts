import { setTimeout as realSleep } from "node:timers/promises";
import type { Transport } from "@forgehand/core";
import { undiciTransport } from "@forgehand/core/undici";
import type { Emulator, EmulatorOptions } from "@forgehand/emulator";
import type { ShardRow } from "../../../action/src/fleet/create-shards.ts";
import { mergeReports } from "../../../action/src/fleet/merge-reports.ts";
import { readMatrix } from "../../../action/src/fleet/read-matrix.ts";
import { readInputs } from "../../../action/src/inputs/read-inputs.ts";
import { reportMetadata } from "../../../action/src/report/report-metadata.ts";
import { stepHost } from "../../../action/src/step-host.ts";
import { createRunRecorder } from "../../../packages/tasks/src/cancellation/run-recorder.ts";
import type { Environment } from "../../../packages/tasks/src/host.ts";
import type { Log } from "../../../packages/tasks/src/log.ts";
import type { Report } from "../../../packages/tasks/src/report/report.ts";
import { type RunDependencies, runTasks } from "../../../packages/tasks/src/run-tasks.ts";
import type { Settings } from "../../../packages/tasks/src/settings/create-settings.ts";
import type { SettingName } from "../../../packages/tasks/src/settings/values.ts";
import { createVirtualClock, type VirtualClock } from "../../clock/virtual-clock.ts";
import { PUBLISHED_LIMITS } from "../pace/limit-rules.ts";
import { minimumSeconds } from "../pace/minimum.ts";

/** Inputs of a step, as in a workflow file. */
export type StepInputs = Readonly<Partial<Record<SettingName, string>>>;

/** A request that was sent, and the status of its response. */
interface RecordedCall {
  readonly method: string;
  readonly path: string;
  readonly status: number;
}

/** Result of running the action. */
export interface ActionRun {
  readonly report: Report;
  /** Lines of the log. */
  readonly lines: readonly string[];
  /** Duration in virtual seconds. */
  readonly seconds: number;
  /** Minimum duration in which a service with the published limits can serve all calls, in seconds. */
  readonly minimum: number;
  readonly calls: readonly RecordedCall[];
  /** Calls that the service rejected because of rate limits. */
  readonly refused: number;
  /** Peak memory in bytes, relative to the start. Includes the emulator, which runs in the same process. */
  readonly memory: number;
}

/** An emulator with the published limits, and the action running against it, in one process and one virtual time. */
export interface ActionBench {
  readonly emulator: Emulator;
  readonly clock: VirtualClock;
  /** Runs a task with several entries, as in a configuration file; the first entry's inputs are also the step's own. */
  readonly run: (entries: ConfigEntries) => Promise<ActionRun>;
  /**
   * Runs several steps concurrently.
   * @param hourly rate limit of each step per hour
   */
  readonly runConcurrently: (steps: readonly StepInputs[], hourly: number) => Promise<readonly ActionRun[]>;
  /** Divides the targets of a step into shards. */
  readonly createShards: (
    inputs: StepInputs,
  ) => Promise<{ readonly rows: readonly ShardRow[]; readonly ran: ActionRun }>;
  readonly merge: (inputs: StepInputs) => Report;
  /** Advances virtual time. */
  readonly advance: (seconds: number) => Promise<void>;
  readonly stop: () => Promise<void>;
}

export type ConfigEntries = readonly [StepInputs, ...StepInputs[]];

const START = Date.parse("2026-07-01T12:00:00Z");

/**
 * Before a jump in virtual time that is longer than this, other threads get some real time to finish work such as
 * signing.
 */
const LONG_JUMP_MS = 1000;
const THREAD_WAIT_MS = 80;

/** One-way network latency, in milliseconds. */
export const LATENCY = 40;

/** Function that starts an emulator, from its sources or from the build. */
export type StartEmulator = (options: EmulatorOptions) => Promise<Emulator>;

export async function startActionBench(start: StartEmulator, seed: object): Promise<ActionBench> {
  const clock = createVirtualClock({
    start: START,
    beforeJump: (milliseconds) => (milliseconds > LONG_JUMP_MS ? realSleep(THREAD_WAIT_MS) : undefined),
  });
  const emulator = await start({ seed, limits: "published", now: () => new Date(clock.now()) });
  const connections = undiciTransport();
  const send = clock.hold(connections);
  const { signal: stopping } = new AbortController();

  /**
   * Runs code as a step, and measures it.
   * @param hourly rate limit of the caller per hour
   */
  async function measureStep<T>(runStep: (deps: RunDependencies) => Promise<T>, hourly: number) {
    const calls: RecordedCall[] = [];
    const lines: string[] = [];
    const before = bytesInUse();
    let peak = before;
    const transport: Transport = async (request) => {
      await clock.sleep(LATENCY);
      const response = await send(request);
      await clock.sleep(LATENCY);
      calls.push({ method: request.method, path: request.url.pathname, status: response.status });
      if (calls.length % 100 === 0) peak = Math.max(peak, bytesInUse());
      return response;
    };
    const startedAt = clock.now();
    const environment = environmentOf(emulator, {});
    const recorder = createRunRecorder(clock);
    const deps = { ...stepHost(environment), log: logInto(lines), clock, stopping, transport, recorder };
    const result = await runStep(deps);
    const measured: Omit<ActionRun, "report"> = {
      lines,
      calls,
      seconds: (clock.now() - startedAt) / 1000,
      minimum: minimumSeconds(calls, {
        ...PUBLISHED_LIMITS,
        // The emulator does not limit CPU time.
        cpu: { limit: Number.MAX_SAFE_INTEGER, window: PUBLISHED_LIMITS.cpu.window },
        primary: { limit: hourly, window: PUBLISHED_LIMITS.primary.window },
      }),
      refused: calls.filter(({ status }) => status === 403 || status === 429).length,
      memory: Math.max(peak, bytesInUse()) - before,
    };
    return { result, measured };
  }

  async function run(entries: ConfigEntries, hourly: number): Promise<ActionRun> {
    const { settings, declarations } = readDeclarations(emulator, entries);
    const { result, measured } = await measureStep(async (deps) => {
      await runTasks(settings, declarations, deps);
      return deps.recorder.report(reportMetadata(settings, deps));
    }, hourly);
    return { ...measured, report: result };
  }

  return {
    emulator,
    clock,
    run: (entries) => clock.runUntil(run(entries, PUBLISHED_LIMITS.primary.limit)),
    runConcurrently: (steps, hourly) => clock.runUntil(Promise.all(steps.map((inputs) => run([inputs], hourly)))),
    async createShards(inputs) {
      const { settings, declarations } = readDeclarations(emulator, [inputs]);
      const creatingShards = measureStep(
        (deps) => readMatrix(settings, declarations, deps),
        PUBLISHED_LIMITS.primary.limit,
      );
      const { result, measured } = await clock.runUntil(creatingShards);
      if (result.notes.length > 0) throw new Error(result.notes.join("\n"));
      return { rows: result.rows, ran: { ...measured, report: EMPTY_REPORT } };
    },
    merge: (inputs) => mergeReports(settingsOf(emulator, inputs), { ...stepHost({}), clock, stopping }),
    advance: (seconds) => clock.runUntil(clock.sleep(seconds * 1000)),
    async stop() {
      await connections.close();
      await emulator.stop();
    },
  };
}

/** Report of a step that plans nothing. */
const EMPTY_REPORT: Report = {
  version: 1,
  mode: "matrix",
  step: "",
  at: "",
  attempt: 1,
  cancelled: false,
  calls: 0,
  seconds: 0,
  tasks: [],
};

function readDeclarations(emulator: Emulator, entries: ConfigEntries) {
  const [first] = entries;
  const settings = settingsOf(emulator, first);
  const all = entries.map((inputs) => settingsOf(emulator, inputs));
  return { settings, declarations: new Map([[settings.required("task"), all]]) };
}

function settingsOf(emulator: Emulator, inputs: StepInputs): Settings {
  return readInputs(environmentOf(emulator, inputs), () => undefined);
}

function environmentOf({ apiUrl }: Emulator, inputs: StepInputs): Environment {
  const inputVariables = Object.entries(inputs).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value]);
  return {
    GITHUB_API_URL: apiUrl,
    GITHUB_RUN_ID: "1",
    GITHUB_REPOSITORY: "acme/automation",
    ...Object.fromEntries(inputVariables),
  };
}

function logInto(lines: string[]): Log {
  const add = (line: string) => void lines.push(line);
  return {
    info: add,
    warning: add,
    error: add,
    debug: undefined,
    group(title, all) {
      add(title);
      for (const line of all) add(line);
    },
    mask: () => undefined,
    redact: String,
  };
}

function bytesInUse(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
