import { test as base } from "vitest";
import { startEmulator } from "./emulator.ts";
import { logLine } from "./http/log-line.ts";
import type { Emulator, EmulatorOptions, LoggedCall } from "./public.ts";

/** How many calls a test that failed tells of. */
const TOLD = 20;

/**
 * Vitest's `test`, with a service of its own for each test: `test("...", async ({ emulator }) => { ... })`. A test that
 * fails tells which calls came in last.
 */
export const test = base.extend<{ emulatorOptions: EmulatorOptions; emulator: Emulator }>({
  /** What to start it with; set with `test.override({ emulatorOptions: { ... } })`. */
  emulatorOptions: {},
  emulator: async ({ emulatorOptions, onTestFailed }, use) => {
    const emulator = await startEmulator(emulatorOptions);
    onTestFailed(() => console.error(lastCalls(emulator.control.calls())));
    try {
      await use(emulator);
    } finally {
      await emulator.stop();
    }
  },
});

function lastCalls(calls: readonly LoggedCall[]): string {
  if (calls.length === 0) return "No call came in to the emulator.";
  const told = calls.slice(-TOLD);
  const which = told.length < calls.length ? `The last ${TOLD} of ${calls.length} calls` : "The calls";
  return [`${which} that came in to the emulator:`, ...told.map((call) => logLine(call))].join("\n  ");
}
