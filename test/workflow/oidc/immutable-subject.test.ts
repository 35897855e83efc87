import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  getOrganizationSubjectTemplate,
  getRepositorySubjectTemplate,
  setOrganizationSubjectTemplate,
  setRepositorySubjectTemplate,
} from "@forgehand/core/operations";
import type { Emulator } from "@forgehand/emulator";
import { emulatorTest } from "@forgehand/emulator/vitest";
import { afterAll, describe, expect } from "vitest";
import * as z from "zod/mini";
import { createServiceClient } from "../../service/service-client.ts";
import { inputsFor } from "../inputs.ts";
import { runStep } from "../runner.ts";
import { issueToken } from "./tokens.ts";

const OLD = { created: "2026-01-01T00:00:00Z" } as const;
const SEED = {
  users: { alice: {} },
  organizations: { acme: { members: { alice: "owner" } } },
  repositories: { "acme/widgets": OLD, "acme/gears": OLD, "acme/newer": { created: "2026-08-01T00:00:00Z" } },
  tokens: { alice: { kind: "classic", user: "alice", scopes: "all" } },
} as const;

const test = emulatorTest({ seed: SEED });

const workspace = mkdtempSync(join(tmpdir(), "forgehand-oidc-"));
afterAll(() => rmSync(workspace, { recursive: true }));

const WIDGETS = { owner: "acme", repo: "widgets" };
const KEYS = ["repo", "context", "job_workflow_ref"];
const OPT_IN = { task: "oidc-template", "immutable-subject": "true" };
const OPT_OUT = { task: "oidc-template", "immutable-subject": "false" };

const DetailSchema = z.object({ label: z.string(), before: z.string(), after: z.string() });
const PlanSchema = z.object({
  changes: z.array(
    z.object({ target: z.string(), before: z.string(), after: z.string(), details: z.array(DetailSchema) }),
  ),
  skipped: z.array(z.object({ target: z.string(), why: z.string(), isUnchanged: z.optional(z.boolean()) })),
});
const ReportSchema = z.object({ tasks: z.tuple([z.object({ plan: PlanSchema })]) });

const planOf = ({ report }: { readonly report: string }) => ReportSchema.parse(JSON.parse(report)).tasks[0].plan;

/** Returns the bodies that were sent, by the end of their path. */
function writesOf(emulator: Emulator): readonly (readonly [string, unknown])[] {
  const writes = emulator.control.calls().filter(({ method }) => method === "PUT");
  return writes.map(({ path, body }) => [path.replace(/.*\/(?:orgs|repos)\/|\/actions\/.*/g, ""), body]);
}

