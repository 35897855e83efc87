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
import { createServiceClient, WIDGETS } from "../../service/service-client.ts";
import { inputsFor } from "../inputs.ts";
import { runStep } from "../runner.ts";

const KEYS = ["repo", "context", "job_workflow_ref"];

const folder = mkdtempSync(join(tmpdir(), "forgehand-oidc-"));
afterAll(() => rmSync(folder, { recursive: true }));

/**
 * Writes a configuration file.
 * @returns its path
 */
function writeConfig(content: object): string {
  const path = join(folder, `${randomUUID()}.yml`);
  writeFileSync(path, JSON.stringify(content));
  return path;
}

describe("oidc-template with several entries", () => {
  test("sets organizations first and does not start repositories whose organization failed", async ({ emulator }) => {
    const file = writeConfig({
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
    expect(step.report).toContain("the template of its organization, which it follows, could not be set");
    expect(emulator.control.calls().filter(({ operation }) => operation === "setRepositorySubjectTemplate")).toEqual(
      [],
    );
    const secondRun = await runStep(inputs);
    expect([secondRun.errors, secondRun.outputs["changed"]]).toEqual([[], "2"]);
    expect(await createServiceClient(emulator).call(getRepositorySubjectTemplate, WIDGETS)).toMatchObject({
      use_default: false,
      include_claim_keys: KEYS,
    });
    expect((await runStep({ ...inputs, mode: "check" })).outputs).toMatchObject({ changed: "0", skipped: "3" });
  });

  test("keeps the desired keys of a repository that inherits when its organization's keys change", async ({
    emulator,
  }) => {
    const { call } = createServiceClient(emulator);
    const old = ["repo", "context", "actor"];
    await call(setOrganizationSubjectTemplate, { org: "acme", include_claim_keys: old });
    await call(setRepositorySubjectTemplate, { ...WIDGETS, use_default: false });
    const config = writeConfig({
      "oidc-template": [
        { organization: "acme", "include-claim-keys": KEYS },
        { repositories: "acme/widgets", "include-claim-keys": old },
      ],
    });
    emulator.control.clearCalls();
    const step = await runStep({ ...inputsFor(emulator), config, mode: "apply" });
    expect([step.errors, step.outputs["changed"]]).toEqual([[], "2"]);
    expect((await call(getRepositorySubjectTemplate, WIDGETS)).include_claim_keys).toEqual(old);
    // The repository never had other keys in between.
    const writes = emulator.control.calls().flatMap(({ method, operation }) => (method === "PUT" ? [operation] : []));
    expect(writes).toEqual(["setRepositorySubjectTemplate", "setOrganizationSubjectTemplate"]);
    const secondRun = await runStep({ ...inputsFor(emulator), config, mode: "check" });
    expect([secondRun.errors, secondRun.outputs["skipped"]]).toEqual([[], "2"]);
  });

  test("rejects two entries for one target before it reads anything", async ({ emulator }) => {
    const file = writeConfig({
      "oidc-template": [
        { repositories: "acme/*", "use-default": true },
        { repositories: "acme/widgets", "include-claim-keys": KEYS },
      ],
    });
    const step = await runStep({ ...inputsFor(emulator), config: file, mode: "apply" });
    expect(step.exitCode).toBe(1);
    expect(step.errors[0]).toContain("acme/widgets must be in one entry of oidc-template only, got two.");
    const calls = emulator.control.calls().map(({ operation }) => operation);
    expect(calls).not.toContain("getRepositorySubjectTemplate");
  });

  test("uses the known claims if the issuer is unreachable", async () => {
    const inputs = {
      "api-url": "http://127.0.0.1:9/api/v3",
      token: "ghp_x",
      task: "oidc-template",
      repositories: "acme/widgets",
    };
    const step = await runStep({ ...inputs, "include-claim-keys": "repo, brand_new" }, { RUNNER_DEBUG: "1" });
    expect(step.errors[0]).toContain("brand_new is not a known claim. For example: ");
    expect(step.log).toMatch(/^::debug::The claims of http:\/\/127\.0\.0\.1:9\/_services\/token can't be read/m);
  });
});
