import { test as base } from "vitest";
import { startEmulator } from "./emulator.ts";
import { logLine } from "./http/log-line.ts";
import type { Emulator, EmulatorOptions, LoggedCall } from "./public.ts";

/** Number of calls that a failed test prints. */
const PRINTED_CALLS = 20;

/**
 * Creates a `test` function whose tests each get an emulator of their own: `test("...", async ({ emulator }) => { ... })`.
 * A failed test prints the calls that the emulator received last. Files and suites that need other options call this
 * again; nothing is shared between the functions that it returns.
 *
 * @param options what each emulator is started with; default: the demo seed
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
  if (calls.length === 0) return "No call came in to the emulator.";
  const printed = calls.slice(-PRINTED_CALLS);
  const title = printed.length < calls.length ? `The last ${PRINTED_CALLS} of ${calls.length} calls` : "The calls";
  return [`${title} that came in to the emulator:`, ...printed.map((call) => logLine(call))].join("\n  ");
}
