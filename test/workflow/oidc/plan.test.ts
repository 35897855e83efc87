import { setOrganizationSubjectTemplate, setRepositorySubjectTemplate } from "@forgehand/core/operations";
import { emulatorTest } from "@forgehand/emulator/vitest";
import { describe, expect } from "vitest";
import * as z from "zod/mini";
import { createServiceClient } from "../../service/service-client.ts";
import { inputsFor } from "../inputs.ts";
import { runStep } from "../runner.ts";

const MANY = 300;

const SEED = {
  users: { alice: {} },
  organizations: { acme: { members: { alice: "owner" } } },
  repositories: {
    "acme/widgets": { created: "2026-01-01T00:00:00Z", default_branch: "trunk" },
    "acme/immutable": { created: "2026-01-01T00:00:00Z" },
    ...Object.fromEntries(Array.from({ length: MANY }, (_, index) => [`acme/service-${index}`, {}])),
  },
  tokens: { alice: { kind: "classic", user: "alice", scopes: "all" } },
} as const;

const test = emulatorTest({ seed: SEED });

const TemplatePlanSchema = z.object({
  changes: z.array(z.object({ target: z.string(), before: z.string(), after: z.string() })),
  notes: z.array(z.string()),
});

const planOf = (outputs: Readonly<Record<string, string>>) =>
  TemplatePlanSchema.parse(JSON.parse(outputs["plan"] ?? ""));
const BROAD_TEMPLATE = { task: "oidc-template", "include-claim-keys": "repository_owner, environment" };

describe("a plan of subject templates", () => {
  test("shows the current and future subject of each kind of job, in the format that the service reports", async ({
    emulator,
  }) => {
    const { call } = createServiceClient(emulator);
    await call(setRepositorySubjectTemplate, {
      owner: "acme",
      repo: "immutable",
      use_default: true,
      use_immutable_subject: true,
    });
    const step = await runStep({
      ...inputsFor(emulator),
      task: "oidc-template",
      "include-claim-keys": "repo, ref, job_workflow_ref",
      repositories: "acme/widgets, acme/immutable",
      environment: "qa:eu",
    });
    expect([step.exitCode, step.errors]).toEqual([0, []]);
    const { changes, notes } = planOf(step.outputs);
    const changeOf = (name: string) => changes.find(({ target }) => target === name);
    expect(changeOf("acme/widgets")?.before).toBe(
      `the default —\nbranch: repo:acme/widgets:ref:refs/heads/trunk;\ntag: repo:acme/widgets:ref:refs/tags/v1.0.0;\npull request: repo:acme/widgets:pull_request;\nenvironment qa:eu: repo:acme/widgets:environment:qa%3Aeu`,
    );
    expect(changeOf("acme/widgets")?.after).toContain(
      "repo:ref:job_workflow_ref —\nbranch: repo:acme/widgets:ref:refs/heads/trunk:job_workflow_ref:*;\ntag: ",
    );
    expect(changeOf("acme/widgets")?.after).toContain("pull request: repo:acme/widgets:ref:refs/pull/*/merge:job_work");
    expect(changeOf("acme/immutable")?.before).toMatch(
      /branch: repo:acme@\d+\/immutable@\d+:ref:refs\/heads\/main;\ntag: /,
    );
    expect(changeOf("acme/immutable")?.before).not.toContain("if subjects");
    expect(notes).toEqual([
      "The subject of acme/widgets and 1 more changes with the next job: cloud roles that trust only the current subject will reject the jobs' tokens. Before you apply, make the roles' trust conditions accept the current and the new subject.",
    ]);
    for (const { before } of changes) expect(step.summary).toContain(before.replaceAll("\n", "<br>").slice(0, 60));
  });

  test("warns of templates that are too broad, require an environment or change inherited subjects", async ({
    emulator,
  }) => {
    const step = await runStep({ ...inputsFor(emulator), ...BROAD_TEMPLATE, organization: "acme" });
    const { changes, notes } = planOf(step.outputs);
    expect(changes[0]?.after).toBe(
      "repository_owner:environment —\nbranch: no token, because the job has no environment;\ntag: no token, because the job has no environment;\npull request: no token, because the job has no environment;\nenvironment production: repository_owner:acme:environment:production",
    );
    expect(notes).toEqual([
      expect.stringContaining("it contains no repository, so any repository of the owner can get the same subject"),
      expect.stringContaining("requires an environment"),
      expect.stringContaining(
        "The template of acme changes, and so do the subjects of all repositories that follow it",
      ),
    ]);
    expect(step.log).toContain("::warning::repository_owner:environment is too broad");
  });

  test(`costs one call per repository and one list for ${MANY} unchanged repositories`, async ({ emulator }) => {
    await createServiceClient(emulator).call(setOrganizationSubjectTemplate, {
      org: "acme",
      include_claim_keys: ["repo", "ref"],
    });
    emulator.control.clearCalls();
    const inputs = { ...inputsFor(emulator), task: "oidc-template", "use-default": "true", mode: "check" };
    const step = await runStep({ ...inputs, repositories: "acme/service-*" });
    expect(step.outputs).toMatchObject({ changed: "0", skipped: String(MANY) });
    const calls = emulator.control.calls().map(({ operation }) => operation);
    expect(calls.filter((operation) => operation === "getRepositorySubjectTemplate")).toHaveLength(MANY);
    expect(calls.length).toBeLessThanOrEqual(MANY + 5);
  });

  test("accepts a claim that only the issuer knows", async ({ emulator }) => {
    // The key is looked up in the service's own discovery document.
    const step = await runStep({
      ...inputsFor(emulator),
      task: "oidc-template",
      repositories: "acme/widgets",
      "include-claim-keys": "repo, iss",
    });
    expect(step.errors).toEqual([]);
    expect(planOf(step.outputs).changes).toHaveLength(1);
  });
});
