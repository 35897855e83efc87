import type { Emulator } from "@forgehand/emulator";
import { createClient } from "redis";
import { expect, vi } from "vitest";
import { describeRedis } from "../../engines/redis.ts";
import { inputsFor } from "../inputs.ts";
import { createFailedEvents, readCheckpoint, redeliveriesOf, test } from "../redeliver/receiver-test.fixture.ts";
import { startStep } from "../runner.ts";

const REDELIVER = { task: "redeliver", repositories: "acme/widgets", mode: "apply" };
const POLL_OPTIONS = { timeout: 60_000, interval: 20 };
const OPERATION = "redeliverRepositoryHookDelivery";

/** Sends one redelivery per second, so that a test can act while a run has the lock. */
const SLOW = { pace: "polite" };

const callsOf = (emulator: Emulator, operation: string) =>
  emulator.control.calls().filter((call) => call.operation === operation);

/** Ends the lease of the only lock, as its time would: it must have at most 30 s left, since nothing renews it. */
async function endLease(url: string): Promise<void> {
  const client = createClient({ url });
  await client.connect();
  const holders = await client.keys("forgehand:*:holder");
  const [holder = ""] = holders;
  const left = await client.pTTL(holder);
  await client.pExpire(holder, 1);
  client.destroy();
  expect(holders).toHaveLength(1);
  expect(left).toBeGreaterThan(0);
  expect(left).toBeLessThanOrEqual(30_000);
}

describeRedis("runs that lock in Redis", (engine) => {
  for (const [name, more] of [
    ["a checkpoint", {}],
    ["window-hours", { "window-hours": "24" }],
  ] as const) {
    test(`redeliver each event once in total, with ${name}`, async ({ emulator, receiver }) => {
      const guids = await createFailedEvents(emulator, receiver, 6);
      const { url, port } = engine();
      const inputs = { ...inputsFor(emulator), ...REDELIVER, ...more, ...SLOW, "redis-url": url };
      const start = (run: string) => startStep(inputs, { GITHUB_RUN_ID: run, GITHUB_REPOSITORY: "acme/automation" });
      const first = start("1");
      await vi.waitFor(() => expect(callsOf(emulator, OPERATION).length).toBeGreaterThan(0), POLL_OPTIONS);
      const steps = await Promise.all([first.done, start("2").done]);
      expect(steps.flatMap(({ errors }) => errors)).toEqual([]);
      expect(steps.map(({ outputs }) => outputs["changed"])).toEqual(["6", "0"]);
      expect(steps[1].log).toMatch(
        new RegExp(
          `^run 1 of acme/automation \\(process \\d+ on .*\\) holds the lock FORGEHAND_REDELIVERY of acme/widgets in Redis \\(127\\.0\\.0\\.1:${port}\\): waiting up to 5 minutes for it to end\\.$`,
          "m",
        ),
      );
      await emulator.control.settled();
      expect(redeliveriesOf(receiver, guids)).toEqual(guids.map(() => 1));
      expect(callsOf(emulator, "deleteRepositoryVariable")).toEqual([]);
      expect(await readCheckpoint(emulator, "FORGEHAND_REDELIVERY_LOCK")).toBeUndefined();
    });
  }

  test("take the lock of a killed run once its lease has ended, and send nothing twice", async ({
    emulator,
    receiver,
  }) => {
    const guids = await createFailedEvents(emulator, receiver, 30);
    const inputs = { ...inputsFor(emulator), ...REDELIVER, "redis-url": engine().url };
    const killed = startStep({ ...inputs, ...SLOW }, { GITHUB_RUN_ID: "1" });
    await vi.waitFor(() => expect(callsOf(emulator, OPERATION).length).toBeGreaterThan(2), POLL_OPTIONS);
    killed.child.kill("SIGKILL");
    await killed.done;
    const waiting = startStep(inputs, { GITHUB_RUN_ID: "2" });
    await vi.waitFor(
      () => expect(waiting.log()).toMatch(/^run 1 \(process \d+ on .*\) holds the lock /m),
      POLL_OPTIONS,
    );
    await endLease(engine().url);
    const next = await waiting.done;
    expect(next.errors).toEqual([]);
    // What the killed run was about to send is checked again once it must have its record.
    emulator.control.clock.advance(300);
    await emulator.control.settled();
    const last = await startStep({ ...inputs, "state-variable": "FORGEHAND_REDELIVERY" }, { GITHUB_RUN_ID: "3" }).done;
    expect(last.errors).toEqual([]);
    await emulator.control.settled();
    expect(redeliveriesOf(receiver, guids)).toEqual(guids.map(() => 1));
  });

  test("release it when they are canceled", async ({ emulator, receiver }) => {
    await createFailedEvents(emulator, receiver, 40);
    const inputs = { ...inputsFor(emulator), ...REDELIVER, "redis-url": engine().url };
    const step = startStep({ ...inputs, ...SLOW });
    await vi.waitFor(() => expect(callsOf(emulator, OPERATION).length).toBeGreaterThan(1), POLL_OPTIONS);
    step.child.kill("SIGTERM");
    const { exitCode } = await step.done;
    expect(exitCode).not.toBe(0);
    emulator.control.clock.advance(300);
    const next = await startStep(inputs).done;
    expect(next.errors).toEqual([]);
    expect(next.log).not.toContain("holds the lock");
  });
});
