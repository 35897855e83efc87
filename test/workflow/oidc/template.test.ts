import {
  getOrganizationSubjectTemplate,
  getRepositorySubjectTemplate,
  setOrganizationSubjectTemplate,
  setRepositorySubjectTemplate,
} from "@forgehand/core/operations";
import { test as base, emulatorTest } from "@forgehand/emulator/vitest";
import { describe, expect } from "vitest";
import { createServiceClient, WIDGETS } from "../../service/service-client.ts";
import { inputsFor } from "../inputs.ts";
import { runStep } from "../runner.ts";

const test = base;
const KEYS = ["repo", "context", "job_workflow_ref"];
const TEMPLATE = { task: "oidc-template", "include-claim-keys": KEYS.join(", ") };
const BOTH = { ...TEMPLATE, organization: "acme", repositories: "acme/widgets\nacme/gears" };

describe("oidc-template", () => {
  test("sets the keys where they differ, and changes nothing in the next run", async ({ emulator }) => {
    const { call } = createServiceClient(emulator);
    const first = await runStep({ ...inputsFor(emulator), ...BOTH, mode: "apply" });
    expect(first.errors).toEqual([]);
    expect(first.outputs).toMatchObject({ changed: "3", skipped: "0" });
    expect((await call(getOrganizationSubjectTemplate, { org: "acme" })).include_claim_keys).toEqual(KEYS);
    expect(await call(getRepositorySubjectTemplate, WIDGETS)).toMatchObject({
      use_default: false,
      include_claim_keys: KEYS,
    });
    const second = await runStep({ ...inputsFor(emulator), ...BOTH, mode: "apply" });
    expect(second.outputs).toMatchObject({ changed: "0", skipped: "3" });
    expect(second.summary).toContain("has repo:context:job_workflow_ref already");
  });

  test("restores the default template of repositories", async ({ emulator }) => {
    await runStep({ ...inputsFor(emulator), ...BOTH, mode: "apply" });
    const step = await runStep({
      ...inputsFor(emulator),
      task: "oidc-template",
      repositories: "acme/widgets",
      "use-default": "true",
      mode: "apply",
    });
    expect(step.outputs).toMatchObject({ changed: "1" });
    expect(await createServiceClient(emulator).call(getRepositorySubjectTemplate, WIDGETS)).toEqual({
      use_default: true,
      use_immutable_subject: false,
      sub_claim_prefix: expect.stringMatching(/^repo:acme@\d+\/widgets@\d+$/),
    });
  });

  test("reports a repository that the token's owner can't administer", async ({ emulator }) => {
    const step = await runStep({
      ...inputsFor(emulator, "bob"),
      ...TEMPLATE,
      repositories: "acme/widgets",
      mode: "apply",
    });
    expect(step.exitCode).toBe(1);
    expect(step.summary).toContain("Must have admin rights to Repository.");
    expect(step.summary).toContain("owner must be an administrator of the repository");
    expect(step.outputs).toMatchObject({ changed: "0", failed: "1" });
  });

  test("compares the order of keys", async ({ emulator }) => {
    await runStep({ ...inputsFor(emulator), ...TEMPLATE, organization: "acme", mode: "apply" });
    const reordered = { ...TEMPLATE, "include-claim-keys": "context,repo,job_workflow_ref" };
    const step = await runStep({ ...inputsFor(emulator), ...reordered, organization: "acme", mode: "check" });
    expect(step.exitCode).toBe(1);
    expect(step.errors[0]).toContain(
      "1 differs from the configuration, 0 skipped. acme: repo:context:job_workflow_ref → context:repo",
    );
  });

  test("an inherited template is not drift, and repositories can be set to inherit", async ({ emulator }) => {
    const { call } = createServiceClient(emulator);
    const follow = { task: "oidc-template", repositories: "acme/widgets, acme/gears", "use-default": "false" };
    // No repository inherits yet, even if the organization also has the default.
    const none = await runStep({ ...inputsFor(emulator), ...follow });
    expect([none.outputs["changed"], none.log.includes("cloud roles that trust only")]).toEqual(["2", false]);
    await call(setOrganizationSubjectTemplate, { org: "acme", include_claim_keys: KEYS });
    await call(setRepositorySubjectTemplate, { ...WIDGETS, use_default: false });
    const check = await runStep({ ...inputsFor(emulator), ...follow, mode: "check" });
    expect(check.errors).toEqual([
      "1 differs from the configuration, 1 skipped. acme/gears: the default → its organization's repo:context:job_workflow_ref",
    ]);
    const own = await runStep({ ...inputsFor(emulator), ...TEMPLATE, repositories: "acme/widgets", mode: "check" });
    expect([own.exitCode, own.outputs["skipped"]]).toEqual([0, "1"]);
    const step = await runStep({ ...inputsFor(emulator), ...follow, mode: "apply" });
    expect([step.errors, step.outputs["changed"]]).toEqual([[], "1"]);
    // The repository inherits and has no keys of its own.
    await call(setOrganizationSubjectTemplate, { org: "acme", include_claim_keys: ["repo", "ref"] });
    expect(await call(getRepositorySubjectTemplate, { owner: "acme", repo: "gears" })).toMatchObject({
      use_default: false,
      include_claim_keys: ["repo", "ref"],
    });
    expect((await runStep({ ...inputsFor(emulator), ...follow, mode: "check" })).exitCode).toBe(0);
  });

  test("explicit default keys are not drift, and a missing repository is not treated as default", async ({
    emulator,
  }) => {
    const start = { task: "oidc-template", "include-claim-keys": "repo, context", mode: "apply" };
    const step = await runStep({
      ...inputsFor(emulator),
      ...start,
      organization: "acme",
      repositories: "acme/widgets, acme/wigdets",
    });
    expect(step.outputs).toMatchObject({ changed: "0", failed: "1", skipped: "2" });
    expect(step.errors[0]).toContain("acme/wigdets: ");
    expect(step.errors[0]).toContain("404");
    // A 404 for the template alone means the default, as users of the real service found.
    emulator.control.faults.add({ operation: "getRepositorySubjectTemplate", status: 404 });
    const none = await runStep({ ...inputsFor(emulator), ...start, repositories: "acme/widgets", mode: "check" });
    expect([none.errors, none.outputs["skipped"]]).toEqual([[], "1"]);
  });

  test("sends back the immutable-subject setting if it was present, and omits it otherwise", async ({ emulator }) => {
    const { call } = createServiceClient(emulator);
    await call(setRepositorySubjectTemplate, { ...WIDGETS, use_default: true, use_immutable_subject: true });
    emulator.control.clearCalls();
    await runStep({ ...inputsFor(emulator), ...BOTH, mode: "apply" });
    const bodies = emulator.control
      .calls()
      .flatMap(({ method, path, body }) => (method === "PUT" ? [[path, body]] : []));
    const pathOf = (owner: string) => `/api/v3/${owner}/actions/oidc/customization/sub`;
    expect(Object.fromEntries(bodies)).toEqual({
      [pathOf("orgs/acme")]: { include_claim_keys: KEYS },
      [pathOf("repos/acme/widgets")]: { use_default: false, include_claim_keys: KEYS, use_immutable_subject: true },
      [pathOf("repos/acme/gears")]: { use_default: false, include_claim_keys: KEYS },
    });
    // The organization's template is set before those that inherit from it.
    expect(bodies[0]?.[0]).toBe(pathOf("orgs/acme"));
    await call(setOrganizationSubjectTemplate, {
      org: "acme",
      include_claim_keys: ["repo"],
      use_immutable_subject: true,
    });
    emulator.control.clearCalls();
    await runStep({ ...inputsFor(emulator), ...TEMPLATE, organization: "acme", mode: "apply" });
    expect(emulator.control.calls().find(({ method }) => method === "PUT")?.body).toEqual({
      include_claim_keys: KEYS,
      use_immutable_subject: true,
    });
  });

  test("reports a failed write and a write that reads back differently", async ({ emulator }) => {
    const { faults } = emulator.control;
    faults.add({ operation: "setOrganizationSubjectTemplate", status: 403, message: "No", times: 1 });
    faults.add({ operation: "setRepositorySubjectTemplate", status: 201, times: 1 });
    const step = await runStep({ ...inputsFor(emulator), ...BOTH, mode: "apply" });
    expect(step.exitCode).toBe(1);
    expect(step.outputs).toMatchObject({ changed: "1", failed: "2" });
    expect(step.report).toContain("it reads back as the default");
    expect(step.errors[0]).toContain("acme: ");
    const secondRun = await runStep({ ...inputsFor(emulator), ...BOTH, mode: "apply" });
    expect(secondRun.outputs).toMatchObject({ changed: "2", failed: "0", skipped: "1" });
  });

  test("names the permission that the token lacks", async ({ emulator }) => {
    const token = emulator.control.createToken("reader", {
      kind: "fine-grained",
      user: "alice",
      owner: "acme",
      permissions: { actions: "read", metadata: "read" },
    });
    const inputs = { "api-url": emulator.apiUrl, token };
    const step = await runStep({ ...inputs, ...TEMPLATE, repositories: "acme/widgets", mode: "apply" });
    expect(step.outputs).toMatchObject({ changed: "0", failed: "1" });
    expect(step.errors[0]).toMatch(/actions.*write/i);
  });

  test("two concurrent runs have the same result", async ({ emulator }) => {
    const both = await Promise.all([1, 2].map(() => runStep({ ...inputsFor(emulator), ...BOTH, mode: "apply" })));
    for (const step of both) expect([step.exitCode, step.errors]).toEqual([0, []]);
    const third = await runStep({ ...inputsFor(emulator), ...BOTH, mode: "check" });
    expect(third.outputs).toMatchObject({ changed: "0", skipped: "3" });
  });

  test("rejects settings that contradict each other", async ({ emulator }) => {
    const errorsOf = async (inputs: Readonly<Record<string, string>>) => {
      emulator.control.clearCalls();
      const step = await runStep({ ...inputsFor(emulator), task: "oidc-template", ...inputs });
      expect(emulator.control.calls()).toEqual([]);
      return step.errors.join();
    };
    const widgets = { repositories: "acme/widgets" };
    expect(await errorsOf({ ...widgets })).toContain('The input "include-claim-keys" is missing.');
    expect(await errorsOf({ organization: "acme", "use-default": "false" })).toContain(
      "must not be false without include-claim-keys for an organization",
    );
    expect(await errorsOf({ "include-claim-keys": "repo", "expect-subject": "template" })).toContain(
      'The input "organization" or "repositories" must be set.',
    );
    expect(await errorsOf({ ...widgets, "include-claim-keys": "repo, repo" })).toContain(
      '"include-claim-keys" must not contain duplicates, got "repo" (item 2 of the list)',
    );
    expect(await errorsOf({ ...widgets, "include-claim-keys": "job_worflow_ref" })).toContain(
      "job_worflow_ref is not a known claim. Did you mean job_workflow_ref?",
    );
  });
});

describe("oidc-template in the neutral dialect", () => {
  const test = emulatorTest({ dialect: "svc" });

  test("sets and verifies templates", async ({ emulator }) => {
    const inputs = { ...inputsFor(emulator), ...BOTH, dialect: "svc", mode: "apply" };
    const first = await runStep(inputs);
    expect([first.errors, first.outputs["changed"]]).toEqual([[], "3"]);
    const permissions = { "id-token": "write" } as const;
    const { env } = emulator.control.startJob({ repository: "acme/widgets", permissions });
    const second = await runStep({ ...inputs, "expect-subject": "template" }, env);
    expect([second.errors, second.outputs["skipped"]]).toEqual([[], "3"]);
  });
});
