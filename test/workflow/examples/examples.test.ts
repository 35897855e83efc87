import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { getOrganizationSubjectTemplate, getRepositorySubjectTemplate } from "@forgehand/core/operations";
import type { Emulator } from "@forgehand/emulator";
import { emulatorTest } from "@forgehand/emulator/vitest";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { createServiceClient, WIDGETS } from "../../service/service-client.ts";
import { isFullRun } from "../../test-size.ts";
import { bundleCommand, type CreateStepCommand, type StepResult } from "../runner.ts";
import { bundleWithLocalAction, prepareSources, type SourcesWithLocalAction } from "./local-action-command.ts";
import { AUTOMATION, runWorkflow, type WorkflowTrigger } from "./run-workflow.ts";

const EXAMPLES = fileURLToPath(new URL("../../../examples/", import.meta.url));
const read = (path: string) => readFileSync(join(EXAMPLES, path), "utf8");

const deployed = {
  topics: ["deploys"],
  actions_secrets: { DEPLOY_KEY: { value: "the old deploy key", updated: "-100d" } },
};
const hooks = [
  {
    url: "https://hooks.acme.example/github",
    events: ["push"],
    deliveries: [
      { event: "push", guid: "d0000000-0000-4000-8000-000000000001", status_code: 502, time: "-10m" },
      { event: "push", guid: "d0000000-0000-4000-8000-000000000002", status_code: 200, time: "-5m" },
    ],
  },
];

/** An organization that the example workflows fit. */
const SEED = {
  users: { alice: {} },
  organizations: {
    acme: {
      members: { alice: "owner" },
      actions_secrets: { DEPLOY_KEY: { value: "the old organization key", visibility: "all" } },
      updater_secrets: { REGISTRY_TOKEN: { value: "the old registry token", visibility: "all" } },
    },
  },
  repositories: {
    "acme/widgets": { ...deployed, hooks },
    "acme/gears": deployed,
    "acme/sandbox-1": deployed,
    [AUTOMATION]: {
      files: Object.fromEntries(
        ["fleet", "oidc-template", "plan-and-apply", "redeliver", "rotate-by-hand", "rotate-secrets"].map((name) => [
          `.github/workflows/${name}.yml`,
          read(`workflows/${name}.yml`),
        ]),
      ),
      commits: [{ branch: "more", from: "main", message: "Manage more", author: "alice", files: { "a.txt": "a" } }],
      pulls: [{ number: 1, title: "Manage more", author: "alice", head: "more" }],
    },
  },
  apps: { keeper: { client_id: "Iv1.keeper", owner: "acme", installations: { acme: {} } } },
  tokens: { alice: { kind: "classic", user: "alice", scopes: "all" } },
};

interface Workflows {
  /** Runs an example workflow with the app's credentials. */
  run(
    name: string,
    trigger: Pick<WorkflowTrigger, "event" | "payload" | "inputs"> & { readonly secrets?: Record<string, string> },
  ): Promise<Readonly<Record<string, readonly StepResult[]>>>;
  /** Values that the script of the examples has received, in order. */
  deliveredKeys(): readonly string[];
}

/** Creates the checkout of the repository that contains the workflows, with the script that they call. */
function createWorkspace(): string {
  const workspace = mkdtempSync(join(tmpdir(), "forgehand-workspace-"));
  cpSync(join(EXAMPLES, "forgehand.yml"), join(workspace, "forgehand.yml"));
  mkdirSync(join(workspace, "scripts"));
  const log = join(workspace, "delivered.txt");
  writeFileSync(log, "");
  // A single write per value, because values are delivered concurrently.
  writeFileSync(
    join(workspace, "scripts/install-deploy-key.sh"),
    `value=$(cat)\nprintf '%s\\n' "$value" >> '${log}'\n`,
  );
  return workspace;
}

const base = emulatorTest({ seed: SEED });

function testWith(createCommand: CreateStepCommand) {
  return base.extend<{ workflows: Workflows }>({
    workflows: async ({ emulator }, use) => {
      const workspace = createWorkspace();
      const key = await emulator.control.createAppKey("keeper");
      const credentials = {
        FORGEHAND_APP_ID: "Iv1.keeper",
        FORGEHAND_PRIVATE_KEY: key,
        FORGEHAND_READ_TOKEN: emulator.tokens["alice"] ?? "",
      };
      await use({
        run: (name, { secrets, ...trigger }) =>
          runWorkflow(emulator, name, {
            ...trigger,
            secrets: { ...credentials, ...secrets },
            workspace,
            createCommand,
          }),
        deliveredKeys: () =>
          readFileSync(join(workspace, "delivered.txt"), "utf8")
            .split("\n")
            .filter((line) => line !== ""),
      });
      rmSync(workspace, { recursive: true, force: true });
    },
  });
}

const valuesOf = ({ control }: Emulator, secretName: string) =>
  Object.fromEntries(
    control
      .secrets()
      .filter(({ name }) => name === secretName)
      .map(({ organization, repository, value }) => [repository ?? organization, value]),
  );

/** Expects that a step succeeded with the given outputs. */
function expectSuccess(step: StepResult | undefined, outputs: Readonly<Record<string, string>>): void {
  expect([step?.errors, step?.exitCode]).toEqual([[], 0]);
  expect(step?.outputs).toMatchObject(outputs);
}

