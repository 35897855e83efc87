import {
  createRepositoryHook,
  createRepositoryVariable,
  getRepositoryVariable,
  listRepositoryHookDeliveries,
  listRepositoryHooks,
} from "@forgehand/core/operations";
import type { Emulator } from "@forgehand/emulator";
import { describe, expect } from "vitest";
import { createServiceClient, WIDGETS } from "../../service/service-client.ts";
import { inputsFor } from "../inputs.ts";
import { runStep } from "../runner.ts";
import { emitEvents, readCheckpoint, SECRET, test } from "./receiver-test.fixture.ts";

const REDELIVER = { task: "redeliver", repositories: "acme/widgets", mode: "apply" };

async function deliveries(emulator: Emulator) {
  const { call, items } = createServiceClient(emulator);
  const [hook] = await call(listRepositoryHooks, WIDGETS);
  return Array.fromAsync(items(listRepositoryHookDeliveries, { ...WIDGETS, hook_id: hook?.id ?? 0 }));
}

describe("redeliver", () => {
  test("redelivers each failed event once, with its GUID", async ({ emulator, receiver }) => {
    receiver.failNext(3);
    await emitEvents(emulator, 5);
    const failed = new Set(receiver.received.slice(0, 3).map(({ guid }) => guid));
    const step = await runStep({ ...inputsFor(emulator), ...REDELIVER, wait: "10" });
    expect(step.errors).toEqual([]);
    expect(step.outputs).toMatchObject({ changed: "3", failed: "0" });
    expect(new Set(receiver.received.slice(5).map(({ guid }) => guid))).toEqual(failed);
    expect(receiver.received.every(({ isSignatureValid }) => isSignatureValid)).toBe(true);
    const secondRun = await runStep({ ...inputsFor(emulator), ...REDELIVER, wait: "10" });
    expect(secondRun.outputs).toMatchObject({ changed: "0" });
    expect(receiver.received).toHaveLength(8);
  });

  test("reports redeliveries as sent, not as delivered, if it does not wait", async ({ emulator, receiver }) => {
    receiver.failNext(Number.POSITIVE_INFINITY);
    await emitEvents(emulator, 1);
    const step = await runStep({ ...inputsFor(emulator), ...REDELIVER });
    expect(step.exitCode).toBe(0);
    expect(step.summary).toContain("✅ sent, without waiting for its outcome");
  });

  test("stores the service's time of the run in a variable", async ({ emulator, receiver }) => {
    receiver.failNext(1);
    await emitEvents(emulator, 1);
    const { clock } = emulator.control;
    // The service reports times in whole seconds.
    const before = Math.floor(clock.now().getTime() / 1000) * 1000;
    const step = await runStep({ ...inputsFor(emulator), ...REDELIVER });
    const after = clock.now().getTime();
    expect(step.errors).toEqual([]);
    const variable = await createServiceClient(emulator).call(getRepositoryVariable, {
      ...WIDGETS,
      name: "FORGEHAND_REDELIVERY",
    });
    const checkpoint: { hooks: Record<string, string>; run: string } = JSON.parse(variable?.value ?? "");
    const time = Date.parse(checkpoint.hooks["1"] ?? "");
    expect(time).toBeGreaterThanOrEqual(before);
    expect(time).toBeLessThanOrEqual(after);
    expect(checkpoint.run).toBe("1");
  });

  test("does nothing for a webhook without deliveries", async ({ emulator, receiver }) => {
    const step = await runStep({ ...inputsFor(emulator), ...REDELIVER, wait: "10" });
    expect(step.errors).toEqual([]);
    expect(step.outputs).toMatchObject({ changed: "0", failed: "0" });
    expect(receiver.received).toEqual([]);
  });

  test("gives up on an event that always fails", async ({ emulator, receiver }) => {
    receiver.failNext(Number.POSITIVE_INFINITY);
    await emitEvents(emulator, 1);
    const inputs = { ...inputsFor(emulator), ...REDELIVER, wait: "10", "max-attempts": "3" };
    const first = await runStep(inputs);
    expect(first.exitCode).toBe(1);
    expect(first.summary).toContain("the receiver failed again: Invalid HTTP Response: 500");
    expect(first.warnings).toEqual([
      'acme/widgets, webhook 1: the receiver failed again for an event that was redelivered, with "Invalid HTTP Response: 500".',
    ]);
    expect(first.outputs).toMatchObject({ "given-up": "0", "given-up-events": "[]" });
    const second = await runStep(inputs);
    expect(second.exitCode).toBe(1);
    const target = expect.stringMatching(/^acme\/widgets, webhook 1: star created [0-9a-f-]{36}$/);
    const problem = "the receiver failed again: Invalid HTTP Response: 500; giving up after 3 attempts";
    expect(JSON.parse(second.outputs["given-up-events"] ?? "")).toEqual([{ target, problem }]);
    expect(second.outputs).toMatchObject({ failed: "1", "given-up": "1" });
    expect(second.warnings).toEqual([]);
    expect(second.errors).toHaveLength(2);
    expect(second.errors[0]).toMatch(/webhook 1: star created [0-9a-f-]{36}: the receiver failed again: .*giving up/);
    const last = await runStep(inputs);
    expect(last.exitCode).toBe(0);
    expect(last.outputs).toMatchObject({ changed: "0", skipped: "0", "given-up": "0" });
    expect(last.summary).toContain("1 given up before");
    expect(last.summary).toContain("failed 3 times");
    expect([...last.errors, ...last.warnings]).toEqual([]);
    expect(receiver.received).toHaveLength(3);
  });

  test("reports in the next run what failed without being waited for, and what is given up only once", async ({
    emulator,
    receiver,
  }) => {
    receiver.failNext(Number.POSITIVE_INFINITY);
    await emitEvents(emulator, 12);
    const inputs = { ...inputsFor(emulator), ...REDELIVER, "max-attempts": "3" };
    const nextRun = async (changes: Record<string, string> = {}) => {
      emulator.control.clock.advance(900);
      const step = await runStep({ ...inputs, ...changes });
      await emulator.control.settled();
      return step;
    };
    const sent = await nextRun();
    expect([sent.exitCode, sent.warnings]).toEqual([0, []]);
    const sentAgain = await nextRun();
    expect(sentAgain.exitCode).toBe(0);
    expect(sentAgain.warnings).toEqual([
      'acme/widgets, webhook 1: the receiver failed again for 12 events that were redelivered, with "Invalid HTTP Response: 500".',
    ]);
    // A plan and a check leave the reporting to the next run that applies.
    const plan = await nextRun({ mode: "plan" });
    expect([plan.exitCode, plan.errors]).toEqual([0, []]);
    expect(plan.warnings).toHaveLength(9);
    const check = await nextRun({ mode: "check" });
    expect(check.exitCode).toBe(1);
    const last = await nextRun();
    expect(last.exitCode).toBe(1);
    expect(last.outputs).toMatchObject({ changed: "0", failed: "0", "given-up": "12" });
    expect(JSON.parse(last.outputs["given-up-events"] ?? "")).toHaveLength(12);
    // The runner shows ten annotations.
    expect(last.errors).toHaveLength(10);
    expect(last.errors[0]).toMatch(
      /: given up: failed 3 times or more, the last time .* with "Invalid HTTP Response: 500"$/,
    );
    expect(last.errors[8]).toBe("… and 4 more, all in the report.");
    expect(last.errors[9]).toContain("0 changed, 0 failed, 0 skipped, 12 given up.");
    for (let run = 0; run < 2; run += 1) {
      const later = await nextRun();
      expect([later.exitCode, later.errors, later.warnings]).toEqual([0, [], []]);
      expect(later.outputs).toMatchObject({ "given-up": "0", "given-up-events": "[]" });
      expect(later.summary).toContain("12 given up before");
    }
    expect(receiver.received).toHaveLength(36);
  });

  test("reads all pages of delivery records", async ({ emulator, receiver }) => {
    receiver.failNext(1);
    await emitEvents(emulator, 120);
    const step = await runStep({ ...inputsFor(emulator), ...REDELIVER, wait: "10" });
    expect(step.outputs).toMatchObject({ changed: "1" });
    expect((await deliveries(emulator))[0]).toMatchObject({ redelivery: true, status: "OK" });
    expect(receiver.received).toHaveLength(121);
  });

  for (const value of ["yesterday", '{"hooks":{"1":"2099-01-01T00:00:00Z"}}']) {
    test(`reports and ignores an invalid checkpoint: ${value}`, async ({ emulator, receiver }) => {
      const name = "FORGEHAND_REDELIVERY";
      await createServiceClient(emulator).call(createRepositoryVariable, { ...WIDGETS, name, value });
      receiver.failNext(1);
      await emitEvents(emulator, 1);
      const step = await runStep({ ...inputsFor(emulator), ...REDELIVER, wait: "10" });
      expect(step.log).toContain(
        `has an invalid checkpoint, or one in the future (${JSON.stringify(value)}). It was ignored.`,
      );
      expect(step.outputs).toMatchObject({ changed: "1" });
    });
  }

  test("stores a time for each webhook", async ({ emulator, receiver }) => {
    const { call } = createServiceClient(emulator);
    const config = { url: receiver.url, content_type: "json", secret: SECRET } as const;
    const second = await call(createRepositoryHook, { ...WIDGETS, config, events: ["star"] });
    await emulator.control.settled();
    receiver.failNext(2);
    await emitEvents(emulator, 1);
    for (const hook of ["1", String(second.id)]) {
      const step = await runStep({ ...inputsFor(emulator), ...REDELIVER, hook, wait: "10", "overlap-minutes": "0" });
      expect(step.outputs).toMatchObject({ changed: "1", failed: "0" });
    }
  });

  test("continues after an unreadable repository", async ({ emulator, receiver }) => {
    receiver.failNext(1);
    await emitEvents(emulator, 1);
    const repositories = "acme/nosuch, acme/widgets";
    const step = await runStep({ ...inputsFor(emulator), ...REDELIVER, repositories, wait: "10" });
    expect(step.exitCode).toBe(1);
    expect(step.outputs).toMatchObject({ changed: "1", failed: "1" });
    expect(step.errors[0]).toContain("acme/nosuch:");
    expect(receiver.received).toHaveLength(2);
  });

  test("reports what was sent even if the time cannot be stored, and keeps it in the lock", async ({
    emulator,
    receiver,
  }) => {
    receiver.failNext(1);
    await emitEvents(emulator, 1);
    const message = "No more variables.";
    emulator.control.faults.add({ operation: "createRepositoryVariable", after: 1, status: 403, message });
    const step = await runStep({ ...inputsFor(emulator), ...REDELIVER });
    expect(step.exitCode).toBe(1);
    expect(step.outputs).toMatchObject({ changed: "1", failed: "1" });
    expect(step.errors[0]).toContain(
      "acme/widgets: the checkpoint of this run could not be saved in FORGEHAND_REDELIVERY",
    );
    expect(step.errors[0]).toContain(message);
    await emulator.control.settled();
    expect(receiver.received).toHaveLength(2);
    expect(await readCheckpoint(emulator, "FORGEHAND_REDELIVERY_LOCK")).toMatchObject({ run: "1", sent: [{}] });
  });

  test("sends nothing without the lock", async ({ emulator, receiver }) => {
    receiver.failNext(1);
    await emitEvents(emulator, 1);
    emulator.control.faults.add({ operation: "createRepositoryVariable", status: 403 });
    const step = await runStep({ ...inputsFor(emulator), ...REDELIVER, wait: "10" });
    expect(step.exitCode).toBe(1);
    expect(step.outputs).toMatchObject({ changed: "0", failed: "1" });
    expect(receiver.received).toHaveLength(1);
  });

  test("rejects a reserved name before the first call", async ({ emulator }) => {
    const step = await runStep({ ...inputsFor(emulator), ...REDELIVER, "state-variable": "github_time" });
    expect(step.errors[0]).toContain(
      'The input "state-variable" must not start with GITHUB_ or SVC_, got "GITHUB_TIME".',
    );
    expect(emulator.control.calls()).toEqual([]);
  });

  test("explains that a job's built-in token cannot do this", async ({ emulator, receiver }) => {
    receiver.failNext(1);
    await emitEvents(emulator, 1);
    const step = await runStep({ ...inputsFor(emulator, "workflow"), ...REDELIVER });
    expect(step.exitCode).toBe(1);
    expect(step.errors[0]).toContain("Resource not accessible by integration.");
    expect(step.errors[0]).toContain("A workflow's built-in token cannot do this at all.");
    expect(receiver.received).toHaveLength(1);
  });
});
