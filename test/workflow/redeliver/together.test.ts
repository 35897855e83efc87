import {
  createRepositoryVariable,
  listRepositoryHookDeliveries,
  listRepositoryHooks,
} from "@forgehand/core/operations";
import type { Emulator } from "@forgehand/emulator";
import { describe, expect, vi } from "vitest";
import { isFullRun } from "../../effort.ts";
import { askService, WIDGETS } from "../../service/ask.ts";
import { inputsFor } from "../inputs.ts";
import { runStep, startStep } from "../runner.ts";
import { kept, makeEvents, test } from "./deliveries.ts";
import type { Receiver } from "./receiver.ts";

const NAME = "FORGEHAND_REDELIVERY";
const REDELIVER = { task: "redeliver", repositories: "acme/widgets", mode: "apply" };
const WITHIN = { timeout: 60_000, interval: 5 };
const SEND = "redeliverRepositoryHookDelivery";

/** Events that fail at first; all that come after them are taken. @returns their GUIDs */
async function failedEvents(emulator: Emulator, receiver: Receiver, count: number): Promise<readonly string[]> {
  receiver.failNext(count);
  await makeEvents(emulator, count);
  return receiver.received.map(({ guid }) => guid);
}

/** How often each event came in after it had failed. */
function againOf(receiver: Receiver, guids: readonly string[]): readonly number[] {
  const later = receiver.received.slice(guids.length);
  return guids.map((wanted) => later.filter(({ guid }) => guid === wanted).length);
}

/** How many calls a fault has happened to: the log has them only once they are over. */
const callsUnderWay = (emulator: Emulator, fault: number) =>
  emulator.control.faults.list().find(({ id }) => id === fault)?.happened ?? 0;

const callsOf = (emulator: Emulator, operation: string) =>
  emulator.control.calls().filter((call) => call.operation === operation);

describe.concurrent("runs at the same time", () => {
  test("send each event once between them", async ({ emulator, receiver }) => {
    const guids = await failedEvents(emulator, receiver, 60);
    emulator.control.faults.add({ operation: SEND, delay: 0.2 });
    const inputs = { ...inputsFor(emulator), ...REDELIVER };
    const steps = await Promise.all([
      runStep(inputs, { GITHUB_RUN_ID: "1" }),
      runStep(inputs, { GITHUB_RUN_ID: "2" }),
      runStep(inputs, { GITHUB_RUN_ID: "3" }),
    ]);
    expect(steps.flatMap(({ errors }) => errors)).toEqual([]);
    expect(steps.map(({ outputs }) => Number(outputs["changed"])).reduce((sum, count) => sum + count)).toBe(60);
    expect(
      steps.some(({ log }) => log.includes(`holds ${NAME}_LOCK of acme/widgets: waiting until it has ended`)),
    ).toBe(true);
    await emulator.control.settled();
    expect(againOf(receiver, guids)).toEqual(guids.map(() => 1));
    expect(await kept(emulator, `${NAME}_LOCK`)).toBeUndefined();
  });

  test("one that was asleep while another took its lock over stops sending", async ({ emulator, receiver }) => {
    const guids = await failedEvents(emulator, receiver, 70);
    const fault = emulator.control.faults.add({ operation: SEND, delay: 1 });
    const inputs = { ...inputsFor(emulator), ...REDELIVER };
    const asleep = startStep(inputs, { GITHUB_RUN_ID: "1" });
    await vi.waitFor(() => expect(callsUnderWay(emulator, fault)).toBeGreaterThan(10), WITHIN);
    asleep.child.kill("SIGSTOP");
    emulator.control.clock.advance(130);
    emulator.control.faults.clear();
    const second = await runStep(inputs, { GITHUB_RUN_ID: "2" });
    expect(second.log).toContain(`Took over ${NAME}_LOCK of acme/widgets, which run 1 has left behind.`);
    asleep.child.kill("SIGCONT");
    const first = await asleep.done;
    expect(first.log).toContain(`The lock ${NAME}_LOCK of acme/widgets was deleted: nothing more is sent under it.`);
    await emulator.control.settled();
    emulator.control.clock.advance(300);
    expect((await runStep(inputs)).errors).toEqual([]);
    await emulator.control.settled();
    expect(againOf(receiver, guids)).toEqual(guids.map(() => 1));
  });
});

/** Redeliveries before a run is killed: none, some, most. A quick run kills one of these. */
const KILLED_AFTER = [0, Math.ceil(Math.random() * 20), 20 + Math.ceil(Math.random() * 35)];
const CHOSEN = Math.floor(Math.random() * KILLED_AFTER.length);