/** @param log what the way of running the action leaves in a step's log */
function testOneExample(createCommand: CreateStepCommand, log: string): void {
  const test = testWith(createCommand);
  test("rotates a secret by hand", async ({ emulator, workflows }) => {
    const inputs = { organization: "acme", secret: "DEPLOY_KEY" };
    const trigger = { event: "workflow_dispatch", inputs, secrets: { NEW_VALUE: "it's\nnew" } } as const;
    const planned = await workflows.run("rotate-by-hand.yml", trigger);
    expectSuccess(planned["rotate"]?.[0], { changed: "1", failed: "0" });
    expect(planned["rotate"]?.[0]?.log).toContain(log);
    expect(valuesOf(emulator, "DEPLOY_KEY")["acme"]).toBe("the old organization key");
    const applied = await workflows.run("rotate-by-hand.yml", { ...trigger, inputs: { ...inputs, mode: "apply" } });
    expectSuccess(applied["rotate"]?.[0], { changed: "1", failed: "0" });
    expect(valuesOf(emulator, "DEPLOY_KEY")["acme"]).toBe("it's\nnew");
  });
}

function testOtherExamples(createCommand: CreateStepCommand): void {
  const test = testWith(createCommand);
  test("rotates old deploy keys", async ({ emulator, workflows }) => {
    const planned = await workflows.run("rotate-secrets.yml", { event: "workflow_dispatch" });
    expectSuccess(planned["rotate"]?.[0], { changed: "2", failed: "0" });
    expect(workflows.deliveredKeys()).toEqual([]);
    const applied = await workflows.run("rotate-secrets.yml", { event: "schedule" });
    expectSuccess(applied["rotate"]?.[0], { changed: "2", failed: "0" });
    const values = valuesOf(emulator, "DEPLOY_KEY");
    expect([values["acme/gears"], values["acme/widgets"]].toSorted()).toEqual(workflows.deliveredKeys().toSorted());
    expect(new Set(workflows.deliveredKeys()).size).toBe(2);
    expect(values["acme/sandbox-1"]).toBe("the old deploy key");
  });

  test("sets subject templates, and compares the job's own token", async ({ emulator, workflows }) => {
    const run = async (mode: string) =>
      (await workflows.run("oidc-template.yml", { event: "workflow_dispatch", inputs: { mode } }))["template"]?.[0];
    const planned = await run("plan");
    expect(planned?.outputs).toMatchObject({ changed: "5" });
    const applied = await run("apply");
    expectSuccess(applied, { changed: "5", failed: "0" });
    expectSuccess(await run("check"), { changed: "0", failed: "0" });
    const { call } = createServiceClient(emulator);
    expect((await call(getOrganizationSubjectTemplate, { org: "acme" })).include_claim_keys).toEqual([
      "repo",
      "context",
      "job_workflow_ref",
    ]);
    expect((await call(getRepositorySubjectTemplate, WIDGETS)).use_default).toBe(false);
  });

  test("redelivers failed deliveries", async ({ emulator, workflows }) => {
    const { redeliver = [] } = await workflows.run("redeliver.yml", { event: "schedule" });
    // The example's receiver does not exist.
    expect(redeliver[0]?.outputs).toMatchObject({ failed: "1" });
    expect(
      emulator.control.calls().filter(({ operation }) => operation === "redeliverRepositoryHookDelivery"),
    ).toHaveLength(1);
  });

  test("plans a pull request, applies a push, and checks for drift", async ({ emulator, workflows }) => {
    const payload = { pull_request: { head: { repo: { full_name: AUTOMATION } } } };
    const fork = { pull_request: { head: { repo: { full_name: "mallory/automation" } } } };
    expect(await workflows.run("plan-and-apply.yml", { event: "pull_request", payload: fork })).toEqual({});
    const { plan = [] } = await workflows.run("plan-and-apply.yml", { event: "pull_request", payload });
    expectSuccess(plan[0], { failed: "0" });
    const { apply = [] } = await workflows.run("plan-and-apply.yml", {
      event: "push",
      secrets: { REGISTRY_TOKEN: "a new registry token" },
    });
    expect(apply[0]?.outputs).toMatchObject({ changed: plan[0]?.outputs["changed"] });
    expect(valuesOf(emulator, "REGISTRY_TOKEN")).toEqual({ acme: "a new registry token" });
    const { drift = [] } = await workflows.run("plan-and-apply.yml", { event: "schedule" });
    expectSuccess(drift[0], { changed: "0", failed: "0" });
  });

  test("divides a fleet into shards and merges their reports", async ({ emulator, workflows }) => {
    const {
      shards = [],
      shard = [],
      merge = [],
    } = await workflows.run("fleet.yml", {
      event: "workflow_dispatch",
      inputs: { mode: "apply" },
      secrets: { REGISTRY_TOKEN: "a new registry token" },
    });
    expect([shards.length, shard.length, merge.length]).toEqual([1, 1, 1]);
    expect(merge[0]?.outputs).toMatchObject({ changed: shard[0]?.outputs["changed"] });
    expect(valuesOf(emulator, "REGISTRY_TOKEN")).toEqual({ acme: "a new registry token" });
  });
}

describe("the example workflows", () => {
  testOneExample(bundleCommand, "::group::");
  testOtherExamples(bundleCommand);
});

describe("the example workflows in local-action", () => {
  // It only records outputs that go through its replacement of `@actions/core`, which is not used by a bundle.
  testOneExample(bundleWithLocalAction, "No outputs were set!");
  if (isFullRun) testOtherExamples(bundleWithLocalAction);
});

function testSources(): void {
  let sources: SourcesWithLocalAction | undefined;
  beforeAll(() => {
    sources = prepareSources();
  });
  afterAll(() => sources?.remove());
  const createCommand: CreateStepCommand = (...step) => {
    if (sources === undefined) throw new Error("The sources must be prepared first.");
    return sources.createCommand(...step);
  };
  testOneExample(createCommand, "│ 'changed' │ '1'");
  testOtherExamples(createCommand);
}

if (isFullRun) describe("the example workflows in local-action, from sources", testSources);
