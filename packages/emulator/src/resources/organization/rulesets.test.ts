import {
  createRuleset,
  deleteRuleset,
  getRuleset,
  getRulesetVersion,
  listRulesets,
  listRulesetVersions,
  updateRuleset,
} from "@forgehand/core/operations";
import fc from "fast-check";
import { describe, expect, onTestFinished } from "vitest";
import * as z from "zod/mini";
import { pickSize } from "../../../../../test/test-size.ts";
import { startEmulator } from "../../emulator.ts";
import type { Emulator } from "../../public.ts";
import { clientFor, requestJson, sendRequest } from "../../requests.fixture.ts";
import { emulatorTest } from "../../vitest.ts";

const ACME = { org: "acme" };
const PATH = "/orgs/acme/rulesets";
const ALL = { include: ["~ALL"] };
const ALL_REFS_AND_REPOSITORIES = { ref_name: ALL, repository_name: ALL };

const seed = {
  users: { alice: {}, bob: {}, mallory: {} },
  organizations: {
    acme: {
      members: { alice: "owner", bob: "member" },
      teams: { makers: {} },
      custom_properties: { tier: {} },
      rulesets: [
        {
          name: "Main stays whole",
          by: "alice",
          at: "-60d",
          bypass: [{ owners: true }, { team: "makers" }],
          conditions: { ref_name: { include: ["~DEFAULT_BRANCH"] }, repositories: ["acme/widgets"] },
          rules: [{ type: "deletion" }],
          changes: [
            { by: "bob", at: "-30d", enforcement: "evaluate" },
            { at: "-2d", rules: [{ type: "deletion" }, { type: "assistant_code_review" }] },
            // This change has no effect, so it creates no version.
            { at: "-1d", enforcement: "evaluate" },
          ],
        },
        { name: "Tags stay", target: "tag", conditions: { ref_name: ALL, repository_name: ALL } },
      ],
    },
    globex: { members: { mallory: "owner" }, teams: { spies: {} }, rulesets: [{ name: "Theirs" }] },
  },
  repositories: { "acme/widgets": {}, "globex/things": {} },
  apps: {
    helper: { owner: "acme", permissions: "all", installations: { acme: {} } },
    other: { owner: "globex", installations: { globex: {} } },
  },
  tokens: {
    alice: { kind: "classic", user: "alice", scopes: ["repo"] },
    bob: { kind: "classic", user: "bob", scopes: "all" },
    mallory: { kind: "classic", user: "mallory", scopes: "all" },
    fine: { kind: "fine-grained", user: "alice", permissions: { organization_administration: "write" }, owner: "acme" },
    "fine-reads": {
      kind: "fine-grained",
      user: "alice",
      owner: "acme",
      permissions: { organization_administration: "read" },
    },
    helper: { kind: "installation", app: "helper", account: "acme", permissions: "all" },
  },
};

const test = emulatorTest({
  seed,
  now: () => new Date("2026-03-20T12:00:00Z"),
  allowHookHosts: ["127.0.0.1:9"],
});

const Listed = z.array(z.looseObject({ id: z.int(), name: z.string() }));

async function idOf(emulator: Emulator, name = "Main stays whole") {
  const { body } = await requestJson(emulator, `GET ${PATH}`);
  return z.parse(Listed, body).find((ruleset) => ruleset.name === name)?.id ?? 0;
}

const RULE = { type: "commit_message_pattern", parameters: { operator: "contains", pattern: "why" } } as const;

