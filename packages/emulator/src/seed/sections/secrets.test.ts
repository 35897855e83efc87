import { describe, expect, test } from "vitest";
import { startEmulator } from "../../emulator.ts";

const base = {
  users: { alice: {}, bob: {} },
  organizations: { acme: { members: { alice: "owner" }, teams: { deployers: {} } } },
  tokens: { alice: { kind: "classic", user: "alice", scopes: "all" } },
};

async function startWith(organization: object, repository: object) {
  const { acme } = base.organizations;
  return startEmulator({
    now: () => new Date("2026-11-21T12:00:00Z"),
    seed: {
      ...base,
      organizations: { acme: { ...acme, ...organization } },
      repositories: { "acme/widgets": repository, "bob/things": {} },
    },
  });
}

/** Starts the emulator with a seed and returns the responses to GET requests. */
async function fetchAll(paths: readonly string[], organization: object, repository: object): Promise<unknown[]> {
  const emulator = await startWith(organization, repository);
  const headers = { authorization: `Bearer ${emulator.tokens["alice"]}` };
  const found = [];
  for (const path of paths) found.push(await (await fetch(`${emulator.apiUrl}${path}`, { headers })).json());
  await emulator.stop();
  return found;
}

describe("a seed", () => {
  test("inserts secrets of every kind and level", async () => {
    const emulator = await startWith(
      {
        actions_secrets: { A: { value: "1", repositories: ["acme/widgets"] }, B: { value: "2", visibility: "all" } },
        codespaces_secrets: { C: { value: "3", created: "-90d" } },
        updater_secrets: { D: { value: "4", visibility: "selected", updated: "-1h" } },
      },
      {
        actions_secrets: { e: "5" },
        codespaces_secrets: { F: { value: "6", created: "-2d", updated: "-1d" } },
        updater_secrets: { G: "7" },
        environments: { production: { secrets: { H: "8" } } },
      },
    );
    const shown = emulator.control.secrets().map((secret) => {
      const { kind, name, value, visibility, repositories, environment, updated_at } = secret;
      return [kind, name, value, visibility, repositories.join(), environment, updated_at.slice(0, 10)].join(" ");
    });
    expect(shown).toEqual([
      "actions A 1 selected acme/widgets  2026-11-14",
      "actions B 2 all   2026-11-14",
      "codespaces C 3 private   2026-08-23",
      "updater D 4 selected   2026-11-21",
      "actions E 5    2026-11-14",
      "codespaces F 6    2026-11-20",
      "updater G 7    2026-11-14",
      "actions H 8   production 2026-11-14",
    ]);
    await emulator.stop();
  });

  test("inserts variables and subject templates", async () => {
    const found = await fetchAll(
      [
        "/orgs/acme/actions/variables",
        "/repos/acme/widgets/actions/variables",
        "/orgs/acme/actions/oidc/customization/sub",
        "/repos/acme/widgets/actions/oidc/customization/sub",
      ],
      {
        variables: { A: { value: "1", visibility: "all" }, B: { value: "2", repositories: ["acme/widgets"] } },
        subject_template: { include_claim_keys: ["repo", "actor"], use_immutable_subject: false },
      },
      { variables: { c: "3" }, subject_template: {}, created: "2020-01-01T00:00:00Z" },
    );
    expect(found).toMatchObject([
      {
        variables: [
          { name: "A", visibility: "all" },
          { name: "B", visibility: "selected" },
        ],
      },
      { variables: [{ name: "C", value: "3" }] },
      { include_claim_keys: ["repo", "actor"], use_immutable_subject: false },
      { use_default: false, include_claim_keys: ["repo", "actor"], sub_claim_prefix: "repo:acme/widgets" },
    ]);
  });

  const invalidSeeds: [problem: string, organization: object, repository: object, message: string][] = [
    [
      "an invalid name",
      { actions_secrets: { "1A": { value: "" } } },
      {},
      "organizations.acme.actions_secrets.1A must consist of letters",
    ],
    [
      "a name with the reserved prefix",
      {},
      { variables: { github_a: "" } },
      "must not start with GITHUB_, which is reserved",
    ],
    [
      "a duplicate name",
      {},
      { updater_secrets: { A: "", a: "" } },
      "repositories.acme/widgets.updater_secrets.a must be unique",
    ],
    [
      "a duplicate variable",
      {},
      { variables: { A: "", a: "" } },
      "repositories.acme/widgets.variables.a must be unique",
    ],
    ["a duplicate environment", {}, { environments: { a: {}, A: {} } }, "environments.A must be unique"],
    [
      "a repository of another owner",
      { variables: { A: { value: "", repositories: ["bob/things"] } } },
      {},
      "organizations.acme.variables.A.repositories.0 must be a repository of acme",
    ],
    [
      "an unknown repository",
      { updater_secrets: { A: { value: "", repositories: ["acme/none"] } } },
      {},
      'organizations.acme.updater_secrets.A.repositories.0 must name an existing repository, got "acme/none"',
    ],
    [
      "repositories without the visibility selected",
      { codespaces_secrets: { A: { value: "", visibility: "all", repositories: [] } } },
      {},
      "organizations.acme.codespaces_secrets.A.repositories must be omitted",
    ],
    ["an unknown reviewer", {}, { environments: { a: { reviewers: ["team:x"] } } }, "environments.a.reviewers.0"],
    ["a wait timer that is too long", {}, { environments: { a: { wait_timer: 43_201 } } }, "environments.a.wait_timer"],
    [
      "a duplicate claim key",
      { subject_template: { include_claim_keys: ["a", "a"] } },
      {},
      "must not contain a claim key twice",
    ],
    [
      "an invalid claim key",
      {},
      { subject_template: { include_claim_keys: ["a-b"] } },
      "must consist of letters, digits and _",
    ],
  ];
  test.for(invalidSeeds)("is rejected with %s", async ([, organization, repository, message]) => {
    await expect(startWith(organization, repository)).rejects.toThrow(message);
  });
});
