import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { installCore } from "./installed-core.ts";
import {
  type BenchCandidate,
  collectSamples,
  compareSamples,
  type RoundComparison,
  type RoundOptions,
} from "./measure.ts";
import { type RunningProgram, startProgram, startWorker, type WorkerProcess } from "./processes.ts";
import { type BenchResult, rowsResult } from "./result.ts";
import type { CaseRow, Row } from "./row.ts";

/** Options of a measured case. */
export interface CaseOptions {
  /** Measure only figures that can be checked on any machine, in fewer rounds. */
  readonly isQuick: boolean;
  /** Called with a description of each step. */
  readonly onProgress: (step: string) => void;
  /** Called with a description of rows that can't be measured on this machine, and the reason. */
  readonly onSkip: (rows: string) => void;
}

/** A part of a case, with its own processes and folders. */
export interface BenchPart {
  /** Whether it is omitted from quick runs. */
  readonly isSlow?: boolean;
  readonly measure: (bench: Bench) => Promise<Measured>;
}

/** Rows of a part, and its entries for `--json`; by default, these are its rows with their verdicts. */
export interface Measured {
  readonly rows: readonly CaseRow[];
  readonly json?: readonly object[];
}

/** Rounds of a full run and of a quick one. */
export interface BenchRounds extends RoundOptions {
  readonly quick?: RoundOptions;
}

/** The means to measure. All processes and folders end with the part that started them. */
export interface Bench extends CaseOptions {
  /** Runs a function when the part ends. Those that were added last run first. */
  readonly defer: (end: () => unknown) => void;
  readonly createFolder: () => string;
  /** Creates a folder in which the core is installed as from a registry, with the workers. */
  readonly installCore: () => string;
  /**
   * Starts a module of `worker/` as a child process and waits for its first message.
   * @param folder an installation of the core that the module is to use
   */
  readonly startWorker: (module: string, args?: readonly string[], folder?: string) => Promise<WorkerProcess>;
  /** Runs Node with these arguments until the part ends or the program is stopped. */
  readonly startProgram: (args: readonly string[]) => Promise<RunningProgram>;
  /** Runs candidates in turn. Returns a function that compares them by one figure of their samples. */
  readonly compare: <Name extends string, Sample>(
    candidates: readonly BenchCandidate<Name, Sample>[],
    rounds: BenchRounds,
    label?: string,
  ) => Promise<(figureOf: (sample: Sample) => number) => RoundComparison<Name>>;
}

/** Measures the parts of a case one after the other. */
export async function measureParts(
  name: string,
  parts: readonly BenchPart[],
  options: CaseOptions,
): Promise<BenchResult> {
  const rows: Row[] = [];
  const json: object[] = [];
  for (const { measure } of parts.filter(({ isSlow }) => !(isSlow && options.isQuick))) {
    const ends: (() => unknown)[] = [];
    try {
      const measured = await measure(createBench(options, (end) => ends.unshift(end)));
      const named = measured.rows.map((row): Row => ({ case: name, ...row }));
      rows.push(...named);
      json.push(...(measured.json ?? rowsResult(named).json));
    } finally {
      for (const end of ends) await end();
    }
  }
  return { rows, json };
}

function createBench(options: CaseOptions, defer: Bench["defer"]): Bench {
  const createFolder = () => {
    const folder = mkdtempSync(join(tmpdir(), "forgehand-bench-"));
    defer(() => rmSync(folder, { recursive: true, force: true }));
    return folder;
  };
  return {
    ...options,
    defer,
    createFolder,
    installCore: () => installCore(createFolder()),
    async startWorker(module, args = [], folder = import.meta.dirname) {
      const worker = await startWorker(join(folder, "worker", module), args);
      defer(worker.stop);
      return worker;
    },
    async startProgram(args) {
      const program = await startProgram(args);
      defer(program.stop);
      return program;
    },
    async compare(candidates, { quick, ...full }, label) {
      const samples = await collectSamples(candidates, {
        ...full,
        ...(options.isQuick && quick),
        onProgress: (round) => options.onProgress(label === undefined ? round : `${label}, ${round}`),
      });
      return (figureOf) => compareSamples(samples, figureOf);
    },
  };
}