describe("a list", () => {
  test("contains rulesets without their rules, filtered by target", async ({ emulator }) => {
    const { call } = clientFor(emulator, "alice");
    const [first, ...others] = await call(listRulesets, ACME);
    expect(others.map(({ name }) => name)).toEqual(["Tags stay"]);
    expect(first).toEqual({
      id: first?.id,
      name: "Main stays whole",
      target: "branch",
      enforcement: "evaluate",
      source_type: "Organization",
      source: "acme",
      node_id: expect.any(String),
      created_at: "2026-01-19T12:00:00Z",
      updated_at: "2026-03-18T12:00:00Z",
      _links: {
        self: { href: `${emulator.apiUrl}${PATH}/${first?.id}` },
        html: { href: `${emulator.webUrl}/organizations/acme/settings/rules/${first?.id}` },
      },
    });
    const namesFor = async (targets: string) =>
      (await call(listRulesets, { ...ACME, targets })).map(({ name }) => name);
    expect(await namesFor("tag")).toEqual(["Tags stay"]);
    expect(await namesFor("branch, tag")).toHaveLength(2);
    expect(await namesFor("push")).toEqual([]);
    expect(await namesFor("nothing")).toEqual([]);
  });

  test("is paginated and can be empty", async ({ emulator }) => {
    const { link, body } = await requestJson(emulator, `GET ${PATH}?per_page=1`);
    expect(body).toHaveLength(1);
    expect(link).toContain('page=2>; rel="next"');
    expect((await requestJson(emulator, `GET ${PATH}?per_page=1&page=3`)).body).toEqual([]);
  });
});

test.for(["github", "svc"] as const)("creates, reads, updates and deletes a ruleset (%s)", async (dialect) => {
  const emulator = await startEmulator({ seed, dialect, now: () => new Date("2026-03-20T12:00:00Z") });
  onTestFinished(() => emulator.stop());
  const { call } = clientFor(emulator, "alice", dialect);
  const rules = [
    RULE,
    { type: "assistant_code_review", parameters: { review_on_push: true } },
    {
      type: "pull_request",
      parameters: {
        required_approving_review_count: 2,
        dismiss_stale_reviews_on_push: true,
        require_code_owner_review: false,
        require_last_push_approval: false,
        required_review_thread_resolution: false,
      },
    },
  ] as const;
  const conditions = { ref_name: { include: ["refs/heads/*"], exclude: ["refs/heads/try"] }, repository_name: ALL };
  const created = await call(createRuleset, {
    ...ACME,
    name: "Say why",
    enforcement: "active",
    conditions,
    rules: [...rules],
    bypass_actors: [{ actor_type: "OrganizationAdmin", actor_id: 1 }, { actor_type: "DeployKey" }],
  });
  expect(created).toMatchObject({
    name: "Say why",
    target: "branch",
    enforcement: "active",
    rules,
    conditions: { ...conditions, repository_name: { ...ALL, exclude: [] } },
    bypass_actors: [
      { actor_id: null, actor_type: "OrganizationAdmin", bypass_mode: "always" },
      { actor_id: null, actor_type: "DeployKey", bypass_mode: "always" },
    ],
  });
  // Only the repository's operations return this field.
  expect(created).not.toHaveProperty("current_user_can_bypass");
  const at = { ...ACME, ruleset_id: created.id };
  expect(await call(getRuleset, at)).toEqual(created);
  emulator.control.clock.advance(60);
  const changed = await call(updateRuleset, { ...at, enforcement: "disabled", rules: [RULE] });
  expect(changed).toEqual({ ...created, enforcement: "disabled", rules: [RULE], updated_at: "2026-03-20T12:01:00Z" });
  expect(await call(getRuleset, at)).toEqual(changed);
  const [latest, first, ...others] = await call(listRulesetVersions, at);
  expect(others).toEqual([]);
  const version = await call(getRulesetVersion, { ...at, version_id: first?.version_id ?? 0 });
  const { node_id: _, _links, created_at, updated_at, ...state } = created;
  expect(version).toEqual({ ...first, state });
  expect(latest).toMatchObject({ actor: { type: "User" }, updated_at: "2026-03-20T12:01:00Z" });
  expect(await call(deleteRuleset, at)).toBeUndefined();
  expect((await sendRequest(emulator, `GET ${PATH}/${created.id}`, "alice")).status).toBe(404);
  expect((await sendRequest(emulator, `DELETE ${PATH}/${created.id}`, "alice")).status).toBe(404);
  expect((await sendRequest(emulator, `GET ${PATH}/${created.id}/history`, "alice")).status).toBe(404);
});

