import type { AnyOperation } from "@forgehand/core/contract";
import { definitionOf } from "@forgehand/core/contract";
import { type Emulator, startEmulator } from "@forgehand/emulator";
import { importPKCS8, SignJWT } from "jose";
import { test } from "vitest";
import type { Service } from "./places.ts";

// Services with the seed `full`, one for each time that operations live in; they are only read from.

/** Before anything was restricted or taken away. */
const BEFORE_RESTRICTIONS = "2026-06-15T12:00:00Z";
/** When source imports were still served. */
const BEFORE_RETIREMENT = "2024-03-01T12:00:00Z";

interface Running extends Service {
  readonly emulator: Emulator;
}

async function start(time: string): Promise<Running> {
  const started = Date.now();
  const now = () => new Date(Date.parse(time) + Date.now() - started);
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

/** Vitest's `test`, with the service of the time that an operation lives in. */
export const fullTest = test.extend<{ at: (operation: AnyOperation) => Promise<Service> }>({
  at: [
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads the fixtures that it needs off this pattern
    async ({}, use) => {
      const running = new Map<string, Promise<Running>>();
      await use((operation) => {
        const time = definitionOf(operation).retired ? BEFORE_RETIREMENT : BEFORE_RESTRICTIONS;
        const service = running.get(time) ?? start(time);
        running.set(time, service);
        return service;
      });
      for (const service of running.values()) await (await service).emulator.stop();
    },
    { scope: "file" },
  ],
});