describe("immutable-subject: true", () => {
  test("opts repositories in, shows both subjects of each kind of job, and leaves those with ids alone", async ({
    emulator,
  }) => {
    const inputs = { ...inputsFor(emulator), ...OPT_IN, repositories: "acme/*" };
    const plan = await runStep(inputs);
    expect([plan.errors, plan.outputs["changed"], plan.outputs["skipped"]]).toEqual([[], "2", "1"]);
    const { changes, skipped } = planOf(plan);
    const widgets = changes.find(({ target }) => target === "acme/widgets");
    expect(widgets).toMatchObject({ before: "the default, without ids", after: "the default, with ids" });
    const withIds = (context: string) => expect.stringMatching(new RegExp(`^repo:acme@\\d+/widgets@\\d+:${context}$`));
    expect(widgets?.details).toEqual([
      { label: "branch", before: "repo:acme/widgets:ref:refs/heads/main", after: withIds("ref:refs/heads/main") },
      { label: "tag", before: "repo:acme/widgets:ref:refs/tags/v1.0.0", after: withIds("ref:refs/tags/v1.0.0") },
      { label: "pull request", before: "repo:acme/widgets:pull_request", after: withIds("pull_request") },
      {
        label: "environment production",
        before: "repo:acme/widgets:environment:production",
        after: withIds("environment:production"),
      },
    ]);
    expect(skipped).toEqual([{ target: "acme/newer", why: "has the default with ids already", isUnchanged: true }]);
    const before = await issueToken(emulator, { repository: "acme/widgets" });
    expect(before.sub).toBe("repo:acme/widgets:ref:refs/heads/main");

    emulator.control.clearCalls();
    const applied = await runStep({ ...inputs, mode: "apply" });
    expect([applied.errors, applied.outputs["changed"]]).toEqual([[], "2"]);
    const body = { use_default: true, use_immutable_subject: true };
    expect(Object.fromEntries(writesOf(emulator))).toEqual({ "acme/widgets": body, "acme/gears": body });
    // The token of the next job has the subject that the plan announced.
    const { sub } = await issueToken(emulator, { repository: "acme/widgets" });
    expect(sub).toBe(widgets?.details[0]?.after);
    const check = await runStep({ ...inputs, mode: "check" });
    expect([check.exitCode, check.outputs["changed"], check.outputs["skipped"]]).toEqual([0, "0", "3"]);
  });

  test("keeps the keys of a repository, and sets them together with ids if they are configured", async ({
    emulator,
  }) => {
    const { call } = createServiceClient(emulator);
    await call(setRepositorySubjectTemplate, { ...WIDGETS, use_default: false, include_claim_keys: KEYS });
    const inputs = { ...inputsFor(emulator), ...OPT_IN, mode: "apply" };
    const alone = await runStep({ ...inputs, repositories: "acme/widgets" });
    expect([alone.errors, alone.outputs["changed"]]).toEqual([[], "1"]);
    const both = await runStep({ ...inputs, repositories: "acme/gears", "include-claim-keys": KEYS.join() });
    expect([both.errors, both.outputs["changed"]]).toEqual([[], "1"]);
    for (const repo of ["widgets", "gears"]) {
      expect(await call(getRepositorySubjectTemplate, { owner: "acme", repo })).toEqual({
        use_default: false,
        include_claim_keys: KEYS,
        use_immutable_subject: true,
        sub_claim_prefix: expect.stringMatching(new RegExp(`^repo:acme@\\d+/${repo}@\\d+$`)),
      });
    }
  });

  test("asks whether keys are inherited, because the service does not show it", async ({ emulator }) => {
    const { call } = createServiceClient(emulator);
    await call(setOrganizationSubjectTemplate, { org: "acme", include_claim_keys: KEYS });
    await call(setRepositorySubjectTemplate, { ...WIDGETS, use_default: false });
    const inputs = { ...inputsFor(emulator), ...OPT_IN, repositories: "acme/widgets", mode: "apply" };
    emulator.control.clearCalls();
    const unclear = await runStep(inputs);
    expect(unclear.exitCode).toBe(1);
    expect(unclear.errors[0]).toContain(
      "acme/widgets: the service doesn't show whether its keys repo, context, job_workflow_ref are its own or those of acme. Set use-default: false",
    );
    expect(writesOf(emulator)).toEqual([]);
    const following = await runStep({ ...inputs, "use-default": "false" });
    expect([following.errors, following.outputs["changed"]]).toEqual([[], "1"]);
    await call(setOrganizationSubjectTemplate, { org: "acme", include_claim_keys: ["repo", "ref"] });
    expect(await call(getRepositorySubjectTemplate, WIDGETS)).toMatchObject({
      include_claim_keys: ["repo", "ref"],
      use_immutable_subject: true,
    });
  });

  test("opts an organization in, keeps its keys, and applies explicit opt-outs of repositories first", async ({
    emulator,
  }) => {
    const { call } = createServiceClient(emulator);
    await call(setOrganizationSubjectTemplate, { org: "acme", include_claim_keys: KEYS });
    await call(setRepositorySubjectTemplate, { owner: "acme", repo: "gears", use_default: true });
    emulator.control.clearCalls();
    const config = {
      "oidc-template": [
        { organization: "acme", "immutable-subject": true },
        { repositories: "acme/gears", "immutable-subject": false },
      ],
    };
    writeFileSync(join(workspace, "forgehand.yml"), JSON.stringify(config));
    const environment = { GITHUB_WORKSPACE: workspace };
    const inputs = { ...inputsFor(emulator), config: "forgehand.yml" };
    const step = await runStep({ ...inputs, mode: "apply" }, environment);
    expect([step.errors, step.outputs["changed"]]).toEqual([[], "2"]);
    expect(step.log).toContain("all repositories that have no setting for ids of their own");
    expect(writesOf(emulator)).toEqual([
      ["acme/gears", { use_default: true, use_immutable_subject: false }],
      ["acme", { include_claim_keys: KEYS, use_immutable_subject: true }],
    ]);
    expect(await call(getOrganizationSubjectTemplate, { org: "acme" })).toEqual({
      include_claim_keys: KEYS,
      use_immutable_subject: true,
    });
    expect((await issueToken(emulator, { repository: "acme/gears" })).sub).toMatch(/^repo:acme\/gears:/);
    expect((await issueToken(emulator, { repository: "acme/widgets" })).sub).toMatch(/^repo:acme@\d+\/widgets@/);
    const check = await runStep({ ...inputs, mode: "check" }, environment);
    expect([check.errors, check.outputs["changed"]]).toEqual([[], "0"]);
  });

  test("reports a write that has no effect, with the prefix that is read back", async ({ emulator }) => {
    emulator.control.faults.add({ operation: "setRepositorySubjectTemplate", status: 201, times: 1 });
    const step = await runStep({ ...inputsFor(emulator), ...OPT_IN, repositories: "acme/widgets", mode: "apply" });
    expect([step.exitCode, step.outputs["failed"]]).toEqual([1, "1"]);
    expect(step.errors[0]).toContain("Its subjects must contain ids, but don't, and start with repo:acme/widgets");
  });
});

