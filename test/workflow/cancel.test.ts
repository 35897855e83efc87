import { test } from "@forgehand/emulator/vitest";
import { describe, expect, vi } from "vitest";
import { addRepositories } from "./fleet/add-repositories.ts";
import { inputsFor } from "./inputs.ts";
import { type RunningStep, type StepResult, startStep } from "./runner.ts";

const ROTATE = {
  task: "rotate-secrets",
  kind: "actions",
  level: "repository",
  secret: "KEY",
  value: "new",
  mode: "apply",
};

const WITHIN = { timeout: 60_000, interval: 20 };

/** Seconds for which a response is held back that must not be waited for. */
const NEVER = 3600;

/** Milliseconds from the runner's first signal to its second one: a step must be over by then. */
const SECOND_SIGNAL = 7500;

/** Milliseconds after a signal in which another one is its echo. */
const ECHO = 1000;

/** Cancels a step, and lets the time pass in which it must end. @returns the result */
async function cancel(step: RunningStep, signal: NodeJS.Signals = "SIGINT"): Promise<StepResult> {
  step.child.kill(signal);
  await vi.waitFor(() => expect(step.log()).toContain("The run was cancelled"), WITHIN);
  await step.passTime(SECOND_SIGNAL - 1);
  return step.done;
}

/** Outcomes by how they ended. */
function endsOf(report: string): Record<string, number> {
  const { tasks } = JSON.parse(report);
  const counts: Record<string, number> = {};
  for (const { end } of tasks[0].outcomes) counts[end] = (counts[end] ?? 0) + 1;
  return counts;
}

