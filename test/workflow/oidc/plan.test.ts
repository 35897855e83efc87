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

const DetailSchema = z.object({ label: z.string(), before: z.string(), after: z.string() });
const ReportSchema = z.object({
  tasks: z.tuple([
    z.object({
      plan: z.object({
        changes: z.array(
          z.object({ target: z.string(), before: z.string(), after: z.string(), details: z.array(DetailSchema) }),
        ),
        notes: z.array(z.string()),
      }),
    }),
  ]),
});

const planOf = ({ report }: { readonly report: string }) => ReportSchema.parse(JSON.parse(report)).tasks[0].plan;
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
    const { changes, notes } = planOf(step);
    const changeOf = (name: string) => changes.find(({ target }) => target === name);
    expect(changeOf("acme/widgets")).toMatchObject({ before: "the default", after: "repo:ref:job_workflow_ref" });
    expect(changeOf("acme/widgets")?.details).toEqual([
      {
        label: "branch",
        before: "repo:acme/widgets:ref:refs/heads/trunk",
        after: "repo:acme/widgets:ref:refs/heads/trunk:job_workflow_ref:*",
      },
      {
        label: "tag",
        before: "repo:acme/widgets:ref:refs/tags/v1.0.0",
        after: "repo:acme/widgets:ref:refs/tags/v1.0.0:job_workflow_ref:*",
      },
      {
        label: "pull request",
        before: "repo:acme/widgets:pull_request",
        after: "repo:acme/widgets:ref:refs/pull/*/merge:job_workflow_ref:*",
      },
      {
        label: "environment qa:eu",
        before: "repo:acme/widgets:environment:qa%3Aeu",
        after: "repo:acme/widgets:ref:refs/heads/trunk:job_workflow_ref:*",
      },
    ]);
    expect(changeOf("acme/immutable")?.details[0]?.before).toMatch(
      /^repo:acme@\d+\/immutable@\d+:ref:refs\/heads\/main$/,
    );
    expect(notes).toEqual([
      "The subject of acme/widgets and 1 more changes with the next job: cloud roles that trust only the current subject will reject the jobs' tokens. Before you apply, make the roles' trust conditions accept the current and the new subject.",
    ]);
  });

  test("warns of templates that are too broad, require an environment or change inherited subjects", async ({
    emulator,
  }) => {
    const step = await runStep({ ...inputsFor(emulator), ...BROAD_TEMPLATE, organization: "acme" });
    const { changes, notes } = planOf(step);
    const noToken = "no token, because the job has no environment";
    expect(changes[0]?.after).toBe("repository_owner:environment");
    expect(changes[0]?.details.map(({ label, after }) => `${label}: ${after}`)).toEqual([
      `branch: ${noToken}`,
      `tag: ${noToken}`,
      `pull request: ${noToken}`,
      "environment production: repository_owner:acme:environment:production",
    ]);
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
    expect(planOf(step).changes).toHaveLength(1);
  });
});
