import { test as base } from "@forgehand/emulator/vitest";
import { describe, expect } from "vitest";
import { inputsFor } from "../inputs.ts";
import { runStep } from "../runner.ts";

const ORGANIZATION = {
  members: { alice: "owner" },
  updater_secrets: { DEPLOY_KEY: { value: "old", visibility: "all" } },
} as const;

const HOOK = {
  url: "https://ci.acme.example/",
  events: ["star"],
  deliveries: [{ event: "star", action: "created", time: "-20m", status_code: 502 }],
};

/** An app in two active organizations, a suspended one and for a user. */
const FLEET = {
  organizations: {
    globex: { ...ORGANIZATION, hooks: [HOOK] },
    initech: ORGANIZATION,
    umbrella: ORGANIZATION,
    stark: ORGANIZATION,
  },
  repositories: { "globex/service-a": {}, "initech/service-a": {}, "initech/door": {}, "bob/service-b": {} },
  apps: {
    robot: {
      client_id: "Iv1.robot",
      owner: "acme",
      installations: { globex: {}, initech: {}, umbrella: { suspended_by: "alice" }, bob: {} },
    },
  },
} as const;

const test = base.extend<{ app: Record<string, string> }>({
  app: async ({ emulator }, use) => {
    await emulator.control.seed(FLEET);
    const key = await emulator.control.createAppKey("robot");
    await use({ "api-url": emulator.apiUrl, "app-id": "Iv1.robot", "private-key": key });
  },
});

const ROTATE = { task: "rotate-secrets", kind: "dependabot", secret: "DEPLOY_KEY", value: "a new deploy key" };
const TEMPLATE = { task: "oidc-template", "include-claim-keys": "repo, context, job_workflow_ref" };