describe("a step that is cancelled", () => {
  test("ends within seconds and says of each change whether it was done", async ({ emulator }) => {
    await addRepositories(emulator, "acme", 30);
    emulator.control.faults.add({
      operation: "putRepositoryActionsSecret",
      after: 10,
      delay: NEVER,
      times: 3,
      executed: true,
    });
    const step = startStep({ ...inputsFor(emulator), ...ROTATE, repositories: "acme/service-*", pace: "polite" });
    const puts = () => emulator.control.calls().filter(({ operation }) => operation === "putRepositoryActionsSecret");
    await vi.waitFor(() => expect(puts().length).toBeGreaterThanOrEqual(3), WITHIN);
    const done = await cancel(step);
    expect(done.exitCode).toBe(1);
    const ends = endsOf(done.report);
    expect(ends["changed"]).toBe(emulator.control.secrets().filter(({ value }) => value === "new").length);
    expect(Object.values(ends).reduce((sum, count) => sum + count, 0)).toBe(30);
    expect(ends["not-started"]).toBeGreaterThan(10);
    expect(done.errors[0]).toMatch(/^The run was cancelled\. /);
    expect(done.summary).toContain("The run was cancelled; it can be run again.");
    expect(done.outputs).toMatchObject({ changed: `${ends["changed"]}` });
  });

  test("says which values were handed over that it did not come to write", async ({ emulator }) => {
    await addRepositories(emulator, "acme", 55);
    // The limits are used up: the values are handed over, and their writes wait.
    const slowly = { status: 429, headers: { "retry-after": "60" }, message: "too quick" };
    emulator.control.faults.add({ operation: "putRepositoryActionsSecret", ...slowly });
    const deliver = JSON.stringify([process.execPath, "-e", ""]);
    const step = startStep({ ...inputsFor(emulator), ...ROTATE, repositories: "acme/service-*", deliver });
    await vi.waitFor(() => expect(step.log()).toContain("Waiting until"), WITHIN);
    const done = await cancel(step);
    const outcomes: { end: string; note?: string }[] = JSON.parse(done.report).tasks[0].outcomes;
    expect(outcomes).toHaveLength(55);
    for (const { note } of outcomes)
      expect(note).toMatch(/cancelled before.*; its new value was handed over by then\.$/);
    expect(endsOf(done.report)["not-started"]).toBeGreaterThanOrEqual(5);
  });

  test("says of what it did not come to read that it was not begun, and not that it failed", async ({ emulator }) => {
    const names = await addRepositories(emulator, "acme", 40);
    emulator.control.faults.add({ operation: "listRepositoryActionsSecrets", after: 5, delay: NEVER });
    const step = startStep({ ...inputsFor(emulator), ...ROTATE, repositories: names.join(), pace: "off" });
    await vi.waitFor(() => expect(emulator.control.faults.list()[0]?.happened).toBeGreaterThan(0), WITHIN);
    const done = await cancel(step);
    expect(done.exitCode).toBe(1);
    expect(done.outputs).toMatchObject({ changed: "0", failed: "40" });
    expect(done.errors[0]).toMatch(
      /^The run was cancelled\. 0 changed, \d+ failed, [1-9]\d* not begun, 0 left alone\./,
    );
    expect(done.summary).toMatch(/<td>➖ not read: the run was cancelled before/);
  });

  test("says that nobody knows where an answer does not come", async ({ emulator }) => {
    await addRepositories(emulator, "acme", 3);
    emulator.control.faults.add({ operation: "putRepositoryActionsSecret", delay: NEVER });
    const step = startStep({ ...inputsFor(emulator), ...ROTATE, repositories: "acme/service-*", pace: "off" });
    await vi.waitFor(() => expect(step.log()).toContain("the plan"), WITHIN);
    await vi.waitFor(() => expect(emulator.control.faults.list()[0]?.happened).toBe(3), WITHIN);
    const done = await cancel(step, "SIGTERM");
    expect(endsOf(done.report)).toEqual({ unknown: 3 });
    expect(done.errors[0]).toContain("3 unknown");
  });

  test("tells what it knows where it is to end at once", async ({ emulator }) => {
    await addRepositories(emulator, "acme", 3);
    emulator.control.faults.add({ operation: "putRepositoryActionsSecret", delay: NEVER });
    const step = startStep({ ...inputsFor(emulator), ...ROTATE, repositories: "acme/service-*", pace: "off" });
    await vi.waitFor(() => expect(emulator.control.faults.list()[0]?.happened).toBe(3), WITHIN);
    // Whatever comes within a second of the first is its echo; what comes after that is the runner's second signal.
    step.child.kill("SIGTERM");
    await vi.waitFor(() => expect(step.log()).toContain("The run was cancelled"), WITHIN);
    await step.passTime(ECHO + 1);
    step.child.kill("SIGTERM");
    const done = await step.done;
    expect(done.exitCode).toBe(1);
    expect(done.summary).toContain("The run was cancelled");
    expect(endsOf(done.report)).toEqual({ unknown: 3 });
    // Had it waited for its calls to end, it would say that of each.
    expect(done.report).toContain("the run was ended before it could tell");
    expect(done.outputs).toMatchObject({ changed: "0", failed: "3" });
  });

  test("that is killed outright is simply run again", async ({ emulator }) => {
    await addRepositories(emulator, "acme", 30);
    const inputs = { ...inputsFor(emulator), ...ROTATE, repositories: "acme/service-*", pace: "off" };
    emulator.control.faults.add({ operation: "putRepositoryActionsSecret", after: 12, delay: NEVER, executed: true });
    const step = startStep(inputs, { GITHUB_RUN_ID: "2" });
    await vi.waitFor(() => expect(emulator.control.faults.list()[0]?.happened).toBeGreaterThan(3), WITHIN);
    step.child.kill("SIGKILL");
    expect((await step.done).exitCode).toBeNull();
    emulator.control.faults.clear();
    const again = await startStep(inputs, { GITHUB_RUN_ID: "2" }).done;
    expect(again.errors).toEqual([]);
    expect(emulator.control.secrets().filter(({ name, value }) => name === "KEY" && value === "new")).toHaveLength(30);
  });

  test("ends while it reads, and changes nothing", async ({ emulator }) => {
    emulator.control.faults.add({ operation: "listOrganizationRepositories", delay: NEVER });
    const step = startStep({ ...inputsFor(emulator), ...ROTATE, repositories: "acme/*" });
    await vi.waitFor(() => expect(emulator.control.faults.list()[0]?.happened).toBe(1), WITHIN);
    const done = await cancel(step);
    expect(done.exitCode).toBe(1);
    expect(done.errors[0]).toContain("The run was cancelled.");
    expect(done.outputs).toMatchObject({ changed: "0" });
    expect(done.summary).toContain("The run was cancelled");
  });
});
