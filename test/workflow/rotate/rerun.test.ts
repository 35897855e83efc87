import type { Emulator } from "@forgehand/emulator";
import { emulatorTest } from "@forgehand/emulator/vitest";
import { describe, expect } from "vitest";
import { inputsFor } from "../inputs.ts";
import { runStep, startStep } from "../runner.ts";

const NAMES = Array.from({ length: 24 }, (_, index) => `acme/r${String(index).padStart(2, "0")}`);
const SEED = {
  users: { alice: {} },
  organizations: { acme: { members: { alice: "owner" } } },
  repositories: Object.fromEntries([
    ...NAMES.map((name) => [name, { actions_secrets: { KEY: { value: "old", updated: "-9d" } } }]),
    ["acme/automation", { files: { ".github/workflows/rotate.yml": "on: push\n" } }],
  ]),
  tokens: {
    alice: { kind: "classic", user: "alice", scopes: "all" },
  },
};
const test = emulatorTest({ seed: SEED });

const ROTATE = { task: "rotate-secrets", kind: "actions", secret: "KEY", repositories: "acme/r*", mode: "apply" };

/** Starts a workflow run whose start lies in the past. */
function startWorkflowRun({ control }: Emulator): Readonly<Record<string, string>> {
  const { env } = control.startJob({ repository: "acme/automation" });
  control.clock.advance(5);
  return env;
}

const secretsOf = ({ control }: Emulator) => control.secrets().filter(({ name }) => name === "KEY");
const writesOf = ({ control }: Emulator) =>
  control.calls().filter(({ method, status }) => method === "PUT" && status !== null && status < 300);

