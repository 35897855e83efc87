import {
  createRepositoryVariable,
  listRepositoryHookDeliveries,
  listRepositoryHooks,
} from "@forgehand/core/operations";
import type { Emulator } from "@forgehand/emulator";
import { describe, expect, vi } from "vitest";
import { createServiceClient, WIDGETS } from "../../service/service-client.ts";
import { isFullRun } from "../../test-size.ts";
import { inputsFor } from "../inputs.ts";
import { runStep, startStep } from "../runner.ts";
import { createFailedEvents, readCheckpoint, redeliveriesOf, test } from "./receiver-test.fixture.ts";

const VARIABLE = "FORGEHAND_REDELIVERY";
const REDELIVER = { task: "redeliver", repositories: "acme/widgets", mode: "apply" };
const POLL_OPTIONS = { timeout: 60_000, interval: 5 };
const REDELIVER_OPERATION = "redeliverRepositoryHookDelivery";

/** Number of calls that a fault affected. The log contains calls only when they have ended. */
const startedCalls = (emulator: Emulator, fault: number) =>
  emulator.control.faults.list().find(({ id }) => id === fault)?.happened ?? 0;

const callsOf = (emulator: Emulator, operation: string) =>
  emulator.control.calls().filter((call) => call.operation === operation);

describe.concurrent("concurrent runs", () => {
  test("redeliver each event once in total", async ({ emulator, receiver }) => {
    const guids = await createFailedEvents(emulator, receiver, 60);
    emulator.control.faults.add({ operation: REDELIVER_OPERATION, delay: 0.2 });
    const inputs = { ...inputsFor(emulator), ...REDELIVER };
    const steps = await Promise.all([
      runStep(inputs, { GITHUB_RUN_ID: "1" }),
      runStep(inputs, { GITHUB_RUN_ID: "2" }),
      runStep(inputs, { GITHUB_RUN_ID: "3" }),
    ]);
    expect(steps.flatMap(({ errors }) => errors)).toEqual([]);
    expect(steps.map(({ outputs }) => Number(outputs["changed"])).reduce((sum, count) => sum + count)).toBe(60);
    expect(
      steps.some(({ log }) => log.includes(`holds the lock ${VARIABLE}_LOCK of acme/widgets: waiting up to `)),
    ).toBe(true);
    await emulator.control.settled();
    expect(redeliveriesOf(receiver, guids)).toEqual(guids.map(() => 1));
    expect(await readCheckpoint(emulator, `${VARIABLE}_LOCK`)).toBeUndefined();
  });

  test("a suspended run stops sending after another took over its lock", async ({ emulator, receiver }) => {
    const guids = await createFailedEvents(emulator, receiver, 70);
    const fault = emulator.control.faults.add({ operation: REDELIVER_OPERATION, delay: 1 });
    const inputs = { ...inputsFor(emulator), ...REDELIVER };
    const suspended = startStep(inputs, { GITHUB_RUN_ID: "1" });
    await vi.waitFor(() => expect(startedCalls(emulator, fault)).toBeGreaterThan(10), POLL_OPTIONS);
    suspended.child.kill("SIGSTOP");
    emulator.control.clock.advance(130);
    emulator.control.faults.clear();
    const second = await runStep(inputs, { GITHUB_RUN_ID: "2" });
    expect(second.log).toContain(`Took over ${VARIABLE}_LOCK of acme/widgets, abandoned by run 1.`);
    suspended.child.kill("SIGCONT");
    const first = await suspended.done;
    expect(first.log).toContain(
      `The lock ${VARIABLE}_LOCK of acme/widgets was deleted: no more redeliveries are sent under it.`,
    );
    await emulator.control.settled();
    emulator.control.clock.advance(300);
    expect((await runStep(inputs)).errors).toEqual([]);
    await emulator.control.settled();
    expect(redeliveriesOf(receiver, guids)).toEqual(guids.map(() => 1));
  });
});

/** Redeliveries before a run is killed: none, some, most. A quick run tests one of these. */
const KILLED_AFTER = [0, Math.ceil(Math.random() * 20), 20 + Math.ceil(Math.random() * 35)];
const CHOSEN_KILL = Math.floor(Math.random() * KILLED_AFTER.length);

