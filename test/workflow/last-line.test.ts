import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "@forgehand/emulator/vitest";
import { describe, onTestFinished } from "vitest";
import { inputsFor } from "./inputs.ts";
import { runStep, type StepResult } from "./runner.ts";

const TEMPLATE = { task: "oidc-template", "include-claim-keys": "repo, context, job_workflow_ref" };
const USAGE = /(\d+) calls? in (\d+(?:\.\d)?) s(?: \(the longest shard\))?\.$/;

/** Returns the last line of a step's log, and the calls and seconds that it names. */
function lastLine({ log }: StepResult) {
  const line = log.trimEnd().split("\n").at(-1) ?? "";
  const [, calls, seconds] = USAGE.exec(line) ?? [];
  return { line, calls: Number(calls), seconds: Number(seconds) };
}

describe("the last line of a step", () => {
  for (const mode of ["plan", "check", "apply"]) {
    test(`says what changed, and how many calls it took: ${mode}`, async ({ emulator, expect }) => {
      const step = await runStep({ ...inputsFor(emulator), ...TEMPLATE, repositories: "acme/*, acme/nowhere", mode });
      const { line, calls, seconds } = lastLine(step);
      const results = {
        plan: "2 would be changed (nothing was), 1 failed, 0 skipped.",
        check: "2 differ from the configuration, 1 failed, 0 skipped.",
        apply: "2 changed, 1 failed, 0 skipped.",
      }[mode];
      expect(line).toBe(`OIDC subject template: ${results} ${calls} calls in ${seconds} s.`);
      // The emulator counts the calls that it has served.
      expect(calls).toBe(emulator.control.calls().length);
      expect(JSON.parse(step.report)).toMatchObject({ calls, seconds });
      expect(step.summary).toContain(line.slice(line.indexOf(`${calls} calls`)));
    });
  }

  test("counts each attempt of a call", async ({ emulator, expect }) => {
    emulator.control.faults.add({ operation: "getRepositorySubjectTemplate", status: 502, times: 2 });
    const step = await runStep({ ...inputsFor(emulator), ...TEMPLATE, repositories: "acme/widgets" });
    expect(step.errors).toEqual([]);
    expect(lastLine(step).calls).toBe(emulator.control.calls().length);
  });

  test("is there if nothing could be planned, but not if no call was made", async ({ emulator, expect }) => {
    const inputs = { ...inputsFor(emulator), ...TEMPLATE, repositories: "acme/*" };
    const rejected = await runStep({ ...inputs, token: "wrong" });
    expect(rejected.exitCode).toBe(1);
    expect(lastLine(rejected).line).toBe(`The run failed. 1 call in ${lastLine(rejected).seconds} s.`);
    expect(rejected.summary).toContain(lastLine(rejected).line);
    const invalid = await runStep({ ...inputs, "include-claim-keys": "no such claim" });
    expect(invalid.exitCode).toBe(1);
    expect(lastLine(invalid).line).toMatch(/^::error::/);
    expect(invalid.log).not.toContain("calls in");
    expect(invalid.summary).not.toContain("calls in");
  });

  test("is there for shards and their matrix, and adds up the shards' calls", async ({ emulator, expect }) => {
    const inputs = { ...inputsFor(emulator), ...TEMPLATE, repositories: "acme/*" };
    const matrix = await runStep({ ...inputs, mode: "matrix" });
    expect(lastLine(matrix).line).toMatch(/^1 shard for strategy\.matrix of a job\. \d/);
    expect(lastLine(matrix).calls).toBe(emulator.control.calls().length);
    const folder = mkdtempSync(join(tmpdir(), "forgehand-shards-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const shards = [await runStep({ ...inputs, shard: "1/2" }), await runStep({ ...inputs, shard: "2/2" })] as const;
    for (const [index, { report }] of shards.entries()) writeFileSync(join(folder, `${index}.json`), report);
    const merged = lastLine(await runStep({ mode: "merge", reports: folder }));
    expect(merged.calls).toBe(lastLine(shards[0]).calls + lastLine(shards[1]).calls);
    expect(merged.seconds).toBe(Math.max(...shards.map((shard) => lastLine(shard).seconds)));
    expect(merged.line).toMatch(/ s \(the longest shard\)\.$/);
  });
});
