import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test as base } from "@forgehand/emulator/vitest";
import { describe, expect } from "vitest";
import * as z from "zod/mini";
import { inputsFor } from "../inputs.ts";
import { runStep, type StepResult } from "../runner.ts";
import { addRepositories } from "./add-repositories.ts";

/** Vitest's `test` with a folder for the shards' reports. */
const test = base.extend<{ folder: string }>({
  folder: async ({ task: _ }, use) => {
    const folder = mkdtempSync(join(tmpdir(), "forgehand-reports-"));
    await use(folder);
    rmSync(folder, { recursive: true, force: true });
  },
});

const MatrixOutputSchema = z.object({
  include: z.array(z.object({ shard: z.string(), share: z.string(), installation: z.string(), targets: z.number() })),
});

const shardsOf = (step: StepResult) => MatrixOutputSchema.parse(JSON.parse(step.outputs["matrix"] ?? "")).include;

const TEMPLATE = { task: "oidc-template", "include-claim-keys": "repo, context, job_workflow_ref" };

describe("a fleet", () => {
  test("is sharded by owner, processed shard by shard and merged into one report", async ({ emulator, folder }) => {
    await addRepositories(emulator, "acme", 12);
    await addRepositories(emulator, "globex", 5);
    const targets = { ...TEMPLATE, repositories: "acme/service-*, globex/*" };
    const matrix = await runStep({ ...inputsFor(emulator), ...targets, mode: "matrix" });
    expect(matrix.errors).toEqual([]);
    const shards = shardsOf(matrix);
    expect(shards).toEqual([
      { shard: "acme", share: "1/2", installation: "", targets: 12 },
      { shard: "globex", share: "2/2", installation: "", targets: 5 },
    ]);
    expect(matrix.summary).toContain("<code>globex</code>");
    for (const [index, { shard, share, installation }] of shards.entries()) {
      const step = await runStep({ ...inputsFor(emulator), ...targets, mode: "apply", shard, share, installation });
      expect(step.errors).toEqual([]);
      writeFileSync(join(folder, `${index}.json`), step.report);
    }
    const merged = await runStep({ mode: "merge", reports: folder, shards: matrix.outputs["matrix"] ?? "" });
    expect(merged.errors).toEqual([]);
    expect(merged.exitCode).toBe(0);
    expect(merged.outputs).toMatchObject({ changed: "17", failed: "0" });
    expect(merged.summary).toContain("17 changed, 0 failed");
    expect(merged.summary).toContain("globex/service-5");
    expect(JSON.parse(merged.report).shards).toHaveLength(2);
  });

  test("of one owner is split into shards that cover everything exactly once", async ({ emulator }) => {
    await addRepositories(emulator, "acme", 120);
    const targets = { ...TEMPLATE, repositories: "acme/service-*" };
    const shards = shardsOf(await runStep({ ...inputsFor(emulator), ...targets, mode: "matrix" }));
    expect(shards.map(({ shard, share }) => [shard, share])).toEqual([
      ["1/2", "1/2"],
      ["2/2", "2/2"],
    ]);
    expect(shards.reduce((sum, row) => sum + row.targets, 0)).toBe(120);
    const plans: string[][] = [];
    for (const { shard, targets: count } of shards) {
      const step = await runStep({ ...inputsFor(emulator), ...targets, shard });
      const { changes }: { changes: { target: string }[] } = JSON.parse(step.outputs["plan"] ?? "");
      expect(changes).toHaveLength(count);
      plans.push(changes.map(({ target }) => target));
    }
    expect(new Set(plans.flat()).size).toBe(120);
  });

  test("of an app is sharded by installation, each with its full quota", async ({ emulator }) => {
    await addRepositories(emulator, "globex", 3);
    await emulator.control.seed({
      apps: { robot: { client_id: "Iv1.robot", owner: "acme", installations: { acme: {}, globex: {} } } },
    });
    const key = await emulator.control.createAppKey("robot");
    const app = { "api-url": emulator.apiUrl, "app-id": "Iv1.robot", "private-key": key };
    const targets = { ...TEMPLATE, repositories: "acme/*, globex/*" };
    const shards = shardsOf(await runStep({ ...app, ...targets, mode: "matrix" }));
    expect(shards).toMatchObject([
      { shard: "acme", share: "1/1", targets: 2 },
      { shard: "globex", share: "1/1", targets: 3 },
    ]);
    expect(new Set(shards.map(({ installation }) => installation)).size).toBe(2);
    const { shard = "", share = "", installation = "" } = shards[1] ?? {};
    const step = await runStep({ ...app, ...targets, mode: "check", shard, share, installation });
    expect(step.errors[0]).toContain("3 differ from the configuration");
  });

  test("with nothing to do explains how to skip the job", async ({ emulator }) => {
    const targets = { ...TEMPLATE, repositories: "acme/nothing-*", mode: "matrix" };
    const step = await runStep({ ...inputsFor(emulator), ...targets, "if-none-found": "warn" });
    expect(step.exitCode).toBe(0);
    expect(step.outputs["matrix"]).toBe('{"include":[]}');
    expect(step.log).toContain("add this condition to the job that uses it: if: ");
    expect(step.log.match(/^::warning::acme\/nothing-\*: /gm)).toHaveLength(1);
    const ignored = await runStep({ ...inputsFor(emulator), ...targets, "if-none-found": "ignore" });
    expect(ignored.log).not.toContain("::warning::");
  });

  test("has a shard for a pattern that matches nothing, which reports it according to its mode", async ({
    emulator,
  }) => {
    const targets = { ...TEMPLATE, repositories: "acme/nothing-*" };
    const matrix = await runStep({ ...inputsFor(emulator), ...targets, mode: "matrix" });
    expect(matrix.exitCode).toBe(0);
    const [{ shard = "" } = {}] = shardsOf(matrix);
    const plan = await runStep({ ...inputsFor(emulator), ...targets, mode: "plan", shard });
    expect(plan.exitCode).toBe(0);
    const step = await runStep({ ...inputsFor(emulator), ...targets, mode: "apply", shard });
    expect(step.exitCode).toBe(1);
    expect(step.errors[0]).toContain("acme/nothing-*: no accessible repository matches this name");
  });

  test("has a shard for unreadable targets, which reports them", async ({ emulator }) => {
    const targets = { ...TEMPLATE, repositories: "acme/*, unknown-user/*" };
    const matrix = await runStep({ ...inputsFor(emulator), ...targets, mode: "matrix" });
    expect(shardsOf(matrix).map(({ shard }) => shard)).toEqual(["acme", "unknown-user"]);
    const step = await runStep({ ...inputsFor(emulator), ...targets, shard: "unknown-user" });
    expect(step.exitCode).toBe(1);
    expect(step.errors[0]).toContain("unknown-user/*: ");
  });
});

