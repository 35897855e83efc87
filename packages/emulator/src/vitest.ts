import { test as base } from "vitest";
import { startEmulator } from "./emulator.ts";
import { logLine } from "./http/log-line.ts";
import type { Emulator, EmulatorOptions, LoggedCall } from "./public.ts";

/** Number of calls that a failed test prints. */
const PRINTED_CALLS = 20;

/**
 * Creates a `test` function whose tests each get their own emulator: `test("...", async ({ emulator }) => { ... })`. A
 * failed test prints the last calls that the emulator received. Call this again in files or suites that need other
 * options; the returned functions share nothing.
 * @param options options of each emulator; default: the demo seed
 */
export function emulatorTest(options: EmulatorOptions = {}) {
  return base.extend<{ emulator: Emulator }>({
    emulator: async ({ onTestFailed }, use) => {
      const emulator = await startEmulator(options);
      onTestFailed(() => console.error(lastCalls(emulator.control.calls())));
      try {
        await use(emulator);
      } finally {
        await emulator.stop();
      }
    },
  });
}

/** Vitest's `test` with an emulator that has the demo seed. */
export const test = emulatorTest();

function lastCalls(calls: readonly LoggedCall[]): string {
  if (calls.length === 0) return "The emulator received no calls.";
  const printed = calls.slice(-PRINTED_CALLS);
  const title = printed.length < calls.length ? `Last ${PRINTED_CALLS} of ${calls.length} calls` : "Calls";
  return [`${title} that the emulator received:`, ...printed.map((call) => logLine(call))].join("\n  ");
}
