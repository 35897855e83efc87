import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getOrganizationSubjectTemplate } from "@forgehand/core/operations";
import { test as base } from "@forgehand/emulator/vitest";
import { describe, expect } from "vitest";
import { createServiceClient } from "../service/service-client.ts";
import { inputsFor } from "./inputs.ts";
import { runStep, type StepResult } from "./runner.ts";

interface ConfigWorkspace {
  /** Runs a step in a workspace with this `forgehand.yml`. */
  readonly run: (file: string, inputs?: Record<string, string>) => Promise<StepResult>;
}

const test = base.extend<{ workspace: ConfigWorkspace }>({
  workspace: async ({ emulator }, use) => {
    const folder = mkdtempSync(join(tmpdir(), "forgehand-workspace-"));
    mkdirSync(join(folder, "ops"));
    await use({
      run(file, inputs = {}) {
        writeFileSync(join(folder, "ops", "forgehand.yml"), file);
        return runStep(
          { ...inputsFor(emulator), config: "ops/forgehand.yml", mode: "apply", ...inputs },
          { GITHUB_WORKSPACE: folder, NEW_KEY: "from the environment" },
        );
      },
    });
    rmSync(folder, { recursive: true });
  },
});

const ALL_TASKS = `
oidc-template:
  organization: acme
  include-claim-keys: [repo, context, job_workflow_ref]
rotate-secrets:
  - &key { secret: DEPLOY_KEY, kind: dependabot, organization: acme, value-env: NEW_KEY }
`;

const KEYS = ["repo", "context", "job_workflow_ref"];

