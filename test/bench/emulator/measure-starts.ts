import { setTimeout as wait } from "node:timers/promises";
import * as z from "zod/mini";
import type { CaseOptions } from "../case-options.ts";
import { collectSamples, compareSamples, type RoundComparison, type Spread, spreadOf } from "../measure.ts";
import { startProgram, usageOf } from "./program.ts";

/** Start-up figures of the emulator. */
export interface StartFigures {
  /** Milliseconds from the spawn to the ready line, also of an empty Node program. */
  readonly ready: RoundComparison<"emulator" | "node">;
  /** Milliseconds from the spawn to the first response. */
  readonly answered: Spread;
  /** Memory in MB when idle after the first response. */
  readonly rss: Spread;
}

const ROUNDS = { rounds: 9, warmUps: 1 };
const QUICK_ROUNDS = { rounds: 7, warmUps: 1 };

/** A Node program that prints a line and does nothing else. */
const EMPTY_PROGRAM = ["--eval", 'console.log("ready"); setInterval(() => {}, 1000)'];

/** Idle time before memory is measured, in milliseconds. */
const IDLE_MS = 300;

const Ready = z.object({ apiUrl: z.string() });

/** Starts the command repeatedly and measures it. */
export async function measureStarts(command: string, { isQuick, onProgress }: CaseOptions): Promise<StartFigures> {
  const candidates = [
    { name: "emulator" as const, cost: () => startOnce(command) },
    { name: "node" as const, cost: startEmptyProgram },
  ];
  const samples = await collectSamples(candidates, {
    ...(isQuick ? QUICK_ROUNDS : ROUNDS),
    onProgress: (round) => onProgress(`start, ${round}`),
  });
  const emulatorSamples = samples.get("emulator") ?? [];
  return {
    ready: compareSamples(samples, ({ ready }) => ready),
    answered: spreadOf(emulatorSamples.map(({ answered }) => answered)),
    rss: spreadOf(emulatorSamples.map(({ rss }) => rss)),
  };
}

interface StartTimes {
  readonly ready: number;
  readonly answered: number;
  readonly rss: number;
}

async function startOnce(command: string): Promise<StartTimes> {
  const program = await startProgram([command]);
  const { apiUrl } = Ready.parse(JSON.parse(program.line));
  const response = await fetch(`${apiUrl}/repos/acme/widgets`);
  await response.text();
  const answered = performance.now() - program.startedAt;
  if (response.status !== 200) throw new Error(`the first response had status ${response.status}`);
  await wait(IDLE_MS);
  const { rss } = usageOf(program.pid);
  await program.stop();
  return { ready: program.readyMs, answered, rss };
}

async function startEmptyProgram(): Promise<StartTimes> {
  const program = await startProgram(EMPTY_PROGRAM);
  await program.stop();
  return { ready: program.readyMs, answered: 0, rss: 0 };
}
