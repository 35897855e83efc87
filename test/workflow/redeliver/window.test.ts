import { describe, expect } from "vitest";
import { inputsFor } from "../inputs.ts";
import { runStep } from "../runner.ts";
import { emitEvents, test } from "./receiver-test.fixture.ts";

const WINDOW = { task: "redeliver", mode: "apply", wait: "10", "window-hours": "24" };
const REDELIVER = { ...WINDOW, repositories: "acme/widgets" };

/** In seconds, as the emulator's clock advances. */
const HOUR = 3600;
const GUID = "6f1d2c3b-0000-4000-8000-000000000001";
const FAILED = { event: "star", action: "created", repository: "acme/past", guid: GUID, status_code: 502 };

describe("redeliver with window-hours", () => {
  test("needs no permission for variables, and without it the error suggests it", async ({ emulator, receiver }) => {
    receiver.failNext(2);
    await emitEvents(emulator, 3);
    const token = emulator.control.createToken("hooks only", {
      kind: "fine-grained",
      user: "alice",
      owner: "acme",
      permissions: { metadata: "read", repository_hooks: "write" },
    });
    const inputs = { ...inputsFor(emulator), ...REDELIVER, token };
    const { "window-hours": _, ...stateful } = inputs;
    const rejected = await runStep(stateful);
    expect(rejected.exitCode).toBe(1);
    expect(rejected.errors[0]).toMatch(
      /acme\/widgets: .*Variables.* can be set as state-token; window-hours redelivers without variables\./,
    );
    expect(receiver.received).toHaveLength(3);
    emulator.control.clearCalls();
    const step = await runStep(inputs);
    expect(step.errors).toEqual([]);
    expect(step.outputs).toMatchObject({ changed: "2", failed: "0" });
    const guids = receiver.received.map(({ guid }) => guid);
    expect(guids.slice(3).toSorted()).toEqual(guids.slice(0, 2).toSorted());
    expect(emulator.control.calls().filter(({ operation }) => operation?.includes("Variable"))).toEqual([]);
    const second = await runStep(inputs);
    expect(second.outputs).toMatchObject({ changed: "0", failed: "0" });
    expect(receiver.received).toHaveLength(5);
  });

  test("needs no repository for an app's own webhook", async ({ emulator, receiver }) => {
    const deliveries = [{ ...FAILED, repository: "acme/widgets", time: "-20m" }];
    const hook = { url: receiver.url, content_type: "json", secret: "demo-hook-secret", deliveries } as const;
    await emulator.control.seed({
      apps: { "ci-app": { client_id: "Iv1.ci", owner: "acme", installations: { acme: {} }, events: ["star"], hook } },
    });
    const key = await emulator.control.createAppKey("ci-app");
    const step = await runStep({ "api-url": emulator.apiUrl, "app-id": "Iv1.ci", "private-key": key, ...WINDOW });
    expect(step.errors).toEqual([]);
    expect(step.outputs).toMatchObject({ changed: "1", failed: "0" });
    expect(receiver.received.map(({ guid }) => guid)).toEqual([GUID]);
  });

  test("does nothing for a webhook without deliveries", async ({ emulator }) => {
    await emulator.control.seed({ repositories: { "acme/past": { hooks: [{ url: "https://ci.acme.example/" }] } } });
    const step = await runStep({ ...inputsFor(emulator), ...WINDOW, repositories: "acme/past" });
    expect(step.errors).toEqual([]);
    expect(step.outputs).toMatchObject({ changed: "0", failed: "0", skipped: "0" });
  });

  for (const [name, deliveries, changed, reason] of [
    [
      "an event that succeeded before the window and failed in it, when a person redelivered it",
      [
        { ...FAILED, time: "-40h", status_code: 200 },
        { ...FAILED, time: "-1h", redelivery: true },
      ],
      "0",
      "nothing to do",
    ],
    ["an event that failed before the window", [{ ...FAILED, time: "-25h" }], "0", "which window-hours can extend"],
    [
      "an event that failed before the window and again in it",
      [
        { ...FAILED, time: "-25h" },
        { ...FAILED, time: "-23h", redelivery: true },
      ],
      "1",
      "attempt 3",
    ],
  ] as const) {
    test(`${changed === "0" ? "leaves alone" : "redelivers"} ${name}`, async ({ emulator }) => {
      const hooks = [{ url: "https://ci.acme.example/", events: ["star"], deliveries }];
      await emulator.control.seed({ repositories: { "acme/past": { hooks } } });
      const step = await runStep({ ...inputsFor(emulator), ...WINDOW, mode: "plan", repositories: "acme/past" });
      expect(step.errors).toEqual([]);
      expect(step.outputs).toMatchObject({ changed });
      expect(step.log).toContain(reason);
    });
  }

  test("gives up on an endpoint that always fails, across runs", async ({ emulator, receiver }) => {
    receiver.failNext(Number.POSITIVE_INFINITY);
    await emitEvents(emulator, 1);
    for (const changed of ["1", "1", "0", "0"]) {
      const step = await runStep({ ...inputsFor(emulator), ...REDELIVER, wait: "0", "max-attempts": "3" });
      await emulator.control.settled();
      // Without a checkpoint, each run reports it as long as its last attempt is in the window.
      const reported = changed === "1" ? [] : [expect.stringContaining("given up: failed 3 times or more")];
      expect(step.errors.slice(0, 1)).toEqual(reported);
      expect(step.outputs).toMatchObject({ changed, "given-up": changed === "1" ? "0" : "1" });
    }
    expect(receiver.received).toHaveLength(3);
  });

  test("continues after a redelivery that is refused, and sends it in the next run", async ({ emulator, receiver }) => {
    receiver.failNext(3);
    await emitEvents(emulator, 3);
    const operation = "redeliverRepositoryHookDelivery";
    emulator.control.faults.add({ operation, status: 422, times: 1 });
    const first = await runStep({ ...inputsFor(emulator), ...REDELIVER });
    expect(first.exitCode).toBe(1);
    expect(first.outputs).toMatchObject({ changed: "2", failed: "1" });
    const second = await runStep({ ...inputsFor(emulator), ...REDELIVER });
    expect(second.outputs).toMatchObject({ changed: "1", failed: "0" });
    const guids = receiver.received.map(({ guid }) => guid);
    expect(guids.slice(3).toSorted()).toEqual(guids.slice(0, 3).toSorted());
  });

  for (const [hours, changed] of [
    [20, "1"],
    [25, "0"],
  ] as const) {
    test(`uses the service's time, not the runner's, ${hours} hours later`, async ({ emulator, receiver }) => {
      receiver.failNext(1);
      await emitEvents(emulator, 1);
      emulator.control.clock.advance(hours * HOUR);
      const step = await runStep({ ...inputsFor(emulator), ...REDELIVER });
      expect(step.errors).toEqual([]);
      expect(step.outputs).toMatchObject({ changed });
    });
  }

  for (const [name, value] of [
    ["state-variable", "TIMES"],
    ["state-repository", "acme/automation"],
    ["overlap-minutes", "60"],
  ] as const) {
    test(`must not be combined with ${name}`, async ({ emulator }) => {
      const step = await runStep({ ...inputsFor(emulator), ...REDELIVER, [name]: value });
      expect(step.errors[0]).toBe(
        `The input "${name}" must not be set with "window-hours", which uses no variable. Remove one.`,
      );
      expect(emulator.control.calls()).toEqual([]);
    });
  }
});
