import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "@forgehand/emulator/vitest";
import { describe, expect, onTestFinished } from "vitest";
import { addRepositories } from "./fleet/add-repositories.ts";
import { inputsFor } from "./inputs.ts";
import { runStep } from "./runner.ts";

const TEMPLATE = { task: "oidc-template", "include-claim-keys": "repo, context, job_workflow_ref" };

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "forgehand-summary-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

describe("the results of a step", () => {
  test("append to an existing summary", async ({ emulator }) => {
    const file = join(folder(), "summary.md");
    writeFileSync(file, "# Before\nwithout an end");
    const inputs = { ...inputsFor(emulator), ...TEMPLATE, repositories: "acme/*" };
    await runStep(inputs, { GITHUB_STEP_SUMMARY: file });
    expect(readFileSync(file, "utf8")).toMatch(/^# Before\nwithout an end\n\n<h2>/);
  });

  test("omit what exceeds the size limit of a summary", async ({ emulator }) => {
    const file = join(folder(), "summary.md");
    writeFileSync(file, "x".repeat(1024 * 1024 - 8000));
    await addRepositories(emulator, "acme", 60);
    const inputs = { ...inputsFor(emulator), ...TEMPLATE, repositories: "acme/*" };
    const step = await runStep(inputs, { GITHUB_STEP_SUMMARY: file });
    expect(step.exitCode).toBe(0);
    expect(statSync(file).size).toBeLessThan(1024 * 1024);
    expect(readFileSync(file, "utf8")).toContain("more, all in the report's file.");
    expect(JSON.parse(step.report).tasks[0].plan.changes).toHaveLength(62);
  });

  test("do not fail the step if outputs can't be written", async ({ emulator }) => {
    const path = folder();
    const inputs = { ...inputsFor(emulator), ...TEMPLATE, repositories: "acme/*", mode: "apply" };
    const nowhere = { GITHUB_STEP_SUMMARY: "", GITHUB_OUTPUT: join(path, "nowhere"), RUNNER_TEMP: path };
    const step = await runStep(inputs, nowhere);
    expect(step.exitCode).toBe(0);
    expect(step.log).toContain("::warning::The outputs could not be set");
    const withoutOutputs = await runStep(inputs, { ...nowhere, GITHUB_OUTPUT: "" });
    expect(withoutOutputs.exitCode).toBe(0);
    expect(withoutOutputs.log).not.toContain("set-output");
  });

  test("name the step, its attempt and the service's response for each target", async ({ emulator }) => {
    const path = folder();
    const inputs = { ...inputsFor(emulator), ...TEMPLATE, repositories: "acme/widgets, acme/nowhere", mode: "apply" };
    const metadata = { GITHUB_WORKFLOW: "w", GITHUB_JOB: "j", GITHUB_ACTION: "s", GITHUB_RUN_ATTEMPT: "3" };
    const step = await runStep(inputs, { ...metadata, RUNNER_TEMP: path });
    expect(step.exitCode).toBe(1);
    if (process.platform !== "win32") expect(statSync(step.outputs["report"] ?? "").mode & 0o777).toBe(0o600);
    expect(JSON.parse(step.report)).toMatchObject({ version: 1, step: "w/j/s", attempt: 3, cancelled: false });
    expect(step.outputs).toMatchObject({ changed: "1", failed: "1" });
    const positionOf = (name: string) => step.summary.indexOf(`<code>${name}</code></a>`);
    expect(positionOf("acme/nowhere")).toBeGreaterThan(0);
    expect(positionOf("acme/nowhere")).toBeLessThan(positionOf("acme/widgets"));
  });
});