describe("immutable-subject: false", () => {
  test("removes ids where that is possible, and plans nothing that would not converge", async ({ emulator }) => {
    const { call } = createServiceClient(emulator);
    await call(setRepositorySubjectTemplate, { ...WIDGETS, use_default: true, use_immutable_subject: true });
    // Also if the repository has opted in, since it is new.
    const optedIn = { owner: "acme", repo: "newer", use_default: true, use_immutable_subject: true };
    for (const isOptedIn of [false, true]) {
      if (isOptedIn) await call(setRepositorySubjectTemplate, optedIn);
      const plan = await runStep({ ...inputsFor(emulator), ...OPT_OUT, repositories: "acme/*" });
      expect([plan.exitCode, plan.outputs["changed"], plan.outputs["skipped"]]).toEqual([1, "1", "1"]);
      expect(plan.errors[0]).toContain("acme/newer: its subjects contain ids, and that can't be undone");
    }
    const inputs = { ...inputsFor(emulator), ...OPT_OUT, repositories: "acme/widgets, acme/gears" };
    const step = await runStep({ ...inputs, mode: "apply" });
    expect([step.errors, step.outputs["changed"], step.outputs["skipped"]]).toEqual([[], "1", "1"]);
    expect(await call(getRepositorySubjectTemplate, WIDGETS)).toMatchObject({ sub_claim_prefix: "repo:acme/widgets" });
    expect((await runStep({ ...inputs, mode: "check" })).exitCode).toBe(0);
  });
});

describe("on a service without ids in subjects", () => {
  const test = emulatorTest({ seed: SEED, edition: "self-hosted" });

  test("is an error for each target", async ({ emulator }) => {
    for (const setting of [OPT_IN, OPT_OUT]) {
      const inputs = { ...inputsFor(emulator), ...setting, organization: "acme", repositories: "acme/widgets" };
      emulator.control.clearCalls();
      const step = await runStep({ ...inputs, mode: "apply" });
      expect([step.exitCode, step.outputs["changed"], step.outputs["failed"]]).toEqual([1, "0", "2"]);
      for (const target of ["acme", "acme/widgets"]) {
        expect(step.log).toContain(`Unreadable: ${target}: its subjects can't contain ids: the service reports no`);
      }
      expect(writesOf(emulator)).toEqual([]);
    }
  });
});

describe("in the neutral dialect", () => {
  const test = emulatorTest({ seed: SEED, dialect: "svc" });

  test("opts an organization and its repositories in", async ({ emulator }) => {
    const inputs = { ...inputsFor(emulator), ...OPT_IN, dialect: "svc", organization: "acme", repositories: "acme/*" };
    const step = await runStep({ ...inputs, mode: "apply" });
    expect([step.errors, step.outputs["changed"]]).toEqual([[], "3"]);
    expect((await issueToken(emulator, { repository: "acme/gears" })).sub).toMatch(/^repo:acme@\d+\/gears@\d+:/);
    expect((await runStep({ ...inputs, mode: "check" })).outputs).toMatchObject({ changed: "0", skipped: "4" });
  });
});
