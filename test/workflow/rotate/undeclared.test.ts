import { emulatorTest } from "@forgehand/emulator/vitest";
import { describe, expect } from "vitest";
import { inputsFor } from "../inputs.ts";
import { runStep } from "../runner.ts";

const OLD = { value: "old", updated: "-100d" };
const secrets = { DEPLOY_A: OLD, DEPLOY_B: OLD, DEPLOY_OLD: OLD, OTHER: OLD };
const test = emulatorTest({
  seed: {
    users: { alice: {} },
    organizations: {
      acme: {
        members: { alice: "owner" },
        actions_secrets: { DEPLOY_A: { ...OLD, visibility: "all" }, DEPLOY_OLD: { ...OLD, visibility: "private" } },
      },
    },
    repositories: { "acme/one": { actions_secrets: secrets }, "acme/two": { actions_secrets: secrets } },
    tokens: { alice: { kind: "classic", user: "alice", scopes: "all" } },
  },
});

const PRUNE = {
  task: "rotate-secrets",
  secret: "DEPLOY_A, deploy_b",
  value: "new",
  repositories: "acme/*",
  prune: "DEPLOY_*",
  "other-stores": "none",
  mode: "apply",
};

describe("secrets that are no longer declared", () => {
  test("are deleted by prune after the others were set, and nothing else is", async ({ emulator }) => {
    const inputs = { ...inputsFor(emulator), ...PRUNE };
    const plan = await runStep({ ...inputs, mode: "plan" });
    expect(plan.outputs).toMatchObject({ changed: "6" });
    expect(plan.summary).toContain("deletion, because it is not declared");
    expect(emulator.control.calls().every(({ method }) => method === "GET")).toBe(true);
    const step = await runStep(inputs);
    expect(step.errors).toEqual([]);
    expect(step.outputs).toMatchObject({ changed: "6", failed: "0" });
    const left = emulator.control.secrets().map(({ repository, name, value }) => [repository, name, value]);
    expect(left.filter(([repository]) => repository === "acme/one")).toEqual([
      ["acme/one", "DEPLOY_A", "new"],
      ["acme/one", "DEPLOY_B", "new"],
      ["acme/one", "OTHER", "old"],
    ]);
    expect(left).toHaveLength(8);
    const again = await runStep({ ...inputs, mode: "check", since: "2020-01-01" });
    expect([again.errors, again.outputs["changed"]]).toEqual([[], "0"]);
  });

  test("of an organization are deleted too", async ({ emulator }) => {
    const { repositories: _, ...others } = PRUNE;
    const step = await runStep({ ...inputsFor(emulator), ...others, secret: "DEPLOY_A", organization: "acme" });
    expect(step.errors).toEqual([]);
    expect(
      emulator.control.secrets().flatMap(({ organization, name }) => (organization === "acme" ? name : [])),
    ).toEqual(["DEPLOY_A"]);
  });

  test("stay where another change fails", async ({ emulator }) => {
    emulator.control.faults.add({ operation: "putRepositoryActionsSecret", status: 403, times: 1 });
    const step = await runStep({ ...inputsFor(emulator), ...PRUNE });
    expect(step.exitCode).toBe(1);
    expect(step.outputs).toMatchObject({ changed: "4", failed: "2" });
    const kept = emulator.control.secrets().filter(({ name, repository }) => name === "DEPLOY_OLD" && repository);
    expect(kept).toHaveLength(1);
    expect(step.log).toContain("nothing is deleted where another change failed");
  });

  test("stay if some targets could not be read", async ({ emulator }) => {
    emulator.control.faults.add({ operation: "listRepositoryActionsSecrets", status: 403, times: 1 });
    const step = await runStep({ ...inputsFor(emulator), ...PRUNE });
    expect(step.exitCode).toBe(1);
    expect(step.warnings).toContain("One secret that is not declared stays, because some targets could not be read.");
    expect(emulator.control.secrets().filter(({ name }) => name === "DEPLOY_OLD")).toHaveLength(3);
  });
});