describe("a repeated rotation", () => {
  test.for([1, 2, 3])("resumes after it was killed (%i)", async (round, { emulator }) => {
    const env = startWorkflowRun(emulator);
    const all = { ...inputsFor(emulator), ...ROTATE, value: "new" };
    emulator.control.faults.add({ operation: "putRepositoryActionsSecret", delay: 0.05 });
    const step = startStep(all, env);
    const minimumWrites = round * 5;
    await expect.poll(() => writesOf(emulator).length, { interval: 2 }).toBeGreaterThanOrEqual(minimumWrites);
    step.child.kill("SIGKILL");
    await step.done;
    const done = new Set(secretsOf(emulator).flatMap((secret) => (secret.value === "new" ? [secret.repository] : [])));
    emulator.control.faults.clear();
    emulator.control.clearCalls();
    emulator.control.clock.advance(2);
    const rerun = await runStep(all, env);
    expect(rerun.errors).toEqual([]);
    expect(new Set(secretsOf(emulator).map(({ value }) => value))).toEqual(new Set(["new"]));
    expect(rerun.outputs).toMatchObject({ skipped: String(done.size), changed: String(NAMES.length - done.size) });
    // Nothing was written twice.
    for (const { path } of writesOf(emulator)) {
      expect(done.has(NAMES.find((name) => path.includes(`${name}/`)) ?? "")).toBe(false);
    }
  });

  test("rotates again in another workflow run, respecting since", async ({ emulator }) => {
    const all = { ...inputsFor(emulator), ...ROTATE, value: "new" };
    const first = startWorkflowRun(emulator);
    expect((await runStep(all, first)).outputs).toMatchObject({ changed: "24", skipped: "0" });
    const repeated = await runStep(all, first);
    expect(repeated.outputs).toMatchObject({ changed: "0", skipped: "24" });
    expect(repeated.summary).toContain("after this rotation began");
    emulator.control.clock.advance(60);
    expect((await runStep({ ...all, mode: "plan" }, startWorkflowRun(emulator))).outputs).toMatchObject({
      changed: "24",
    });
    const since = { since: emulator.control.clock.now().toISOString() };
    expect((await runStep({ ...all, ...since, mode: "plan" }, first)).outputs).toMatchObject({ changed: "24" });
  });

  test("does not resume a run of another service", async ({ emulator }) => {
    const all = { ...inputsFor(emulator), ...ROTATE, value: "new", repositories: "acme/r00" };
    const env = startWorkflowRun(emulator);
    await runStep(all, env);
    const otherService = { ...env, GITHUB_API_URL: "https://api.github.com" };
    expect((await runStep(all, otherService)).outputs).toMatchObject({ changed: "1", skipped: "0" });
  });

  test("rewrites secrets that were set in the first second of the run only once", async ({ emulator }) => {
    const { env } = emulator.control.startJob({ repository: "acme/automation" });
    const startTime = emulator.control.clock.now();
    emulator.control.clock.set(new Date(Math.floor(startTime.getTime() / 1000) * 1000 + 300));
    const all = { ...inputsFor(emulator), ...ROTATE, value: "new", repositories: "acme/r00" };
    await runStep(all, env);
    emulator.control.clock.set(new Date(startTime.getTime() + 5000));
    const results: (string | undefined)[] = [];
    for (let round = 0; round < 3; round++) results.push((await runStep(all, env)).outputs["changed"]);
    expect(results.slice(1)).toEqual(["0", "0"]);
  });

  test("gives all targets the same generated value or none", async ({ emulator }) => {
    const env = startWorkflowRun(emulator);
    const all = {
      ...inputsFor(emulator),
      ...ROTATE,
      generate: "hex 40",
      "allow-undelivered": "true",
      "value-for": "all",
    };
    emulator.control.faults.add({ operation: "putRepositoryActionsSecret", status: 403, after: 20, message: "No" });
    expect((await runStep(all, env)).outputs).toMatchObject({ changed: "20", failed: "4" });
    emulator.control.faults.clear();
    const rerun = await runStep(all, env);
    expect(rerun.outputs).toMatchObject({ changed: "24", skipped: "0" });
    expect(rerun.summary).toContain(
      "all targets share one generated value, so 20 targets that are not due get it too.",
    );
    expect(new Set(secretsOf(emulator).map(({ value }) => value)).size).toBe(1);
    expect((await runStep(all, env)).outputs).toMatchObject({ changed: "0", skipped: "24" });
  });

  test("generates a new value for all targets if some kept the value of the last run", async ({ emulator }) => {
    const env = startWorkflowRun(emulator);
    const { faults } = emulator.control;
    const generated = { generate: "hex 40", "allow-undelivered": "true", "value-for": "all" };
    const all = { ...inputsFor(emulator), ...ROTATE, ...generated };
    const writeFault = { operation: "putRepositoryActionsSecret", status: 403, message: "No" };
    faults.add({ ...writeFault, after: 20 });
    expect((await runStep(all, env)).outputs).toMatchObject({ changed: "20", failed: "4" });
    // Writes are rejected now, including the one for the target that has the first value.
    faults.clear();
    faults.add({ ...writeFault, times: 10 });
    const second = await runStep(all, env);
    expect(second.outputs).toMatchObject({ changed: "13", failed: "11" });
    expect(second.report).toContain("the next run generates a new value for all of them");
    faults.clear();
    expect((await runStep(all, env)).outputs).toMatchObject({ changed: "24", failed: "0" });
    expect(new Set(secretsOf(emulator).map(({ value }) => value)).size).toBe(1);
    expect((await runStep(all, env)).outputs).toMatchObject({ changed: "0", skipped: "24" });
  });

  test("that runs concurrently with another leaves each secret with one of the two values", async ({ emulator }) => {
    const all = { ...inputsFor(emulator), ...ROTATE };
    const [first, second] = await Promise.all([
      runStep({ ...all, value: "one" }, startWorkflowRun(emulator)),
      runStep({ ...all, value: "other" }, startWorkflowRun(emulator)),
    ]);
    for (const step of [first, second]) expect(step.exitCode === 0 || step.errors.length > 0).toBe(true);
    for (const { value } of secretsOf(emulator)) expect(["one", "other"]).toContain(value);
    expect(first.errors).toEqual([]);
    expect(second.errors).toEqual([]);
  });
});