test("creates a ruleset with the minimal input", async ({ emulator }) => {
  const { status, body } = await requestJson(emulator, `POST ${PATH}`, { name: "Bare", enforcement: "disabled" });
  expect(status).toBe(201);
  expect(body).toMatchObject({ target: "branch", conditions: null, rules: [], bypass_actors: [] });
});

test("uses the vendor's name of a rule type in responses", async ({ emulator }) => {
  const { body } = await requestJson(emulator, `GET ${PATH}/${await idOf(emulator)}`);
  expect(body).toMatchObject({ rules: [{ type: "deletion" }, { type: "copilot_code_review" }] });
  const [latest] = z.parse(
    z.array(z.looseObject({ version_id: z.int() })),
    (await requestJson(emulator, `GET ${PATH}/${await idOf(emulator)}/history`)).body,
  );
  const version = await requestJson(emulator, `GET ${PATH}/${await idOf(emulator)}/history/${latest?.version_id}`);
  expect(version.body).toMatchObject({ state: { rules: [{ type: "deletion" }, { type: "copilot_code_review" }] } });
});

describe("a history", () => {
  test("lists each change with its author, latest first", async ({ emulator }) => {
    const { call } = clientFor(emulator, "alice");
    const at = { ...ACME, ruleset_id: await idOf(emulator) };
    const versions = await call(listRulesetVersions, at);
    expect(versions).toMatchObject([
      { actor: {}, updated_at: "2026-03-18T12:00:00Z" },
      { actor: { type: "User", id: expect.any(Number) }, updated_at: "2026-02-18T12:00:00Z" },
      { actor: { type: "User", id: expect.any(Number) }, updated_at: "2026-01-19T12:00:00Z" },
    ]);
    const states = await Promise.all(
      versions.map(async ({ version_id }) => (await call(getRulesetVersion, { ...at, version_id })).state),
    );
    expect(states.map(({ enforcement, rules }) => [enforcement, rules?.length])).toEqual([
      ["evaluate", 2],
      ["evaluate", 1],
      ["active", 1],
    ]);
    const second = await requestJson(emulator, `GET ${PATH}/${at.ruleset_id}/history?per_page=2&page=2`);
    expect(second.body).toEqual(versions.slice(2));
  });

  test("attributes changes to apps and hides versions of other rulesets", async ({ emulator }) => {
    const other = await idOf(emulator, "Tags stay");
    expect((await requestJson(emulator, `PUT ${PATH}/${other}`, { enforcement: "disabled" }, "helper")).status).toBe(
      200,
    );
    const { body } = await requestJson(emulator, `GET ${PATH}/${other}/history`);
    expect(body).toMatchObject([{ actor: { type: "Integration", id: expect.any(Number) } }, { actor: {} }]);
    const [{ version_id } = { version_id: 0 }] = z.parse(z.array(z.looseObject({ version_id: z.int() })), body);
    expect((await requestJson(emulator, `GET ${PATH}/${other}/history/${version_id}`)).status).toBe(200);
    expect((await requestJson(emulator, `GET ${PATH}/${await idOf(emulator)}/history/${version_id}`)).status).toBe(404);
    expect((await requestJson(emulator, `GET ${PATH}/${other}/history/987654`)).status).toBe(404);
  });

  test("has exactly one version per change", async ({ emulator }) => {
    const id = await idOf(emulator);
    const change = fc.record(
      {
        name: fc.constantFrom("Main stays whole", "One", "Two"),
        enforcement: fc.constantFrom("active", "evaluate", "disabled"),
        rules: fc.subarray([{ type: "creation" }, { type: "deletion" }, RULE]),
      },
      { requiredKeys: [] },
    );
    const read = async () => {
      const { updated_at: _, ...ruleset } = Object((await requestJson(emulator, `GET ${PATH}/${id}`)).body);
      const { body } = await requestJson(emulator, `GET ${PATH}/${id}/history?per_page=100`);
      return { ruleset, versions: z.parse(z.array(z.looseObject({ version_id: z.int() })), body) };
    };
    await fc.assert(
      fc.asyncProperty(change, async (input) => {
        const before = await read();
        expect((await requestJson(emulator, `PUT ${PATH}/${id}`, input)).status).toBe(200);
        const after = await read();
        const isSame = JSON.stringify(before.ruleset) === JSON.stringify(after.ruleset);
        expect(after.versions).toHaveLength(before.versions.length + (isSame ? 0 : 1));
        expect(after.versions.slice(isSame ? 0 : 1)).toEqual(before.versions);
        expect(after.ruleset).toMatchObject(input);
      }),
      { numRuns: pickSize(8, 25) },
    );
  });
});

