import { emulatorTest } from "@forgehand/emulator/vitest";
import { describe, expect } from "vitest";
import { inputsFor } from "../inputs.ts";
import { runStep } from "../runner.ts";

const OLD = { value: "old", updated: "-100d" };
const test = emulatorTest({
  seed: {
    users: { alice: {} },
    organizations: { acme: { members: { alice: "owner" } } },
    repositories: {
      "acme/one": { actions_secrets: { KEY: OLD }, updater_secrets: { KEY: OLD }, codespaces_secrets: { KEY: OLD } },
      "acme/two": { actions_secrets: { KEY: OLD }, updater_secrets: { KEY: OLD } },
    },
    tokens: {
      alice: { kind: "classic", user: "alice", scopes: "all" },
      limited: { kind: "fine-grained", user: "alice", owner: "acme", permissions: { secrets: "write" } },
    },
  },
});

const ROTATE = { task: "rotate-secrets", secret: "KEY", value: "brand new", repositories: "acme/*" };

describe("a secret of the same name in another store", () => {
  test("is named in the plan and keeps its value; Actions secrets are the default", async ({ emulator }) => {
    const step = await runStep({ ...inputsFor(emulator), ...ROTATE, mode: "apply" });
    expect(step.errors).toEqual([]);
    expect(step.warnings).toEqual([
      "KEY also exists as a dependabot secret in acme/one, acme/two, and keeps its value there. To change it too, add an entry with kind: dependabot.",
    ]);
    const changed = emulator.control.secrets().filter(({ value }) => value === "brand new");
    expect(changed.map(({ kind, repository }) => `${kind} ${repository}`)).toEqual([
      "actions acme/one",
      "actions acme/two",
    ]);
    // Two lists per repository, of which one is of the other store.
    const lists = emulator.control.calls().filter(({ operation }) => operation === "listRepositoryUpdaterSecrets");
    expect(lists).toHaveLength(2);
  });

  test("is searched for where other-stores says", async ({ emulator }) => {
    const inputs = { ...inputsFor(emulator), ...ROTATE, mode: "plan" };
    const step = await runStep({ ...inputs, "other-stores": "codespaces" });
    expect(step.warnings).toEqual([expect.stringContaining("exists as a codespaces secret in acme/one,")]);
    emulator.control.reset();
    expect((await runStep({ ...inputs, "other-stores": "none" })).warnings).toEqual([]);
    expect(emulator.control.calls().map(({ operation }) => operation)).not.toContain("listRepositoryUpdaterSecrets");
    const wrong = await runStep({ ...inputs, "other-stores": "updater" });
    expect(wrong.errors).toEqual([expect.stringContaining("must be dependabot with dialect: github, got updater")]);
  });

  test("is not searched for where the token may not, which is said once", async ({ emulator }) => {
    const step = await runStep({ ...inputsFor(emulator, "limited"), ...ROTATE, mode: "apply" });
    expect(step.errors).toEqual([]);
    expect(step.outputs).toMatchObject({ changed: "2" });
    expect(step.log.match(/dependabot secrets of acme\S* were not searched for the same names/g)).toHaveLength(1);
    // The first refusal decides for all repositories.
    const lists = emulator.control.calls().filter(({ operation }) => operation === "listRepositoryUpdaterSecrets");
    expect(lists).toHaveLength(1);
  });

  test("is not asked for if an app's installation lacks the permission", async ({ emulator }) => {
    await emulator.control.seed({
      apps: {
        robot: {
          client_id: "Iv1.robot",
          owner: "acme",
          permissions: { metadata: "read", secrets: "write" },
          installations: { acme: {} },
        },
      },
    });
    const key = await emulator.control.createAppKey("robot");
    const app = { "api-url": emulator.apiUrl, "app-id": "Iv1.robot", "private-key": key };
    const step = await runStep({ ...app, ...ROTATE, mode: "apply" });
    expect(step.errors).toEqual([]);
    expect(step.log).toContain(
      "The dependabot secrets of acme were not searched for the same names: the app's installation lacks the permission.",
    );
    expect(emulator.control.calls().filter(({ status }) => status === null || status >= 400)).toEqual([]);
  });

  test("is searched for in the other repositories if the list of one fails", async ({ emulator }) => {
    emulator.control.faults.add({ operation: "listRepositoryUpdaterSecrets", status: 422, times: 1 });
    const step = await runStep({ ...inputsFor(emulator), ...ROTATE, mode: "apply" });
    expect(step.errors).toEqual([]);
    expect(step.warnings).toEqual([
      expect.stringMatching(/KEY also exists as a dependabot secret in acme\/(one|two), /),
    ]);
    expect(step.log).toMatch(/dependabot secrets of acme\/(one|two) were not searched for the same names: .*422/);
  });
});

describe("a plan for 2,000 unchanged secrets of 200 repositories", () => {
  const NAMES = Array.from({ length: 10 }, (_, index) => `KEY_${index}`);
  const repositories = Array.from({ length: 200 }, (_, index) => [
    `acme/r${index}`,
    { actions_secrets: Object.fromEntries(NAMES.map((name) => [name, { value: "old", updated: "-1d" }])) },
  ]);
  const it = emulatorTest({
    seed: {
      users: { alice: {} },
      organizations: { acme: { members: { alice: "owner" } } },
      repositories: Object.fromEntries(repositories),
      tokens: { alice: { kind: "classic", user: "alice", scopes: "all" } },
    },
  });

  it("takes at most 210 calls, and one more per repository for another store", async ({ emulator }) => {
    const inputs = { ...inputsFor(emulator), ...ROTATE, secret: NAMES.join(", "), "max-age-days": "90", mode: "check" };
    const step = await runStep({ ...inputs, "other-stores": "none" });
    expect([step.errors, step.outputs["skipped"]]).toEqual([[], "2000"]);
    expect(emulator.control.calls().length).toBeLessThanOrEqual(210);
    const before = emulator.control.calls().length;
    await runStep({ ...inputs, "other-stores": "dependabot" });
    expect(emulator.control.calls().length - before).toBeLessThanOrEqual(410);
  });
});
