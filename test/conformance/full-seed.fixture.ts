import type { AnyOperation } from "@forgehand/core/contract";
import { definitionOf } from "@forgehand/core/contract";
import { type Emulator, startEmulator } from "@forgehand/emulator";
import { importPKCS8, SignJWT } from "jose";
import { test } from "vitest";
import type { FullSeedService } from "./full-seed-parameters.ts";

// Emulators with the seed `full`, one for each point in time that operations need. Tests only read from them.

/** Before any restrictions and removals. */
const BEFORE_RESTRICTIONS = "2026-06-15T12:00:00Z";
/** A time at which source imports were still available. */
const BEFORE_RETIREMENT = "2024-03-01T12:00:00Z";

export interface RunningFullSeed extends FullSeedService {
  readonly emulator: Emulator;
}

/** Starts an emulator with the full seed at a point in time when the operation is available. */
export function startFullSeed(operation: AnyOperation): Promise<RunningFullSeed> {
  return startAt(timeFor(operation));
}

const timeFor = (operation: AnyOperation) =>
  definitionOf(operation).retired ? BEFORE_RETIREMENT : BEFORE_RESTRICTIONS;

async function startAt(time: string): Promise<RunningFullSeed> {
  const startedAt = Date.now();
  const now = () => new Date(Date.parse(time) + Date.now() - startedAt);
  const emulator = await startEmulator({ seed: "full", now });
  const { apiUrl, tokens } = emulator;
  const key = await importPKCS8(await emulator.control.createAppKey("forgehand-demo"), "RS256");
  const seconds = Math.floor(Date.parse(time) / 1000);
  const appToken = await new SignJWT({})
    .setProtectedHeader({ alg: "RS256" })
    .setIssuer("Iv1.forgehand-demo")
    .setIssuedAt(seconds - 10)
    .setExpirationTime(seconds + 500)
    .sign(key);
  return { apiUrl, tokens, appToken, emulator };
}

/** Vitest's `test` with a fixture that returns the emulator for an operation's point in time. */
export const fullTest = test.extend<{ at: (operation: AnyOperation) => Promise<RunningFullSeed> }>({
  at: [
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads the fixtures that this one needs from the pattern
    async ({}, use) => {
      const running = new Map<string, Promise<RunningFullSeed>>();
      await use((operation) => {
        const time = timeFor(operation);
        const service = running.get(time) ?? startAt(time);
        running.set(time, service);
        return service;
      });
      for (const service of running.values()) await (await service).emulator.stop();
    },
    { scope: "file" },
  ],
});
