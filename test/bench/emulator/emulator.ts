import { setTimeout as wait } from "node:timers/promises";
import type { Bench, BenchPart, Measured } from "../harness.ts";
import { type RoundComparison, type Spread, scaleSpread } from "../measure.ts";
import { usageOf } from "../processes.ts";
import { createRow } from "../row.ts";
import { COMMAND, jsonEntry, startBenchEmulator } from "./bench-emulator.ts";
import { measureHooks } from "./hooks.ts";
import { measureLargeLists } from "./large-lists.ts";
import { measureServing } from "./serving.ts";

/** Measures the built emulator in processes of its own. */
export const EMULATOR: readonly BenchPart[] = [
  { measure: measureServing },
  { measure: measureStarts },
  { measure: measureHooks, isSlow: true },
  { measure: measureLargeLists, isSlow: true },
];

const ROUNDS = { rounds: 9, quick: { rounds: 7 } };

/** A Node program that prints a line and does nothing else. */
const EMPTY_PROGRAM = ["--eval", 'console.log("ready"); setInterval(() => {}, 1000)'];

/** Idle time before memory is measured, in milliseconds. */
const IDLE_MS = 300;

/** Starts the command repeatedly and measures it. */
async function measureStarts(bench: Bench): Promise<Measured> {
  const startEmulator = async () => {
    const { apiUrl, startedAt, readyMs, pid, stop } = await startBenchEmulator(bench, [COMMAND]);
    const response = await fetch(`${apiUrl}/repos/acme/widgets`);
    await response.text();
    const answered = performance.now() - startedAt;
    if (response.status !== 200) throw new Error(`the first response had status ${response.status}`);
    await wait(IDLE_MS);
    const { rss } = usageOf(pid);
    await stop();
    return { ready: readyMs, answered, rss };
  };
  const startEmptyProgram = async () => {
    const { readyMs, stop } = await bench.startProgram(EMPTY_PROGRAM);
    await stop();
    return { ready: readyMs, answered: 0, rss: 0 };
  };
  const by = await bench.compare(
    [
      { name: "emulator", cost: startEmulator },
      { name: "node", cost: startEmptyProgram },
    ],
    ROUNDS,
    "start",
  );
  return startResult(
    by(({ ready }) => ready),
    by(({ answered }) => answered).of("emulator"),
    by(({ rss }) => rss).of("emulator"),
  );
}

/**
 * Reports starts.
 * @param ready milliseconds from the spawn to the ready line, also of an empty Node program
 * @param answered milliseconds from the spawn to the first response
 * @param rss memory in MB when idle after the first response
 */
export function startResult(ready: RoundComparison<"emulator" | "node">, answered: Spread, rss: Spread) {
  const row = (name: string, milliseconds: Spread, budget = {}) =>
    createRow(`start: ${name}`, "s", scaleSpread(milliseconds, 1 / 1000), budget);
  const rows = [
    row("ready", ready.of("emulator"), { must: 0.3, aim: 0.15 }),
    row("first response", answered),
    row("an empty Node process", ready.of("node")),
    // Memory does not depend on other load on the machine.
    createRow("start: memory when idle", "MB", rss, { must: 110, aim: 85, steady: "rounds" }),
  ];
  const json = { startMs: ready.of("emulator").median, answerMs: answered.median, rssMb: rss.median };
  return { rows, json: [jsonEntry("start", json)] };
}