describe("merging", () => {
  const shards = JSON.stringify({ include: [{ shard: "acme" }, { shard: "globex" }] });

  test("reports shards without a report, invalid report files and failed shards", async ({ emulator, folder }) => {
    const wrong = { ...TEMPLATE, repositories: "acme/widgets, acme/nowhere", shard: "acme", mode: "apply" };
    const step = await runStep({ ...inputsFor(emulator), ...wrong });
    expect(step.exitCode).toBe(1);
    writeFileSync(join(folder, "acme.json"), step.report);
    writeFileSync(join(folder, "cut.json"), step.report.slice(0, 200));
    writeFileSync(join(folder, "other.json"), '{"name":"x"}');
    const merged = await runStep({ mode: "merge", reports: join(folder, "*.json"), shards });
    expect(merged.exitCode).toBe(1);
    expect(merged.summary).toContain("shard globex: has no report; its job may have been cancelled");
    expect(merged.summary).toContain("cut.json: is not JSON, or is truncated");
    expect(merged.summary).toContain("other.json: is not a report of this action");
    expect(merged.summary).toContain("acme/nowhere");
    expect(merged.outputs).toMatchObject({ changed: "1", failed: "4" });
  });

  test("uses the latest attempt of a shard", async ({ emulator, folder }) => {
    emulator.control.faults.add({ operation: "setRepositorySubjectTemplate", status: 403, times: 1 });
    const inputs = { ...inputsFor(emulator), ...TEMPLATE, repositories: "acme/widgets", shard: "acme", mode: "apply" };
    for (const attempt of ["1", "2"]) {
      const step = await runStep(inputs, { GITHUB_RUN_ATTEMPT: attempt });
      expect(step.exitCode).toBe(attempt === "1" ? 1 : 0);
      writeFileSync(join(folder, `${attempt}.json`), step.report);
    }
    const merged = await runStep({ mode: "merge", reports: `${folder}/1.json\n${folder}/2.json` });
    expect(merged.errors).toEqual([]);
    expect(merged.outputs).toMatchObject({ changed: "1", failed: "0" });
  });

  test("requires reports and unmodified shards", async ({ folder }) => {
    const none = await runStep({ mode: "merge", reports: join(folder, "*.json") });
    expect(none.errors[0]).toContain('The input "reports" must match at least one file, got ');
    const empty = await runStep({ mode: "merge", reports: folder, shards: '{"include":[]}' });
    expect(empty.exitCode).toBe(0);
    const wrong = await runStep({ mode: "merge", reports: folder, shards: "acme" });
    expect(wrong.errors[0]).toContain('The input "shards" must be the output "matrix"');
    const withoutReports = await runStep({ mode: "merge" });
    expect(withoutReports.errors[0]).toContain('The input "reports" is missing');
  });
});
