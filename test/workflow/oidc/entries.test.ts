import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  getRepositorySubjectTemplate,
  setOrganizationSubjectTemplate,
  setRepositorySubjectTemplate,
} from "@forgehand/core/operations";
import { test } from "@forgehand/emulator/vitest";
import { afterAll, describe, expect } from "vitest";
import { askService, WIDGETS } from "../../service/ask.ts";
import { inputsFor } from "../inputs.ts";
import { runStep } from "../runner.ts";

const KEYS = ["repo", "context", "job_workflow_ref"];

const folder = mkdtempSync(join(tmpdir(), "forgehand-oidc-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** A configuration file. @returns its path */
function declare(content: object): string {
  const path = join(folder, `${randomUUID()}.yml`);
  writeFileSync(path, JSON.stringify(content));
  return path;
}

describe("oidc-template, declared in several entries", () => {
  test("entries of a file: organizations first, whoever follows one that was not set is not begun", async ({
    emulator,
  }) => {
    const file = declare({
      "oidc-template": [
        { repositories: "acme/widgets", "use-default": false },
        { organization: "acme", "include-claim-keys": KEYS },
        { repositories: "acme/gears", "use-default": true },
      ],
    });
    emulator.control.faults.add({ operation: "setOrganizationSubjectTemplate", status: 403, message: "No", times: 1 });
    const inputs = { ...inputsFor(emulator), config: file, mode: "apply" };
    const step = await runStep(inputs);
    expect(step.outputs).toMatchObject({ changed: "0", failed: "2", skipped: "1" });
    expect(step.report).toContain("the template of its organization, which it was to follow, was not set");
    expect(emulator.control.calls().filter(({ operation }) => operation === "setRepositorySubjectTemplate")).toEqual(
      [],
    );
    const again = await runStep(inputs);
    expect([again.errors, again.outputs["changed"]]).toEqual([[], "2"]);
    expect(await askService(emulator).call(getRepositorySubjectTemplate, WIDGETS)).toEqual({
      use_default: false,
      include_claim_keys: KEYS,
    });
    expect((await runStep({ ...inputs, mode: "check" })).outputs).toMatchObject({ changed: "0", skipped: "3" });
  });

  test("a repository that follows its organization keeps the keys that it is to have, when the organization's change", async ({
    emulator,
  }) => {
    const { call } = askService(emulator);
    const old = ["repo", "context", "actor"];
    await call(setOrganizationSubjectTemplate, { org: "acme", include_claim_keys: old });
    await call(setRepositorySubjectTemplate, { ...WIDGETS, use_default: false });
    const config = declare({
      "oidc-template": [
        { organization: "acme", "include-claim-keys": KEYS },
        { repositories: "acme/widgets", "include-claim-keys": old },
      ],
    });
    emulator.control.clearCalls();
    const step = await runStep({ ...inputsFor(emulator), config, mode: "apply" });
    expect([step.errors, step.outputs["changed"]]).toEqual([[], "2"]);
    expect((await call(getRepositorySubjectTemplate, WIDGETS)).include_claim_keys).toEqual(old);
    // At no time it has others.
    const writes = emulator.control.calls().flatMap(({ method, operation }) => (method === "PUT" ? [operation] : []));
    expect(writes).toEqual(["setRepositorySubjectTemplate", "setOrganizationSubjectTemplate"]);
    const again = await runStep({ ...inputsFor(emulator), config, mode: "check" });
    expect([again.errors, again.outputs["skipped"]]).toEqual([[], "2"]);
  });

  test("two entries about one target are refused, before anything is read of it", async ({ emulator }) => {
    const file = declare({
      "oidc-template": [
        { repositories: "acme/*", "use-default": true },
        { repositories: "acme/widgets", "include-claim-keys": KEYS },
      ],
    });
    const step = await runStep({ ...inputsFor(emulator), config: file, mode: "apply" });
    expect(step.exitCode).toBe(1);
    expect(step.errors[0]).toContain("acme/widgets is in two entries of oidc-template");
    const calls = emulator.control.calls().map(({ operation }) => operation);
    expect(calls).not.toContain("getRepositorySubjectTemplate");
  });

  test("an issuer that can't be reached leaves the claims that are known anyway", async () => {
    const inputs = {
      "api-url": "http://127.0.0.1:9/api/v3",
      token: "ghp_x",
      task: "oidc-template",
      repositories: "acme/widgets",
    };
    const step = await runStep({ ...inputs, "include-claim-keys": "repo, brand_new" }, { RUNNER_DEBUG: "1" });
    expect(step.errors[0]).toContain("there is no claim brand_new");
    expect(step.log).toMatch(/^::debug::What claims http:\/\/127\.0\.0\.1:9\/_services\/token knows can't be read/m);
  });
});