describe("rejects", () => {
  const pullRequestRule = { type: "pull_request" };
  const pattern = (parameters: object) => ({ ...RULE, parameters: { ...RULE.parameters, ...parameters } });
  test.for([
    ["name", { name: "Tags stay" }],
    ["name", { name: " " }],
    ["name", { name: undefined }],
    ["enforcement", { enforcement: "enabled" }],
    ["enforcement", { target: "repository", enforcement: "evaluate", conditions: { repository_name: ALL } }],
    ["conditions", { conditions: { ref_name: ALL } }],
    ["conditions", { conditions: { repository_name: ALL } }],
    ["conditions", { conditions: { ...ALL_REFS_AND_REPOSITORIES, repository_id: {} } }],
    ["conditions", { conditions: { ref_name: ALL, repository_id: { repository_ids: [987654] } } }],
    [
      "conditions",
      { conditions: { ref_name: ALL, repository_property: { include: [{ name: "x", property_values: [] }] } } },
    ],
    [
      "conditions",
      {
        conditions: {
          ref_name: ALL,
          repository_property: { exclude: [{ name: "tier", property_values: [], source: "system" }] },
        },
      },
    ],
    ["bypass_actors", { bypass_actors: [{ actor_type: "Team", actor_id: 987654 }] }],
    ["bypass_actors", { bypass_actors: [{ actor_type: "Team" }] }],
    ["bypass_actors", { bypass_actors: [{ actor_type: "User", actor_id: 987654 }] }],
    ["bypass_actors", { bypass_actors: [{ actor_type: "Integration", actor_id: 987654 }] }],
    ["bypass_actors", { bypass_actors: [{ actor_type: "RepositoryRole", actor_id: 1 }] }],
    ["bypass_actors", { bypass_actors: [{ actor_type: "EnterpriseOwner" }] }],
    ["bypass_actors", { bypass_actors: [{ actor_type: "EnterpriseRole", actor_id: 1 }] }],
    ["bypass_actors", { bypass_actors: [{ actor_type: "DeployKey", bypass_mode: "pull_request" }] }],
    [
      "bypass_actors",
      { target: "tag", bypass_actors: [{ actor_type: "OrganizationAdmin", bypass_mode: "pull_request" }] },
    ],
    ["rules", { rules: [{ type: "merge_queue" }] }],
    ["rules", { rules: [{ type: "tag_name_pattern", parameters: RULE.parameters }] }],
    ["rules", { rules: [{ type: "max_file_size", parameters: { max_file_size: 5 } }] }],
    ["rules", { target: "push", rules: [{ type: "max_file_size", parameters: { max_file_size: 101 } }] }],
    ["rules", { target: "push", rules: [{ type: "creation" }] }],
    ["rules", { rules: [{ type: "commit_message_pattern" }] }],
    ["rules", { rules: [pattern({ operator: "regex", pattern: "(" })] }],
    ["rules", { rules: [pattern({ operator: "regex", pattern: "a(?=b)" })] }],
    ["rules", { rules: [pattern({ operator: "regex", pattern: "a".repeat(1001) })] }],
    [
      "conditions",
      { conditions: { ...ALL_REFS_AND_REPOSITORIES, ref_name: { include: ["*".repeat(1001)], exclude: [] } } },
    ],
    [
      "rules",
      {
        target: "push",
        rules: [{ type: "file_path_restriction", parameters: { restricted_file_paths: ["*".repeat(1001)] } }],
      },
    ],
    ["rules", { rules: [pattern({ operator: "like" })] }],
    [
      "rules",
      { rules: [{ type: "workflows", parameters: { workflows: [{ repository_id: 987654, path: "a.yml" }] } }] },
    ],
    [
      "rules",
      {
        rules: [
          {
            ...pullRequestRule,
            parameters: {
              required_approving_review_count: 0,
              dismiss_stale_reviews_on_push: false,
              require_code_owner_review: false,
              require_last_push_approval: false,
              required_review_thread_resolution: false,
              required_reviewers: [{ file_patterns: [], minimum_approvals: 1, reviewer: { id: 987654, type: "Team" } }],
            },
          },
        ],
      },
    ],
  ] as const)("%s: %j", async ([field, fields], { emulator }) => {
    const before = (await requestJson(emulator, `GET ${PATH}`)).body;
    const response = await requestJson(emulator, `POST ${PATH}`, { name: "New", enforcement: "active", ...fields });
    expect(response.status).toBe(422);
    expect(JSON.stringify(response.body)).toContain(field);
    expect((await requestJson(emulator, `GET ${PATH}`)).body).toEqual(before);
  });

  test("a name that is already taken, with GitHub's own message", async ({ emulator }) => {
    const response = await requestJson(emulator, `POST ${PATH}`, { name: "Tags stay", enforcement: "active" });
    expect(response.body).toMatchObject({ errors: [{ field: "name", message: "Name must be unique" }] });
    const id = await idOf(emulator);
    expect((await requestJson(emulator, `PUT ${PATH}/${id}`, { name: "Tags stay" })).status).toBe(422);
    expect((await requestJson(emulator, `PUT ${PATH}/${id}`, { name: "Main stays whole" })).status).toBe(200);
    // Another organization can use the same name.
    const theirs = await requestJson(
      emulator,
      "POST /orgs/globex/rulesets",
      { name: "Tags stay", enforcement: "active" },
      "mallory",
    );
    expect(theirs.status).toBe(201);
  });

  test("a change that conflicts with unchanged attributes", async ({ emulator }) => {
    const id = await idOf(emulator);
    expect((await requestJson(emulator, `PUT ${PATH}/${id}`, { conditions: { repository_name: ALL } })).status).toBe(
      422,
    );
    expect((await requestJson(emulator, `PUT ${PATH}/${id}`, { target: "push" })).status).toBe(422);
    expect((await requestJson(emulator, `PUT ${PATH}/${id}`, { target: "push", rules: [] })).status).toBe(200);
  });

  test("callers without access and unknown rulesets", async ({ emulator }) => {
    const id = await idOf(emulator);
    const body = { name: "New", enforcement: "active" };
    for (const token of ["bob", "fine-reads", "mallory"]) {
      for (const route of [`GET ${PATH}`, `GET ${PATH}/${id}`, `DELETE ${PATH}/${id}`, `GET ${PATH}/${id}/history`]) {
        expect((await requestJson(emulator, route, undefined, token)).status).toBe(403);
      }
      expect((await requestJson(emulator, `POST ${PATH}`, body, token)).status).toBe(403);
      expect((await requestJson(emulator, `PUT ${PATH}/${id}`, body, token)).status).toBe(403);
    }
    for (const token of ["fine", "helper"])
      expect((await requestJson(emulator, `GET ${PATH}/${id}`, undefined, token)).status).toBe(200);
    const theirs = z.parse(
      Listed,
      (await requestJson(emulator, "GET /orgs/globex/rulesets", undefined, "mallory")).body,
    )[0]?.id;
    for (const other of [theirs, 987654, "x"]) {
      expect((await requestJson(emulator, `GET ${PATH}/${other}`)).status).toBe(404);
      expect((await requestJson(emulator, `PUT ${PATH}/${other}`, {})).status).toBe(404);
      expect((await requestJson(emulator, `DELETE ${PATH}/${other}`)).status).toBe(404);
    }
    expect((await sendRequest(emulator, `GET ${PATH}`)).status).toBe(401);
  });
});