describe.concurrent("an interrupted run", () => {
  for (const after of KILLED_AFTER.filter((_, index) => isFullRun || index === CHOSEN_KILL)) {
    test(`killed after ${after} redeliveries: nothing is lost or sent twice`, async ({ emulator, receiver }) => {
      const guids = await createFailedEvents(emulator, receiver, 60);
      emulator.control.faults.add({ operation: REDELIVER_OPERATION, delay: 0.1 });
      const inputs = { ...inputsFor(emulator), ...REDELIVER };
      const step = startStep(inputs);
      const operation = after === 0 ? "createRepositoryVariable" : REDELIVER_OPERATION;
      await vi.waitFor(() => expect(callsOf(emulator, operation).length).toBeGreaterThanOrEqual(Math.max(1, after)), {
        ...POLL_OPTIONS,
      });
      step.child.kill("SIGKILL");
      await step.done;
      emulator.control.faults.clear();
      expect(await readCheckpoint(emulator, `${VARIABLE}_LOCK`)).toBeDefined();
      // The lock expires without renewal, and redeliveries that it lists can be without a record for a while.
      for (const seconds of [130, 300]) {
        await emulator.control.settled();
        emulator.control.clock.advance(seconds);
        const next = await runStep(inputs);
        expect(next.errors).toEqual([]);
      }
      await emulator.control.settled();
      expect(redeliveriesOf(receiver, guids)).toEqual(guids.map(() => 1));
      expect(await readCheckpoint(emulator)).toMatchObject({ hooks: { 1: expect.anything() } });
    });
  }

  test("the lock of a run that has ended is taken over immediately", async ({ emulator, receiver }) => {
    const guids = await createFailedEvents(emulator, receiver, 3);
    const [endedJob, ownJob] = [1, 2].map(() => emulator.control.startJob({ repository: "acme/widgets" }));
    const lock = { holder: "dead", repository: "acme/widgets", run: `${endedJob?.run}`, attempt: "1", sent: [] };
    await createServiceClient(emulator).call(createRepositoryVariable, {
      ...WIDGETS,
      name: `${VARIABLE}_LOCK`,
      value: JSON.stringify({ ...lock, time: new Date().toISOString() }),
    });
    emulator.control.transition({ run: endedJob?.run ?? 0, to: "completed", conclusion: "cancelled" });
    const step = await runStep({ ...inputsFor(emulator), ...REDELIVER }, ownJob?.env);
    expect(step.errors).toEqual([]);
    expect(step.log).toContain(`Took over ${VARIABLE}_LOCK of acme/widgets, abandoned by run ${endedJob?.run}.`);
    await emulator.control.settled();
    expect(redeliveriesOf(receiver, guids)).toEqual([1, 1, 1]);
  });

  test("reports and stores what was sent when it is cancelled, and leaves the rest to the next run", async ({
    emulator,
    receiver,
  }) => {
    const guids = await createFailedEvents(emulator, receiver, 120);
    emulator.control.faults.add({ operation: REDELIVER_OPERATION, delay: 0.5 });
    const inputs = { ...inputsFor(emulator), ...REDELIVER, wait: "60" };
    const step = startStep(inputs);
    await vi.waitFor(() => expect(callsOf(emulator, REDELIVER_OPERATION).length).toBeGreaterThan(20), POLL_OPTIONS);
    step.child.kill("SIGTERM");
    await vi.waitFor(() => expect(step.log()).toContain("The run was cancelled"), POLL_OPTIONS);
    // This is longer than sent redeliveries get to finish, and shorter than the time until the runner's second signal.
    await step.passTime(2500);
    const { exitCode, outputs } = await step.done;
    expect(exitCode).not.toBe(0);
    expect(Number(outputs["failed"])).toBeGreaterThan(0);
    // The webhook has no checkpoint because some events are still to be sent.
    expect(await readCheckpoint(emulator)).toMatchObject({ hooks: {}, sent: expect.any(Array) });
    expect(await readCheckpoint(emulator, `${VARIABLE}_LOCK`)).toBeUndefined();
    emulator.control.faults.clear();
    emulator.control.clock.advance(300);
    await emulator.control.settled();
    const next = await runStep({ ...inputs, wait: "0" });
    expect(next.errors).toEqual([]);
    await emulator.control.settled();
    expect(redeliveriesOf(receiver, guids)).toEqual(guids.map(() => 1));
  });
});

describe.concurrent("an unreliable service", () => {
  const lost = { cut: "connection", executed: true, times: 1 } as const;
  for (const [request, fault] of [
    ["a redelivery", { operation: REDELIVER_OPERATION, ...lost }],
    ["the lock", { operation: "createRepositoryVariable", ...lost }],
    ["a renewal", { operation: "updateRepositoryVariable", status: 502, executed: true, times: 2 }],
    ["the release", { operation: "deleteRepositoryVariable", ...lost }],
  ] as const) {
    test(`a lost response of ${request}: nothing is sent twice`, async ({ emulator, receiver }) => {
      const guids = await createFailedEvents(emulator, receiver, 3);
      emulator.control.faults.add(fault);
      const step = await runStep({ ...inputsFor(emulator), ...REDELIVER, wait: "20" });
      expect(step.errors).toEqual([]);
      expect(step.outputs).toMatchObject({ changed: "3", failed: "0" });
      expect(redeliveriesOf(receiver, guids)).toEqual([1, 1, 1]);
      expect(await readCheckpoint(emulator, `${VARIABLE}_LOCK`)).toBeUndefined();
    });
  }

  test("persistent failures: the webhook's checkpoint stays unchanged", async ({ emulator, receiver }) => {
    await createFailedEvents(emulator, receiver, 2);
    emulator.control.faults.add({ operation: REDELIVER_OPERATION, status: 404 });
    const step = await runStep({ ...inputsFor(emulator), ...REDELIVER });
    expect(step.exitCode).toBe(1);
    expect(step.outputs).toMatchObject({ changed: "0", failed: "2" });
    expect(await readCheckpoint(emulator)).toMatchObject({ hooks: {} });
  });

  test("reports a checkpoint older than the delivery records", async ({ emulator, receiver }) => {
    await createFailedEvents(emulator, receiver, 1);
    const inputs = { ...inputsFor(emulator), ...REDELIVER, wait: "10" };
    await runStep(inputs);
    emulator.control.clock.advance(4 * 86_400);
    const step = await runStep(inputs);
    expect(step.errors).toEqual([]);
    expect(step.log).toContain("longer ago than delivery records are kept (3 days; 7 on GitHub Enterprise Server)");
    const hooks = await createServiceClient(emulator).call(listRepositoryHooks, WIDGETS);
    const records = createServiceClient(emulator).items(listRepositoryHookDeliveries, {
      ...WIDGETS,
      hook_id: hooks[0]?.id ?? 0,
    });
    expect(await Array.fromAsync(records)).toEqual([]);
  });
});