describe("all owners of an app", () => {
  test("get their organization's secret, except users and suspended installations", async ({ emulator, app }) => {
    const step = await runStep({ ...app, ...ROTATE, mode: "apply", organization: "*" });
    expect(step.errors).toEqual([]);
    expect(step.outputs).toMatchObject({ changed: "2", failed: "0", skipped: "2" });
    expect(step.summary).toContain("is a user account, not an organization");
    expect(step.summary).toContain("the app is suspended there");
    const values = Object.fromEntries(emulator.control.secrets().map((secret) => [secret.organization, secret.value]));
    expect(values).toMatchObject({ globex: ROTATE.value, initech: ROTATE.value, umbrella: "old", stark: "old" });
  });

  test("are also selected by owners: all, less the excluded ones", async ({ emulator, app }) => {
    const { "app-id": id, ...rest } = app;
    const all = { ...rest, "client-id": id ?? "", ...ROTATE, mode: "apply", owners: "all" };
    const step = await runStep({ ...all, organization: "!globex" });
    expect([step.errors, step.outputs["changed"]]).toEqual([[], "1"]);
    const values = Object.fromEntries(emulator.control.secrets().map((secret) => [secret.organization, secret.value]));
    expect(values).toMatchObject({ globex: "old", initech: ROTATE.value, umbrella: "old", stark: "old" });
    const named = await runStep({ ...all, repositories: "initech/door" });
    expect(named.errors[0]).toContain('The input "owners" must not be all if an owner is named.');
    const repositories = await runStep({ ...all, ...TEMPLATE, mode: "plan", repositories: "*/service-*" });
    expect(repositories.outputs).toMatchObject({ changed: "3", failed: "0" });
  });

  test("are divided into one shard each, which find the same targets", async ({ app }) => {
    const targets = { ...app, ...TEMPLATE, organization: "*, !globex", repositories: "*/service-*" };
    const matrix = await runStep({ ...targets, mode: "matrix" });
    expect(matrix.errors).toEqual([]);
    const { include }: { include: Record<string, string>[] } = JSON.parse(matrix.outputs["matrix"] ?? "");
    expect(include.toSorted((a, b) => ((a["shard"] ?? "") < (b["shard"] ?? "") ? -1 : 1))).toMatchObject([
      { shard: "bob", targets: 1, share: "1/1" },
      { shard: "globex", targets: 1, share: "1/1" },
      { shard: "initech", targets: 2, share: "1/1" },
    ]);
    const changed: string[] = [];
    for (const { shard = "", share = "", installation = "" } of include) {
      const step = await runStep({ ...targets, mode: "apply", shard, share, installation });
      expect(step.errors).toEqual([]);
      const { changes }: { changes: { target: string }[] } = JSON.parse(step.outputs["plan"] ?? "");
      changed.push(...changes.map(({ target }) => target));
    }
    expect(changed.toSorted()).toEqual(["bob/service-b", "globex/service-a", "initech", "initech/service-a"]);
  });

  test("get events redelivered to their organization's webhooks", async ({ app }) => {
    const redeliver = { task: "redeliver", mode: "plan", organization: "*", "window-hours": "24" };
    const step = await runStep({ ...app, ...redeliver });
    expect(step.errors).toEqual([]);
    expect(step.outputs).toMatchObject({ changed: "1", failed: "0" });
    expect(step.log).toContain("organization globex, webhook ");
  });

  test("that match nothing are an error, in a matrix a warning", async ({ app }) => {
    const targets = { ...app, ...TEMPLATE, organization: "x*, initech", repositories: "*/service-x*, x*/*" };
    const step = await runStep({ ...targets, mode: "check" });
    expect(step.exitCode).toBe(1);
    expect(step.outputs).toMatchObject({ failed: "3" });
    for (const problem of [
      "x*: the app is not installed for a matching owner",
      "x*/*: the app is not installed for a matching owner",
      "*/service-x*: no accessible repository matches this name (4 have other names)",
    ]) {
      const [target, reason] = problem.split(": ");
      expect(step.summary).toContain(`<code>${target}</code>`);
      expect(step.summary).toContain(reason);
    }
    const matrix = await runStep({ ...targets, mode: "matrix" });
    expect(matrix.exitCode).toBe(0);
    expect(JSON.parse(matrix.outputs["matrix"] ?? "")).toMatchObject({ include: [{ shard: "1/1", targets: 1 }] });
    expect(matrix.log).toContain("::warning::*/service-x*: no accessible repository");
  });

  test("can only be those of one installation", async ({ app, emulator }) => {
    const matrix = await runStep({ ...app, ...TEMPLATE, repositories: "initech/door", mode: "matrix" });
    const [, installation = ""] = /"installation":"(\d+)"/.exec(matrix.outputs["matrix"] ?? "") ?? [];
    emulator.control.clearCalls();
    const step = await runStep({ ...app, ...TEMPLATE, installation, repositories: "*/*", mode: "plan" });
    expect(step.errors).toEqual([]);
    expect(step.outputs).toMatchObject({ changed: "2" });
    expect(emulator.control.calls().filter(({ operation }) => operation === "createInstallationToken")).toHaveLength(1);
  });

  for (const [name, inputs, problem] of [
    ["repositories", { ...TEMPLATE, repositories: "*/service-*" }, "requires an app to select owners"],
    ["organization", { ...ROTATE, organization: "acme, g*" }, "requires an app to select owners"],
  ] as const) {
    test(`require an app: ${name}`, async ({ emulator }) => {
      const step = await runStep({ ...inputsFor(emulator), ...inputs });
      expect(step.errors[0]).toContain(`The input "${name}" ${problem}`);
      expect(emulator.control.calls()).toEqual([]);
    });
  }

  for (const [inputs, problem] of [
    [{ organization: "!acme" }, 'The input "organization" must include an organization, got exclusions only.'],
    [
      { organization: "*, !acme", level: "repository", repositories: "*/service-*" },
      'The input "organization" must name organizations without * and ! if "repositories" is set.',
    ],
    [
      { organization: "*", visibility: "selected", "selected-repositories": "acme/widgets" },
      'The input "selected-repositories" must only be set for organizations that are named without * and !',
    ],
  ] as const) {
    test(`reject before the first call: ${JSON.stringify(inputs)}`, async ({ app, emulator }) => {
      const step = await runStep({ ...app, ...ROTATE, ...inputs });
      expect(step.errors[0]).toContain(problem);
      expect(emulator.control.calls()).toEqual([]);
    });
  }
});
