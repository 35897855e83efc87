import { createClient } from "@forgehand/core";
import { type Emulator, startEmulator } from "@forgehand/emulator";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isHolderOver } from "./holder-over.ts";

let emulator: Emulator;
beforeAll(async () => {
  emulator = await startEmulator();
});
afterAll(() => emulator.stop());

/** A step of a job that has just begun, and how it sees who holds a lock. */
function startStep() {
  const { run, env } = emulator.control.startJob({ repository: "acme/widgets" });
  const client = createClient({ baseUrl: emulator.apiUrl, credentials: emulator.tokens["alice"] ?? "", pace: "off" });
  const connection = {
    forOwner: async () => client,
    forState: async () => client,
    asApp: () => client,
    installations: async () => undefined,
  };
  const sees = (
    held: number,
    attempt: string,
    more: Readonly<Record<string, string>> = {},
    repository = "acme/widgets",
    apiUrl = emulator.apiUrl,
  ) => isHolderOver({ environment: { ...env, ...more }, apiUrl, connection }, { repository, run: `${held}`, attempt });
  return { run, sees };
}

test("another run is over once the service says so", async () => {
  const [holder, own] = [startStep(), startStep()];
  expect(await own.sees(holder.run, "1")).toBe(false);
  emulator.control.transition({ run: holder.run, to: "completed", conclusion: "cancelled" });
  expect(await own.sees(holder.run, "1")).toBe(true);
});

test("of this run, an earlier attempt is over, and no other job of the same one", async () => {
  const own = startStep();
  const second = { GITHUB_RUN_ATTEMPT: "2" };
  expect(await own.sees(own.run, "1", second)).toBe(true);
  expect(await own.sees(own.run, "2", second)).toBe(false);
  expect(await own.sees(own.run, "1")).toBe(false);
});

test("what can't be asked is not over", async () => {
  const [holder, own] = [startStep(), startStep()];
  emulator.control.transition({ run: holder.run, to: "completed" });
  expect(await own.sees(999_999, "1")).toBe(false);
  expect(await own.sees(holder.run, "1", {}, "acme/nothing")).toBe(false);
  // Runs of another service have the same numbers.
  expect(await own.sees(holder.run, "1", {}, "acme/widgets", "https://forge.example.com/api/v3")).toBe(false);
});