test("creates only one of several concurrent rulesets with the same name", async ({ emulator }) => {
  const body = { name: "New", enforcement: "active" };
  const responses = await Promise.all([1, 2, 3].map(() => requestJson(emulator, `POST ${PATH}`, body)));
  expect(responses.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
});

test("notifies webhooks of created, edited and deleted rulesets", async ({ emulator }) => {
  const hook = { name: "web", config: { url: "http://127.0.0.1:9/none" }, events: ["repository_ruleset"] };
  expect((await requestJson(emulator, "POST /orgs/acme/hooks", hook, "helper")).status).toBe(201);
  const { body } = await requestJson(emulator, `POST ${PATH}`, {
    name: "New",
    enforcement: "active",
    rules: [{ type: "copilot_code_review" }],
    conditions: ALL_REFS_AND_REPOSITORIES,
  });
  const { id } = z.parse(z.looseObject({ id: z.int() }), body);
  await requestJson(emulator, `PUT ${PATH}/${id}`, { name: "Newer", enforcement: "disabled" });
  await requestJson(emulator, `PUT ${PATH}/${id}`, { name: "Newer" });
  await requestJson(emulator, `DELETE ${PATH}/${id}`);
  await requestJson(emulator, `POST ${PATH}`, { name: "Bare", enforcement: "disabled" });
  await emulator.control.settled();
  const events = emulator.control.events().filter(({ event }) => event === "repository_ruleset");
  expect(events.map(({ action }) => action)).toEqual(["created", "edited", "deleted", "created"]);
});

test("reports the path of an invalid value in a seed", async () => {
  const startWith = (...rulesets: object[]) =>
    startEmulator({ seed: { users: {}, organizations: { acme: { rulesets } }, repositories: { "acme/widgets": {} } } });
  const conditions = { ref_name: ALL };
  await expect(startWith({ name: "A" }, { name: "A" })).rejects.toThrow(
    "organizations.acme.rulesets.1.name Name must be unique",
  );
  await expect(startWith({ name: "A", conditions })).rejects.toThrow(
    "conditions must have exactly one of repositories",
  );
  await expect(startWith({ name: "A", conditions: { repository_name: ALL } })).rejects.toThrow(
    "rulesets.0.conditions conditions of a branch ruleset must include ref_name",
  );
  await expect(startWith({ name: "A", bypass: [{ team: "x" }] })).rejects.toThrow(
    'must name an existing team, got "x"',
  );
  await expect(startWith({ name: "A", bypass: [{ enterprise_owners: true }] })).rejects.toThrow("rulesets.0.bypass");
  await expect(startWith({ name: "A", target: "tag", rules: [{ type: "pull_request" }] })).rejects.toThrow(
    "does not support this rule",
  );
  await expect(startWith({ name: "A", rules: [{ type: "x" }] })).rejects.toThrow("rulesets.0.rules");
  await expect(startWith({ name: "A", changes: [{ by: "x" }] })).rejects.toThrow("rulesets.0.changes.0.by");
});
