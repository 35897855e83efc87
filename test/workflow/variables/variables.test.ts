import { emulatorTest } from "@forgehand/emulator/vitest";
import { Octokit } from "@octokit/core";
import { describe, expect, vi } from "vitest";
import { inputsFor } from "../inputs.ts";
import { runStep, startStep } from "../runner.ts";

const test = emulatorTest({
  seed: {
    users: { alice: {} },
    organizations: {
      acme: {
        members: { alice: "owner" },
        variables: {
          REGION: { value: "us-east-1", visibility: "selected", repositories: ["acme/one"] },
          DEPLOY_OLD: { value: "x", visibility: "all" },
        },
        agents_variables: { MODEL: { value: "small", visibility: "private" } },
      },
    },
    repositories: {
      "acme/one": {
        variables: { REGION: "us-east-1", DEPLOY_OLD: "x", OTHER: "kept" },
        environments: { production: { variables: { REGION: "us-east-1" } } },
      },
      "acme/two": { private: true, variables: { REGION: "eu-west-1", RETRIES: "3", DEPLOY_OLD: "y" } },
    },
    tokens: { alice: { kind: "classic", user: "alice", scopes: "all" } },
  },
});

const VARIABLES = { task: "set-variables", mode: "apply", variables: "REGION=eu-west-1\nRETRIES = 3" };
const EVERYWHERE = { ...VARIABLES, repositories: "acme/*" };

interface ListedVariable {
  readonly name: string;
  readonly value: string;
  readonly visibility?: string;
}

/** Lists variables with a client that is not ours. */
async function listVariables({ "api-url": baseUrl = "", token: auth = "" }: Record<string, string>, path: string) {
  const { data } = await new Octokit({ baseUrl, auth }).request(`GET ${path}/variables`);
  return data.variables.map(({ name, value, visibility }: ListedVariable) =>
    visibility === undefined ? `${name}=${value}` : `${name}=${value} (${visibility})`,
  );
}

