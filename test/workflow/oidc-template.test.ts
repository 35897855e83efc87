import { getOrganizationSubjectTemplate, getRepositorySubjectTemplate } from "@forgehand/core/operations";
import { test } from "@forgehand/emulator/vitest";
import { describe, expect } from "vitest";
import { askService, WIDGETS } from "../service/ask.ts";
import { inputsFor } from "./inputs.ts";
import { runStep } from "./runner.ts";

const KEYS = ["repo", "context", "job_workflow_ref"];
const TEMPLATE = { task: "oidc-template", "include-claim-keys": KEYS.join(", ") };
const BOTH = { ...TEMPLATE, organization: "acme", repositories: "acme/widgets\nacme/gears" };

describe("oidc-template", () => {
  test("sets the keys where they differ, and then nowhere", async ({ emulator }) => {
    const { call } = askService(emulator);
    const first = await runStep({ ...inputsFor(emulator), ...BOTH, mode: "apply" });
    expect(first.errors).toEqual([]);
    expect(first.outputs).toMatchObject({ changed: "3", skipped: "0" });
    expect((await call(getOrganizationSubjectTemplate, { org: "acme" })).include_claim_keys).toEqual(KEYS);
    expect(await call(getRepositorySubjectTemplate, WIDGETS)).toEqual({ use_default: false, include_claim_keys: KEYS });
    const second = await runStep({ ...inputsFor(emulator), ...BOTH, mode: "apply" });
    expect(second.outputs).toMatchObject({ changed: "0", skipped: "3" });
    expect(second.summary).toContain("has repo:context:job_workflow_ref already");
  });

  test("gives repositories the default back", async ({ emulator }) => {
    await runStep({ ...inputsFor(emulator), ...BOTH, mode: "apply" });
    const step = await runStep({
      ...inputsFor(emulator),
      ...{ task: "oidc-template", repositories: "acme/widgets", "use-default": "true", mode: "apply" },
    });
    expect(step.outputs).toMatchObject({ changed: "1" });
    expect(await askService(emulator).call(getRepositorySubjectTemplate, WIDGETS)).toEqual({ use_default: true });
  });

  test("a target that fails holds up no other", async ({ emulator }) => {
    const step = await runStep({
      ...inputsFor(emulator, "bob"),
      ...TEMPLATE,
      repositories: "acme/widgets",
      mode: "apply",
    });
    expect(step.exitCode).toBe(1);
    expect(step.summary).toContain("Must have admin rights to the repository");
    expect(step.outputs).toMatchObject({ changed: "0", failed: "1" });
  });

  test("the order of keys counts", async ({ emulator }) => {
    await runStep({ ...inputsFor(emulator), ...TEMPLATE, organization: "acme", mode: "apply" });
    const turned = { ...TEMPLATE, "include-claim-keys": "context,repo,job_workflow_ref" };
    const step = await runStep({ ...inputsFor(emulator), ...turned, organization: "acme", mode: "check" });
    expect(step.exitCode).toBe(1);
    expect(step.errors[0]).toContain(
      "1 differs from what is wanted, 0 left alone. acme: repo:context:job_workflow_ref → context:repo",
    );
  });
});
