import { setTimeout as realSleep } from "node:timers/promises";
import type { Transport } from "@forgehand/core";
import { undiciTransport } from "@forgehand/core/undici";
import type { Emulator, EmulatorOptions } from "@forgehand/emulator";
import { mergeReports } from "../../../action/src/fleet/merge-reports.ts";
import { readMatrix } from "../../../action/src/fleet/read-matrix.ts";
import { readInputs } from "../../../action/src/inputs/read-inputs.ts";
import { reportMetadata } from "../../../action/src/report/report-metadata.ts";
import { stepHost } from "../../../action/src/step-host.ts";
import { createRunRecorder } from "../../../packages/tasks/src/cancellation/run-recorder.ts";
import type { Log } from "../../../packages/tasks/src/log.ts";
import type { Report } from "../../../packages/tasks/src/report/report.ts";
import { type RunDependencies, runTasks } from "../../../packages/tasks/src/run-tasks.ts";
import type { SettingName } from "../../../packages/tasks/src/settings/settings.ts";
import { createVirtualClock } from "../../clock/virtual-clock.ts";
import { PUBLISHED_LIMITS } from "../pace/limit-rules.ts";
import { minimumSeconds } from "../pace/minimum.ts";

/** Inputs of a step, as in a workflow file. */
export type StepInputs = Readonly<Partial<Record<SettingName, string>>>;

/** Measurements of a step. */
export interface MeasuredStep {
  /** Requests that were sent, and the statuses of their responses. */
  readonly calls: readonly { readonly method: string; readonly path: string; readonly status: number }[];
  /** Lines of the log. */
  readonly lines: readonly string[];
  /** Duration in virtual seconds. */
  readonly seconds: number;
  /** Minimum duration in which a service with the published limits can serve all calls, in seconds. */
  readonly minimum: number;
  /** Number of calls that the service rejected because of rate limits. */
  readonly refused: number;
  /** Peak memory in bytes, relative to the start. Includes the emulator, which runs in the same process. */
  readonly memory: number;
}

/** Result of running the action. */
export interface ActionRun extends MeasuredStep {
  readonly report: Report;
}

/** Starts an emulator, from its sources or from the build. */
export type StartEmulator = (options: EmulatorOptions) => Promise<Emulator>;

const START = Date.parse("2026-07-01T12:00:00Z");

/**
 * Before a jump in virtual time that is longer than this, other threads get some real time to finish work such as
 * signing.
 */
const LONG_JUMP_MS = 1000;
const THREAD_WAIT_MS = 80;

/** One-way network latency, in milliseconds. */
export const LATENCY = 40;

/** An emulator with the published limits, and the action running against it, in one process and one virtual time. */
export type ActionBench = Awaited<ReturnType<typeof startActionBench>>;

export async function startActionBench(start: StartEmulator, seed: object) {
  const clock = createVirtualClock({
    start: START,
    beforeJump: (milliseconds) => (milliseconds > LONG_JUMP_MS ? realSleep(THREAD_WAIT_MS) : undefined),
  });
  const emulator = await start({ seed, limits: "published", now: () => new Date(clock.now()) });
  const connections = undiciTransport();
  const send = clock.hold(connections);
  const { signal: stopping } = new AbortController();

  const environmentOf = (inputs: StepInputs) => ({
    GITHUB_API_URL: emulator.apiUrl,
    GITHUB_RUN_ID: "1",
    GITHUB_REPOSITORY: "acme/automation",
    ...Object.fromEntries(Object.entries(inputs).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value])),
  });
  const settingsOf = (inputs: StepInputs) => readInputs(environmentOf(inputs), () => undefined);
  const readDeclarations = (entries: readonly [StepInputs, ...StepInputs[]]) => {
    const settings = settingsOf(entries[0]);
    return [settings, new Map([[settings.required("task"), entries.map(settingsOf)]])] as const;
  };

  /**
   * Runs code as a step, and measures it.
   * @param hourly rate limit of the caller per hour
   */
  async function measureStep<T>(
    runStep: (deps: RunDependencies) => Promise<T>,
    hourly = PUBLISHED_LIMITS.primary.limit,
  ) {
    const calls: { method: string; path: string; status: number }[] = [];
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
    const recorder = createRunRecorder(clock);
    const deps = { ...stepHost(environmentOf({})), log: logInto(lines), clock, stopping, transport, recorder };
    const result = await runStep(deps);
    const measured: MeasuredStep = {
      calls,
      lines,
      seconds: (clock.now() - startedAt) / 1000,
      minimum: minimumSeconds(calls, {
        ...PUBLISHED_LIMITS,
        // The emulator does not limit CPU time.
        cpu: { ...PUBLISHED_LIMITS.cpu, limit: Number.MAX_SAFE_INTEGER },
        primary: { ...PUBLISHED_LIMITS.primary, limit: hourly },
      }),
      refused: calls.filter(({ status }) => status === 403 || status === 429).length,
      memory: Math.max(peak, bytesInUse()) - before,
    };
    return { result, measured };
  }

  async function run(
    entries: readonly [StepInputs, ...StepInputs[]],
    hourly = PUBLISHED_LIMITS.primary.limit,
  ): Promise<ActionRun> {
    const [settings, declarations] = readDeclarations(entries);
    const { result, measured } = await measureStep(async (deps) => {
      await runTasks(settings, declarations, deps);
      return deps.recorder.report(reportMetadata(settings, deps));
    }, hourly);
    return { ...measured, report: result };
  }

  return {
    emulator,
    clock,
    /** Runs a task with several entries, as in a configuration file; the first entry's inputs are also the step's own. */
    run: (...entries: [StepInputs, ...StepInputs[]]) => clock.runUntil(run(entries)),
    /** Runs several steps concurrently, each with its own rate limit per hour. */
    runConcurrently: (steps: readonly StepInputs[], hourly: number) =>
      clock.runUntil(Promise.all(steps.map((inputs) => run([inputs], hourly)))),
    /** Divides the targets of a step into shards. */
    async createShards(inputs: StepInputs) {
      const creating = measureStep((deps) => readMatrix(...readDeclarations([inputs]), deps));
      const { result, measured } = await clock.runUntil(creating);
      if (result.notes.length > 0) throw new Error(result.notes.join("\n"));
      return { rows: result.rows, matrix: measured };
    },
    merge: (inputs: StepInputs) => mergeReports(settingsOf(inputs), { ...stepHost({}), clock, stopping }),
    /** Advances virtual time. */
    advance: (seconds: number) => clock.runUntil(clock.sleep(seconds * 1000)),
    async stop() {
      await connections.close();
      await emulator.stop();
    },
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