describe("variables", () => {
  test("are planned, set where they differ, and left alone where they don't", async ({ emulator }) => {
    const inputs = { ...inputsFor(emulator), ...EVERYWHERE };
    const plan = await runStep({ ...inputs, mode: "plan" });
    expect(plan.errors).toEqual([]);
    expect(plan.outputs).toMatchObject({ changed: "2", skipped: "2" });
    expect(plan.log).toContain('acme/one: REGION: another value (actions): "us-east-1" → "eu-west-1"');
    expect(plan.log).toContain('acme/one: RETRIES: a new variable (actions): none → "3"');
    expect(plan.summary).toContain("eu-west-1");
    const check = await runStep({ ...inputs, mode: "check" });
    expect([check.exitCode, check.errors[0]]).toEqual([1, expect.stringContaining('"us-east-1" → "eu-west-1"')]);
    expect(emulator.control.calls().every(({ method }) => method === "GET")).toBe(true);

    const applied = await runStep(inputs);
    expect(applied.errors).toEqual([]);
    expect(applied.outputs).toMatchObject({ changed: "2", failed: "0" });
    expect(await listVariables(inputs, "/repos/acme/one/actions")).toEqual([
      "DEPLOY_OLD=x",
      "OTHER=kept",
      "REGION=eu-west-1",
      "RETRIES=3",
    ]);
    emulator.control.clearCalls();
    const again = await runStep(inputs);
    expect(again.outputs).toMatchObject({ changed: "0", skipped: "4" });
    expect(again.report).toContain('"isUnchanged": true');
    expect(emulator.control.calls().every(({ method }) => method === "GET")).toBe(true);
  });

  test("of an environment and of agents are set too", async ({ emulator }) => {
    const base = { ...inputsFor(emulator), ...VARIABLES };
    const environment = await runStep({ ...base, repositories: "acme/one", environment: "production" });
    expect(environment.errors).toEqual([]);
    expect(await listVariables(base, "/repos/acme/one/environments/production")).toEqual([
      "REGION=eu-west-1",
      "RETRIES=3",
    ]);
    const agents = await runStep({ ...base, organization: "acme", kind: "agents", variables: '{"model": "large"}' });
    expect(agents.errors).toEqual([]);
    expect(await listVariables(base, "/orgs/acme/agents")).toEqual(["MODEL=large (private)"]);
  });

  test("keep their access unless it is configured", async ({ emulator }) => {
    const inputs = { ...inputsFor(emulator), ...VARIABLES, organization: "acme", variables: "REGION=eu-west-1" };
    const kept = await runStep(inputs);
    expect(kept.errors).toEqual([]);
    expect(await listVariables(inputs, "/orgs/acme/actions")).toContain("REGION=eu-west-1 (selected)");
    const wider = await runStep({ ...inputs, "selected-repositories": "acme/one, acme/two" });
    expect(wider.errors[0]).toContain("it would be visible to acme/two, which widens its access");
    const check = { ...inputs, mode: "check", "selected-repositories": "acme/two", "allow-widen": "true" };
    expect((await runStep(check)).errors[0]).toContain(
      '"eu-west-1", visible to acme/one → "eu-west-1", visible to acme/two',
    );
    expect((await runStep({ ...check, mode: "apply" })).errors).toEqual([]);
    expect((await runStep(check)).errors).toEqual([]);
    const missing = await runStep({ ...inputs, variables: "NEW=1" });
    expect(missing.errors[0]).toContain("acme has no actions variable NEW. Create it once with the desired visibility");
    expect((await runStep({ ...inputs, variables: "NEW=1", visibility: "private" })).errors).toEqual([]);
    expect(await listVariables(inputs, "/orgs/acme/actions")).toContain("NEW=1 (private)");
  });

  test("that are no longer declared are deleted last, and only if everything else succeeded", async ({ emulator }) => {
    const inputs = { ...inputsFor(emulator), ...EVERYWHERE, prune: "DEPLOY_*" };
    emulator.control.faults.add({ operation: "updateRepositoryVariable", status: 403, times: 1 });
    const failed = await runStep(inputs);
    expect(failed.exitCode).toBe(1);
    expect(failed.log).toContain("nothing is deleted where another change failed");
    expect(await listVariables(inputs, "/repos/acme/one/actions")).toContain("DEPLOY_OLD=x");
    expect(await listVariables(inputs, "/repos/acme/two/actions")).toEqual(["REGION=eu-west-1", "RETRIES=3"]);
    emulator.control.faults.add({ operation: "listRepositoryVariables", status: 403, times: 1 });
    expect((await runStep(inputs)).exitCode).toBe(1);
    expect(await listVariables(inputs, "/repos/acme/one/actions")).toContain("DEPLOY_OLD=x");
    const done = await runStep(inputs);
    expect(done.errors).toEqual([]);
    expect(await listVariables(inputs, "/repos/acme/one/actions")).toEqual([
      "OTHER=kept",
      "REGION=eu-west-1",
      "RETRIES=3",
    ]);
  });

  test("are set by shards, each in its part of the repositories", async ({ emulator }) => {
    const inputs = { ...inputsFor(emulator), ...EVERYWHERE };
    const matrix = await runStep({ ...inputs, mode: "matrix" });
    expect([matrix.errors, JSON.parse(matrix.outputs["matrix"] ?? "").include.length]).toEqual([[], 1]);
    const shards = [await runStep({ ...inputs, shard: "1/2" }), await runStep({ ...inputs, shard: "2/2" })];
    expect(shards.flatMap(({ errors }) => errors)).toEqual([]);
    const total = shards.map(({ outputs }) => Number(outputs["changed"]) + Number(outputs["skipped"]));
    expect(total.reduce((sum, count) => sum + count)).toBe(4);
    expect((await runStep({ ...inputs, mode: "check" })).errors).toEqual([]);
  });

  test("are reported if the run is cancelled, and set by the next run", async ({ emulator }) => {
    const inputs = { ...inputsFor(emulator), ...EVERYWHERE };
    emulator.control.faults.add({ operation: "updateRepositoryVariable", delay: 600, times: 1, executed: true });
    const step = startStep(inputs);
    const isCreated = () => emulator.control.calls().some(({ operation }) => operation === "createRepositoryVariable");
    await vi.waitFor(() => expect(isCreated()).toBe(true), { timeout: 60_000 });
    step.child.kill("SIGTERM");
    await vi.waitFor(() => expect(step.log()).toContain("The run was cancelled"), { timeout: 60_000 });
    await step.passTime(7000);
    const { tasks } = JSON.parse((await step.done).report);
    const ends = tasks[0].outcomes.map(({ end }: { readonly end: string }) => end);
    expect(ends).toEqual(["unknown", "changed"]);
    emulator.control.faults.clear();
    expect((await runStep(inputs)).errors).toEqual([]);
    expect((await runStep({ ...inputs, mode: "check" })).errors).toEqual([]);
  });

  test("that contain a credential of the step are shown without it", async ({ emulator }) => {
    const token = emulator.tokens["alice"] ?? "";
    await emulator.control.seed({ repositories: { "acme/three": { variables: { REGION: `x ${token} y` } } } });
    const inputs = { ...inputsFor(emulator), ...VARIABLES, repositories: "acme/three", mode: "plan" };
    const { log, summary, report, outputs } = await runStep(inputs);
    expect(log).toContain('"x *** y" → "eu-west-1"');
    const shown = [log.replaceAll(/^::add-mask::.*$/gm, ""), summary, report, ...Object.values(outputs)];
    for (const text of shown) expect(text).not.toContain(token);
  });

  test("that two steps set at once end up the same, without errors", async ({ emulator }) => {
    const inputs = { ...inputsFor(emulator), ...EVERYWHERE };
    const steps = await Promise.all([runStep(inputs), runStep(inputs)]);
    expect(steps.flatMap(({ errors }) => errors)).toEqual([]);
    expect((await runStep({ ...inputs, mode: "check" })).errors).toEqual([]);
  });

  test("are rejected before the first call if they contain a credential or a reserved name", async ({ emulator }) => {
    const inputs = { ...inputsFor(emulator), ...EVERYWHERE };
    const credential = await runStep({ ...inputs, variables: `A=1\nHEADER=Bearer ${emulator.tokens["alice"]}` });
    expect(credential.errors[0]).toContain("must not contain a credential of this step");
    expect(credential.log.replaceAll(/^::add-mask::.*$/gm, "")).not.toContain(emulator.tokens["alice"]);
    expect((await runStep({ ...inputs, variables: "github_x=1" })).errors[0]).toContain(
      "must not contain names that start with GITHUB_",
    );
    expect((await runStep({ ...inputs, variables: `A=${"x".repeat(50_000)}` })).errors[0]).toContain(
      "must have values of at most 49,152 bytes (48 KB), got 50,000 for A.",
    );
    expect((await runStep({ ...inputs, kind: "dependabot" })).errors[0]).toContain("must be actions or agents");
    expect(emulator.control.calls()).toEqual([]);
  });
});

describe("variables in the neutral dialect", () => {
  const neutral = emulatorTest({
    dialect: "svc",
    seed: {
      users: { alice: {} },
      repositories: { "alice/one": {} },
      tokens: { alice: { kind: "classic", user: "alice", scopes: "all" } },
    },
  });

  neutral("are set, and its prefix is reserved", async ({ emulator }) => {
    const inputs = { ...inputsFor(emulator), ...VARIABLES, dialect: "svc", repositories: "alice/one" };
    expect((await runStep(inputs)).errors).toEqual([]);
    expect((await runStep({ ...inputs, mode: "check" })).errors).toEqual([]);
    expect((await runStep({ ...inputs, variables: "SVC_X=1" })).errors[0]).toContain("start with SVC_");
  });
});