describe("a configuration file", () => {
  test("runs all its tasks in order, and inputs override its entries", async ({ emulator, workspace }) => {
    const { call } = createServiceClient(emulator);
    const step = await workspace.run(ALL_TASKS);
    expect(step.errors).toEqual([]);
    expect(step.outputs).toMatchObject({ changed: "2" });
    expect((await call(getOrganizationSubjectTemplate, { org: "acme" })).include_claim_keys).toEqual(KEYS);
    expect(emulator.control.secrets()).toMatchObject([{ value: "from the environment" }]);
    const plans = [...step.log.matchAll(/^::group::(.+): plan$/gm)].map(([, title]) => title);
    expect(plans).toHaveLength(2);
    expect(plans[0]).toMatch(/template/i);
    const other = await workspace.run(ALL_TASKS, { "include-claim-keys": "repo, context, actor", mode: "check" });
    expect(other.exitCode).toBe(1);
    expect(other.outputs["plan"]).toContain("repo:context:actor");
  });

  test("runs only the task that the input names", async ({ emulator, workspace }) => {
    const step = await workspace.run(ALL_TASKS, { task: "oidc-template" });
    expect(step.outputs).toMatchObject({ changed: "1" });
    expect(emulator.control.secrets()).toMatchObject([{ value: "the old deploy key" }]);
    const none = await workspace.run(ALL_TASKS, { task: "redeliver" });
    expect(none.errors).toEqual([
      'The input "task" must name a task that ops/forgehand.yml declares, got "redeliver". The file declares: oidc-template, rotate-secrets.',
    ]);
  });

  test("takes secrets, which the file must not contain, from an input", async ({ emulator, workspace }) => {
    const file = "rotate-secrets: { secret: DEPLOY_KEY, kind: dependabot, organization: acme }";
    const step = await workspace.run(file, { value: "by the input" });
    expect(step.errors).toEqual([]);
    expect(emulator.control.secrets()).toMatchObject([{ value: "by the input" }]);
  });

  test("reports all its errors with their locations and makes no calls", async ({ emulator, workspace }) => {
    const step = await workspace.run("rotate-secrets:\n  - secret: 1X\n    value: hunter2\n    max-age-days: x\n");
    expect(step.exitCode).toBe(1);
    const locations = [...step.log.matchAll(/^::error file=ops\/forgehand\.yml,line=(\d+),col=(\d+)::(.*)$/gm)];
    expect(locations.map(([, line, column, message]) => [line, column, message?.split(" ")[1]])).toEqual([
      ["2", "5", "rotate-secrets[0].secret"],
      ["3", "5", "rotate-secrets[0].value"],
      ["4", "5", "rotate-secrets[0].max-age-days"],
    ]);
    for (const [, line, column, message] of locations) expect(message).toMatch(`ops/forgehand.yml:${line}:${column}: `);
    expect(step.summary).toContain("ops/forgehand.yml:4:5");
    expect(step.log + step.summary).not.toContain("hunter2");
    expect(emulator.control.calls()).toEqual([]);
  });

  test("reports the location of settings that contradict each other", async ({ workspace }) => {
    const step = await workspace.run("redeliver:\n  - repositories: acme/widgets\n    topics: [a]\n");
    expect(step.exitCode).toBe(1);
    expect(step.log).toMatch(
      /^::error file=ops\/forgehand\.yml,line=3,col=5::ops\/forgehand\.yml:3:5: redeliver\[0\]\.topics must only be set with a pattern in repositories/m,
    );
  });

  test("reports all errors of its entries, and an error of an input only once", async ({ emulator, workspace }) => {
    const contradictions =
      "rotate-secrets:\n  - organization: acme\n    secret: A\n    generate: hex 32\n  - secret: B\n    organization: acme\n    value-env: NOT_THERE\n    visibility: all\n    selected-repositories: [acme/widgets]\n";
    const step = await workspace.run(contradictions);
    expect(step.errors).toEqual([
      expect.stringContaining('ops/forgehand.yml:4:5: rotate-secrets[0].generate needs "deliver"'),
      expect.stringContaining(
        "ops/forgehand.yml:9:5: rotate-secrets[1].selected-repositories must only be set with visibility: selected, got visibility: all.",
      ),
    ]);
    const invalidConfig = contradictions
      .replace("hex 32", "hex 32\n    allow-undelivered: true")
      .replaceAll("all\n", "selected\n");
    const laterStep = await workspace.run(invalidConfig.replace("A\n", "GITHUB_A\n"));
    expect(laterStep.errors).toEqual([
      expect.stringContaining("ops/forgehand.yml:3:5: rotate-secrets[0].secret must not start with GITHUB_"),
      expect.stringContaining("ops/forgehand.yml:8:5: rotate-secrets[1].value-env names NOT_THERE"),
    ]);
    const stepWithInputs = await workspace.run(contradictions, {
      "allow-undelivered": "true",
      "max-age-days": "9",
      when: "missing",
    });
    expect(stepWithInputs.errors.filter((line) => line.includes("max-age-days"))).toHaveLength(1);
    expect(emulator.control.calls()).toEqual([]);
  });

  test("reports the location of an unknown claim key", async ({ workspace }) => {
    const entry = "  - { repositories: acme/*, include-claim-keys: [repo, contex] }\n";
    const step = await workspace.run(`oidc-template:\n${entry}${entry.replace("contex", "actr")}`);
    expect(step.errors).toEqual([
      expect.stringContaining(
        "ops/forgehand.yml:2:29: oidc-template[0].include-claim-keys is invalid: contex is not a known claim. Did you mean context?",
      ),
      expect.stringContaining(
        "ops/forgehand.yml:3:29: oidc-template[1].include-claim-keys is invalid: actr is not a known claim. Did you mean actor?",
      ),
    ]);
  });

  test("starts no task if any claim key is unknown", async ({ emulator, workspace }) => {
    const rotation =
      "rotate-secrets:\n  - { secret: DEPLOY_KEY, kind: dependabot, organization: acme, value-env: NEW_KEY }\n";
    const template = "oidc-template:\n  - { organization: acme, include-claim-keys: [repo, contex] }\n";
    const step = await workspace.run(rotation + template);
    expect(step.exitCode).toBe(1);
    expect(step.log).toContain(
      "oidc-template[0].include-claim-keys is invalid: contex is not a known claim. Did you mean context?",
    );
    expect(emulator.control.secrets()).toMatchObject([{ value: "the old deploy key" }]);
  });

  test("that does not exist is reported with its absolute path", async ({ workspace }) => {
    const step = await workspace.run(ALL_TASKS, { config: "forgehand.yml" });
    expect(step.errors).toEqual([
      expect.stringMatching(
        /^The input "config" must be .+, got "forgehand\.yml", which does not exist \(\/.+\/forgehand\.yml\)\./,
      ),
    ]);
  });
});

describe("unused inputs", () => {
  test("cause a warning and do not stop the step", async ({ emulator, workspace }) => {
    const step = await workspace.run(ALL_TASKS, {
      "max-atempts": "3",
      hook: "5",
      task: "oidc-template",
      reports: "*.json",
    });
    expect(step.exitCode).toBe(0);
    expect(step.log).toContain('::warning::The input "max-atempts" is not known. Did you mean max-attempts?');
    expect(step.log).toContain('::warning::The input "hook" is not used here, only by rotate-secrets and redeliver.');
    expect(step.log).toContain('::warning::The input "reports" is not used in mode apply, only in mode merge.');
    const valid = await runStep({
      ...inputsFor(emulator),
      task: "redeliver",
      repositories: "acme/widgets",
      mode: "plan",
    });
    expect(valid.log).not.toContain("::warning::The input");
  });
});
