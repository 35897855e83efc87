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
  value: "a new key",
  mode: "apply",
};

const POLL_OPTIONS = { timeout: 60_000, interval: 20 };

/** Seconds of delay for responses that the step must not wait for. */
const LONG_DELAY = 3600;

/** Milliseconds between the runner's first and second signal. A step must end before the second. */
const SECOND_SIGNAL = 7500;

/** Milliseconds after a signal during which another one counts as a duplicate. */
const DUPLICATE_SIGNAL_WINDOW = 1000;

/**
 * Cancels a step and passes the time within which it must end.
 * @returns the result
 */
async function cancel(step: RunningStep, signal: NodeJS.Signals = "SIGINT"): Promise<StepResult> {
  step.child.kill(signal);
  await vi.waitFor(() => expect(step.log()).toContain("The run was cancelled"), POLL_OPTIONS);
  await step.passTime(SECOND_SIGNAL - 1);
  return step.done;
}

/** Number of targets per outcome. */
function countByOutcome(report: string): Record<string, number> {
  const { tasks } = JSON.parse(report);
  const counts: Record<string, number> = {};
  for (const { end } of tasks[0].outcomes) counts[end] = (counts[end] ?? 0) + 1;
  return counts;
}

describe("a canceled step", () => {
  test("ends within seconds and reports for each change whether it was made", async ({ emulator }) => {
    await addRepositories(emulator, "acme", 30);
    emulator.control.faults.add({
      operation: "putRepositoryActionsSecret",
      after: 10,
      delay: LONG_DELAY,
      times: 3,
      executed: true,
    });
    const step = startStep({ ...inputsFor(emulator), ...ROTATE, repositories: "acme/service-*", pace: "polite" });
    const secretWrites = () =>
      emulator.control.calls().filter(({ operation }) => operation === "putRepositoryActionsSecret");
    await vi.waitFor(() => expect(secretWrites().length).toBeGreaterThanOrEqual(3), POLL_OPTIONS);
    const done = await cancel(step);
    expect(done.exitCode).toBe(1);
    const countsByOutcome = countByOutcome(done.report);
    expect(countsByOutcome["changed"]).toBe(
      emulator.control.secrets().filter(({ value }) => value === "a new key").length,
    );
    expect(Object.values(countsByOutcome).reduce((sum, count) => sum + count, 0)).toBe(30);
    expect(countsByOutcome["not-started"]).toBeGreaterThan(10);
    expect(done.errors[0]).toMatch(/^The run was cancelled\. /);
    expect(done.summary).toContain("The run was cancelled. Run it again to continue.");
    expect(done.outputs).toMatchObject({ changed: `${countsByOutcome["changed"]}` });
  });

  test("reports values that were delivered but not written", async ({ emulator }) => {
    await addRepositories(emulator, "acme", 55);
    // The quota is used up, so values are delivered and their writes wait.
    const rateLimited = { status: 429, headers: { "retry-after": "60" }, message: "too quick" };
    emulator.control.faults.add({ operation: "putRepositoryActionsSecret", ...rateLimited });
    const deliver = JSON.stringify([process.execPath, "-e", ""]);
    const step = startStep({ ...inputsFor(emulator), ...ROTATE, repositories: "acme/service-*", deliver });
    await vi.waitFor(() => expect(step.log()).toContain("Waiting until"), POLL_OPTIONS);
    const done = await cancel(step);
    const outcomes: { end: string; note?: string }[] = JSON.parse(done.report).tasks[0].outcomes;
    expect(outcomes).toHaveLength(55);
    for (const { note } of outcomes)
      expect(note).toMatch(/^the run was cancelled( before it was sent)?; its new value has already been delivered\.$/);
    expect(countByOutcome(done.report)["not-started"]).toBeGreaterThanOrEqual(5);
  });

  test("reports what it did not read as not started rather than failed", async ({ emulator }) => {
    const names = await addRepositories(emulator, "acme", 40);
    emulator.control.faults.add({ operation: "listRepositoryActionsSecrets", after: 5, delay: LONG_DELAY });
    const step = startStep({ ...inputsFor(emulator), ...ROTATE, repositories: names.join(), pace: "off" });
    await vi.waitFor(() => expect(emulator.control.faults.list()[0]?.happened).toBeGreaterThan(0), POLL_OPTIONS);
    const done = await cancel(step);
    expect(done.exitCode).toBe(1);
    expect(done.outputs).toMatchObject({ changed: "0", failed: "40" });
    expect(done.errors[0]).toMatch(/^The run was cancelled\. 0 changed, \d+ failed, [1-9]\d* not started, 0 skipped\./);
    expect(done.summary).toMatch(/<td>➖ not read: the run was cancelled</);
  });

  test("reports an unknown outcome if no response arrives", async ({ emulator }) => {
    await addRepositories(emulator, "acme", 3);
    emulator.control.faults.add({ operation: "putRepositoryActionsSecret", delay: LONG_DELAY });
    const step = startStep({ ...inputsFor(emulator), ...ROTATE, repositories: "acme/service-*", pace: "off" });
    await vi.waitFor(() => expect(step.log()).toContain("::group::Rotate secrets: plan"), POLL_OPTIONS);
    await vi.waitFor(() => expect(emulator.control.faults.list()[0]?.happened).toBe(3), POLL_OPTIONS);
    const done = await cancel(step, "SIGTERM");
    expect(countByOutcome(done.report)).toEqual({ unknown: 3 });
    expect(done.errors[0]).toContain("3 unknown");
  });

  test("reports what it knows if it must end immediately", async ({ emulator }) => {
    await addRepositories(emulator, "acme", 3);
    emulator.control.faults.add({ operation: "putRepositoryActionsSecret", delay: LONG_DELAY });
    const step = startStep({ ...inputsFor(emulator), ...ROTATE, repositories: "acme/service-*", pace: "off" });
    await vi.waitFor(() => expect(emulator.control.faults.list()[0]?.happened).toBe(3), POLL_OPTIONS);
    // A signal within a second of the first is a duplicate; a later one is the runner's second signal.
    step.child.kill("SIGTERM");
    await vi.waitFor(() => expect(step.log()).toContain("The run was cancelled"), POLL_OPTIONS);
    await step.passTime(DUPLICATE_SIGNAL_WINDOW + 1);
    step.child.kill("SIGTERM");
    const done = await step.done;
    expect(done.exitCode).toBe(1);
    expect(done.summary).toContain("The run was cancelled");
    expect(countByOutcome(done.report)).toEqual({ unknown: 3 });
    // Otherwise the step would have waited for its calls and reported their outcomes.
    expect(done.report).toContain("the run was killed before the outcome was known");
    expect(done.outputs).toMatchObject({ changed: "0", failed: "3" });
  });

  test("can be run again after it was killed", async ({ emulator }) => {
    await addRepositories(emulator, "acme", 30);
    const inputs = { ...inputsFor(emulator), ...ROTATE, repositories: "acme/service-*", pace: "off" };
    emulator.control.faults.add({
      operation: "putRepositoryActionsSecret",
      after: 12,
      delay: LONG_DELAY,
      executed: true,
    });
    const step = startStep(inputs, { GITHUB_RUN_ID: "2" });
    await vi.waitFor(() => expect(emulator.control.faults.list()[0]?.happened).toBeGreaterThan(3), POLL_OPTIONS);
    step.child.kill("SIGKILL");
    expect((await step.done).exitCode).toBeNull();
    emulator.control.faults.clear();
    const secondRun = await startStep(inputs, { GITHUB_RUN_ID: "2" }).done;
    expect(secondRun.errors).toEqual([]);
    expect(
      emulator.control.secrets().filter(({ name, value }) => name === "KEY" && value === "a new key"),
    ).toHaveLength(30);
  });

  test("that was still reading ends and changes nothing", async ({ emulator }) => {
    emulator.control.faults.add({ operation: "listOrganizationRepositories", delay: LONG_DELAY });
    const step = startStep({ ...inputsFor(emulator), ...ROTATE, repositories: "acme/*" });
    await vi.waitFor(() => expect(emulator.control.faults.list()[0]?.happened).toBe(1), POLL_OPTIONS);
    const done = await cancel(step);
    expect(done.exitCode).toBe(1);
    expect(done.errors[0]).toContain("The run was cancelled.");
    expect(done.outputs).toMatchObject({ changed: "0" });
    expect(done.summary).toContain("The run was cancelled");
  });
});