describe.concurrent("a run that is cut short", () => {
  for (const after of KILLED_AFTER.filter((_, index) => isFullRun || index === CHOSEN)) {
    test(`killed after ${after} redeliveries: nothing is lost, nothing sent twice`, async ({ emulator, receiver }) => {
      const guids = await failedEvents(emulator, receiver, 60);
      emulator.control.faults.add({ operation: SEND, delay: 0.1 });
      const inputs = { ...inputsFor(emulator), ...REDELIVER };
      const step = startStep(inputs);
      const wanted = after === 0 ? "createRepositoryVariable" : SEND;
      await vi.waitFor(() => expect(callsOf(emulator, wanted).length).toBeGreaterThanOrEqual(Math.max(1, after)), {
        ...WITHIN,
      });
      step.child.kill("SIGKILL");
      await step.done;
      emulator.control.faults.clear();
      expect(await kept(emulator, `${NAME}_LOCK`)).toBeDefined();
      // Nobody renews the lock any more, and what it says was sent may be without a record for a while.
      for (const seconds of [130, 300]) {
        await emulator.control.settled();
        emulator.control.clock.advance(seconds);
        const next = await runStep(inputs);
        expect(next.errors).toEqual([]);
      }
      await emulator.control.settled();
      expect(againOf(receiver, guids)).toEqual(guids.map(() => 1));
      expect(await kept(emulator)).toMatchObject({ hooks: { 1: expect.anything() } });
    });
  }

  test("a lock of a run that has ended is taken over at once", async ({ emulator, receiver }) => {
    const guids = await failedEvents(emulator, receiver, 3);
    const [dead, own] = [1, 2].map(() => emulator.control.startJob({ repository: "acme/widgets" }));
    const lock = { holder: "dead", repository: "acme/widgets", run: `${dead?.run}`, attempt: "1", sent: [] };
    await askService(emulator).call(createRepositoryVariable, {
      ...WIDGETS,
      name: `${NAME}_LOCK`,
      value: JSON.stringify({ ...lock, time: new Date().toISOString() }),
    });
    emulator.control.transition({ run: dead?.run ?? 0, to: "completed", conclusion: "cancelled" });
    const step = await runStep({ ...inputsFor(emulator), ...REDELIVER }, own?.env);
    expect(step.errors).toEqual([]);
    expect(step.log).toContain(`Took over ${NAME}_LOCK of acme/widgets, which run ${dead?.run} has left behind.`);
    await emulator.control.settled();
    expect(againOf(receiver, guids)).toEqual([1, 1, 1]);
  });

  test("cancelled: what was sent is told and kept, the rest is for the next run", async ({ emulator, receiver }) => {
    const guids = await failedEvents(emulator, receiver, 120);
    emulator.control.faults.add({ operation: SEND, delay: 0.5 });
    const inputs = { ...inputsFor(emulator), ...REDELIVER, wait: "60" };
    const step = startStep(inputs);
    await vi.waitFor(() => expect(callsOf(emulator, SEND).length).toBeGreaterThan(20), WITHIN);
    step.child.kill("SIGTERM");
    await vi.waitFor(() => expect(step.log()).toContain("The run was cancelled"), WITHIN);
    // More than redeliveries that were sent are given, and less than the runner gives before its second signal.
    await step.passTime(2500);
    const { exitCode, outputs } = await step.done;
    expect(exitCode).not.toBe(0);
    expect(Number(outputs["failed"])).toBeGreaterThan(0);
    // No time of the webhook: there is something left to send to it.
    expect(await kept(emulator)).toMatchObject({ hooks: {}, sent: expect.any(Array) });
    expect(await kept(emulator, `${NAME}_LOCK`)).toBeUndefined();
    emulator.control.faults.clear();
    emulator.control.clock.advance(300);
    await emulator.control.settled();
    const next = await runStep({ ...inputs, wait: "0" });
    expect(next.errors).toEqual([]);
    await emulator.control.settled();
    expect(againOf(receiver, guids)).toEqual(guids.map(() => 1));
  });
});

describe.concurrent("a service on its bad days", () => {
  const lost = { cut: "connection", executed: true, times: 1 } as const;
  for (const [what, fault] of [
    ["a redelivery's", { operation: SEND, ...lost }],
    ["the lock's", { operation: "createRepositoryVariable", ...lost }],
    ["a renewal's", { operation: "updateRepositoryVariable", status: 502, executed: true, times: 2 }],
    ["the release's", { operation: "deleteRepositoryVariable", ...lost }],
  ] as const) {
    test(`answers that get lost, ${what}: nothing is sent twice`, async ({ emulator, receiver }) => {
      const guids = await failedEvents(emulator, receiver, 3);
      emulator.control.faults.add(fault);
      const step = await runStep({ ...inputsFor(emulator), ...REDELIVER, wait: "20" });
      expect(step.errors).toEqual([]);
      expect(step.outputs).toMatchObject({ changed: "3", failed: "0" });
      expect(againOf(receiver, guids)).toEqual([1, 1, 1]);
      expect(await kept(emulator, `${NAME}_LOCK`)).toBeUndefined();
    });
  }

  test("failures that don't end: the webhook's time stays where it was", async ({ emulator, receiver }) => {
    await failedEvents(emulator, receiver, 2);
    emulator.control.faults.add({ operation: SEND, status: 404 });
    const step = await runStep({ ...inputsFor(emulator), ...REDELIVER });
    expect(step.exitCode).toBe(1);
    expect(step.outputs).toMatchObject({ changed: "0", failed: "2" });
    expect(await kept(emulator)).toMatchObject({ hooks: {} });
  });

  test("a time that is older than the records is told of", async ({ emulator, receiver }) => {
    await failedEvents(emulator, receiver, 1);
    const inputs = { ...inputsFor(emulator), ...REDELIVER, wait: "10" };
    await runStep(inputs);
    emulator.control.clock.advance(4 * 86_400);
    const step = await runStep(inputs);
    expect(step.errors).toEqual([]);
    expect(step.log).toContain("longer ago than records are kept (3 days; 7 on a self-hosted service)");
    const hooks = await askService(emulator).call(listRepositoryHooks, WIDGETS);
    const listed = askService(emulator).items(listRepositoryHookDeliveries, { ...WIDGETS, hook_id: hooks[0]?.id ?? 0 });
    expect(await Array.fromAsync(listed)).toEqual([]);
  });
});
