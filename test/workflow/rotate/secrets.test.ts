import { putOrganizationUpdaterSecret } from "@forgehand/core/operations";
import { emulatorTest, test } from "@forgehand/emulator/vitest";
import { describe, expect } from "vitest";
import { createServiceClient } from "../../service/service-client.ts";
import { inputsFor } from "../inputs.ts";
import { runStep } from "../runner.ts";

const ROTATE = { task: "rotate-secrets", kind: "dependabot", organization: "acme", secret: "DEPLOY_KEY" };

describe("rotate-secrets", () => {
  test("replaces a secret's value and keeps its access", async ({ emulator }) => {
    const step = await runStep({ ...inputsFor(emulator), ...ROTATE, mode: "apply", value: "  brand new\nkey " });
    expect(step.errors).toEqual([]);
    expect(step.exitCode).toBe(0);
    expect(emulator.control.secrets()).toMatchObject([
      { name: "DEPLOY_KEY", value: "  brand new\nkey ", visibility: "selected", repositories: ["acme/widgets"] },
    ]);
    expect(step.outputs).toMatchObject({ changed: "1", failed: "0", skipped: "0" });
    expect(step.summary).toContain("1 changed, 0 failed, 0 skipped.");
    expect(step.summary).toContain("acme/widgets (kept)");
  });

  test("masks the value and never prints it", async ({ emulator }) => {
    const value = "s3cr3t-value-of-the-key";
    const step = await runStep({ ...inputsFor(emulator), ...ROTATE, mode: "apply", value });
    expect(step.log).toContain(`::add-mask::${value}`);
    expect(step.log).toContain(`::add-mask::${emulator.tokens["alice"]}`);
    for (const text of [
      step.log.replaceAll(/^::add-mask::.*$/gm, ""),
      step.summary,
      step.report,
      ...Object.values(step.outputs),
    ]) {
      expect(text).not.toContain(value);
      expect(text).not.toContain(emulator.tokens["alice"]);
    }
  });

  test("plan and check change nothing", async ({ emulator }) => {
    const plan = await runStep({ ...inputsFor(emulator), ...ROTATE, value: "new" });
    expect(plan.exitCode).toBe(0);
    expect(JSON.parse(plan.outputs["plan"] ?? "")).toMatchObject({ changes: [{ target: "acme: DEPLOY_KEY" }] });
    const check = await runStep({ ...inputsFor(emulator), ...ROTATE, mode: "check", value: "new" });
    expect(check.errors[0]).toContain("1 differs from the configuration");
    expect(emulator.control.secrets()).toMatchObject([{ value: "the old deploy key" }]);
  });

  test("does not treat a missing organization as a missing secret", async ({ emulator }) => {
    const step = await runStep({
      ...inputsFor(emulator),
      ...ROTATE,
      organization: "acmee",
      mode: "apply",
      value: "new",
    });
    expect(step.errors[0]).toContain("404 Not Found. Either it does not exist, or this token cannot see it");
    expect(step.errors[0]).not.toContain("Create it once");
  });

  test("reports what was done even if the report cannot be written", async ({ emulator }) => {
    const nowhere = { GITHUB_STEP_SUMMARY: "/nowhere/summary", RUNNER_TEMP: "/nowhere" };
    const step = await runStep({ ...inputsFor(emulator), ...ROTATE, mode: "apply", value: "new" }, nowhere);
    expect(step.exitCode).toBe(0);
    expect(step.outputs).toMatchObject({ changed: "1", failed: "0" });
    expect(step.log).toContain("::warning::The job summary could not be written");
    expect(step.log).toContain("::warning::The report's file could not be written");
    expect(step.log).not.toMatch(/^\s+at /m);
  });

  test("a secret that no repository can read stays unreadable", async ({ emulator }) => {
    const { call } = createServiceClient(emulator);
    const secret = { org: "acme", secret_name: "DEPLOY_KEY" };
    await call(putOrganizationUpdaterSecret, { ...secret, visibility: "selected", selected_repository_ids: [] });
    const step = await runStep({ ...inputsFor(emulator), ...ROTATE, mode: "apply", value: "new" });
    expect(step.exitCode).toBe(0);
    expect(emulator.control.secrets()).toMatchObject([{ value: "new", visibility: "selected", repositories: [] }]);
  });

  test("does not create a missing secret without configured access", async ({ emulator }) => {
    const step = await runStep({ ...inputsFor(emulator), ...ROTATE, secret: "NO_ACCESS", mode: "apply", value: "new" });
    expect(step.exitCode).toBe(1);
    expect(step.errors).toHaveLength(1);
    expect(step.errors[0]).toContain("acme has no dependabot secret NO_ACCESS. Create it once");
    expect(emulator.control.secrets()).toHaveLength(1);
  });

  test("names the scope that the token lacks", async ({ emulator }) => {
    const step = await runStep({ ...inputsFor(emulator, "bob"), ...ROTATE, mode: "apply", value: "new" });
    expect(step.exitCode).toBe(1);
    expect(step.errors[0]).toContain("The token lacks the scope admin:org");
    expect(step.summary).toContain("admin:org");
  });

  describe("in the neutral dialect", () => {
    const it = emulatorTest({ dialect: "svc" });

    it("rotates secrets in the same way", async ({ emulator }) => {
      const step = await runStep({
        ...inputsFor(emulator),
        ...ROTATE,
        dialect: "svc",
        kind: "updater",
        mode: "apply",
        value: "new",
      });
      expect(step.errors).toEqual([]);
      expect(emulator.control.secrets()).toMatchObject([{ value: "new", repositories: ["acme/widgets"] }]);
    });
  });
});
