import { test as base } from "vitest";
import { startEmulator } from "./emulator.ts";
import type { Emulator, EmulatorOptions } from "./public.ts";

/** Vitest's `test`, with a service of its own for each test: `test("...", async ({ emulator }) => { ... })`. */
export const test = base.extend<{ emulatorOptions: EmulatorOptions; emulator: Emulator }>({
  /** What to start it with; set with `test.override({ emulatorOptions: { ... } })`. */
  emulatorOptions: {},
  emulator: async ({ emulatorOptions }, use) => {
    const emulator = await startEmulator(emulatorOptions);
    await use(emulator);
    await emulator.stop();
  },
});
