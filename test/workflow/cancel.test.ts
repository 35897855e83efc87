import { test } from "@forgehand/emulator/vitest";
import { describe, expect, vi } from "vitest";
import { addRepositories } from "./fleet.ts";
import { inputsFor } from "./inputs.ts";
import { startStep } from "./runner.ts";

const ROTATE = {
  task: "rotate-secrets",
  kind: "actions",
  level: "repository",
  secret: "KEY",
  value: "new",
  mode: "apply",
};

const WITHIN = { timeout: 20_000, interval: 20 };

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
      delay: 20,
      times: 3,
      executed: true,
    });
    const step = startStep({ ...inputsFor(emulator), ...ROTATE, repositories: "acme/service-*", pace: "polite" });
    const puts = () => emulator.control.calls().filter(({ operation }) => operation === "putRepositoryActionsSecret");
    await vi.waitFor(() => expect(puts().length).toBeGreaterThanOrEqual(3), WITHIN);
    step.child.kill("SIGINT");
    const began = Date.now();
    const done = await step.done;
    expect(Date.now() - began).toBeLessThan(3500);
    expect(done.exitCode).toBe(1);
    const ends = endsOf(done.report);
    expect(ends["changed"]).toBe(emulator.control.secrets().filter(({ value }) => value === "new").length);
    expect(Object.values(ends).reduce((sum, count) => sum + count, 0)).toBe(30);
    expect(ends["not begun"]).toBeGreaterThan(10);
    expect(done.errors[0]).toMatch(/^The run was cancelled\. /);
    expect(done.summary).toContain("The run was cancelled; it can be run again.");
    expect(done.outputs).toMatchObject({ changed: `${ends["changed"]}` });
  });

  test("says that nobody knows where an answer does not come", async ({ emulator }) => {
    await addRepositories(emulator, "acme", 3);
    emulator.control.faults.add({ operation: "putRepositoryActionsSecret", delay: 30 });
    const step = startStep({ ...inputsFor(emulator), ...ROTATE, repositories: "acme/service-*", pace: "off" });
    await vi.waitFor(() => expect(step.log()).toContain("the plan"), WITHIN);
    await vi.waitFor(() => expect(emulator.control.faults.list()[0]?.happened).toBe(3), {
      timeout: 5000,
      interval: 50,
    });
    step.child.kill("SIGTERM");
    const done = await step.done;
    expect(endsOf(done.report)).toEqual({ unknown: 3 });
    expect(done.errors[0]).toContain("3 unknown");
  });

  test("tells what it knows where it is to end at once", async ({ emulator }) => {
    await addRepositories(emulator, "acme", 3);
    emulator.control.faults.add({ operation: "putRepositoryActionsSecret", delay: 30 });
    const step = startStep({ ...inputsFor(emulator), ...ROTATE, repositories: "acme/service-*", pace: "off" });
    await vi.waitFor(() => expect(emulator.control.faults.list()[0]?.happened).toBe(3), WITHIN);
    step.child.kill("SIGINT");
    const began = Date.now();
    setTimeout(() => step.child.kill("SIGTERM"), 1200);
    const done = await step.done;
    expect(Date.now() - began).toBeGreaterThan(1100);
    expect(Date.now() - began).toBeLessThan(1900);
    expect(done.exitCode).toBe(1);
    expect(done.summary).toContain("The run was cancelled");
    expect(endsOf(done.report)).toEqual({ unknown: 3 });
    expect(done.outputs).toMatchObject({ changed: "0", failed: "3" });
  });

  test("that is killed outright is simply run again", async ({ emulator }) => {
    await addRepositories(emulator, "acme", 30);
    const inputs = { ...inputsFor(emulator), ...ROTATE, repositories: "acme/service-*", pace: "off" };
    emulator.control.faults.add({ operation: "putRepositoryActionsSecret", after: 12, delay: 30, executed: true });
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
    emulator.control.faults.add({ operation: "listOrganizationRepositories", delay: 30 });
    const step = startStep({ ...inputsFor(emulator), ...ROTATE, repositories: "acme/*" });
    await vi.waitFor(() => expect(emulator.control.faults.list()[0]?.happened).toBe(1), {
      timeout: 20_000,
      interval: 50,
    });
    step.child.kill("SIGINT");
    const began = Date.now();
    const done = await step.done;
    expect(Date.now() - began).toBeLessThan(2500);
    expect(done.exitCode).toBe(1);
    expect(done.errors[0]).toContain("The run was cancelled.");
    expect(done.outputs).toMatchObject({ changed: "0" });
    expect(done.summary).toContain("The run was cancelled");
  });
});
