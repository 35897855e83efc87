import { createClient } from "@forgehand/core";
import { type Emulator, startEmulator } from "@forgehand/emulator";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hasHolderFinished } from "./holder-finished.ts";

let emulator: Emulator;
beforeAll(async () => {
  emulator = await startEmulator();
});
afterAll(() => emulator.stop());

/** Starts a job step, and returns its run id and a check of a lock holder. */
function startStep() {
  const { run, env } = emulator.control.startJob({ repository: "acme/widgets" });
  const client = createClient({ baseUrl: emulator.apiUrl, credentials: emulator.tokens["alice"] ?? "", pace: "off" });
  const connection = {
    forOwner: async () => client,
    forState: async () => client,
    asApp: () => client,
    grantsOf: async () => undefined,
    revokeTokens: async () => undefined,
    installations: async () => undefined,
  };
  const checkHolder = (
    holderRun: number,
    attempt: string,
    overrides: Readonly<Record<string, string>> = {},
    repository = "acme/widgets",
    apiUrl = emulator.apiUrl,
  ) =>
    hasHolderFinished(
      { environment: { ...env, ...overrides }, apiUrl, connection, log: { debug: undefined } },
      { repository, run: `${holderRun}`, attempt },
    );
  return { run, checkHolder };
}

test("another run has finished once the service reports it as completed", async () => {
  const [holder, own] = [startStep(), startStep()];
  expect(await own.checkHolder(holder.run, "1")).toBe(false);
  emulator.control.transition({ run: holder.run, to: "completed", conclusion: "cancelled" });
  expect(await own.checkHolder(holder.run, "1")).toBe(true);
});

test("an earlier attempt of this run has finished; another job of the same attempt has not", async () => {
  const own = startStep();
  const second = { GITHUB_RUN_ATTEMPT: "2" };
  expect(await own.checkHolder(own.run, "1", second)).toBe(true);
  expect(await own.checkHolder(own.run, "2", second)).toBe(false);
  expect(await own.checkHolder(own.run, "1")).toBe(false);
});

test("a run that can't be read has not finished", async () => {
  const [holder, own] = [startStep(), startStep()];
  emulator.control.transition({ run: holder.run, to: "completed" });
  expect(await own.checkHolder(999_999, "1")).toBe(false);
  expect(await own.checkHolder(holder.run, "1", {}, "acme/nothing")).toBe(false);
  // Run ids of another service can be the same.
  expect(await own.checkHolder(holder.run, "1", {}, "acme/widgets", "https://forge.example.com/api/v3")).toBe(false);
});
