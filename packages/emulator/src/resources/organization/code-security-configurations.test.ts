import {
  attachCodeSecurityConfiguration,
  createCodeSecurityConfiguration,
  createRepositoryAdvisory,
  deleteCodeSecurityConfiguration,
  detachCodeSecurityConfigurations,
  getCodeSecurityConfiguration,
  getDefaultCodeSecurityConfigurations,
  getRepository,
  listCodeSecurityConfigurationRepositories,
  listCodeSecurityConfigurations,
  setDefaultCodeSecurityConfiguration,
  updateCodeSecurityConfiguration,
  updateRepository,
} from "@forgehand/core/operations";
import fc from "fast-check";
import { describe, expect } from "vitest";
import { sized } from "../../../../../test/effort.ts";
import { as, ask, send } from "../../calling.fixture.ts";
import { startEmulator } from "../../emulator.ts";
import type { Emulator } from "../../public.ts";
import { emulatorTest } from "../../vitest.ts";

const seed = {
  users: { alice: {}, bob: {}, sam: {}, mallory: {} },
  organizations: {
    acme: {
      members: { alice: "owner", bob: "member", sam: "member" },
      security_managers: ["sam"],
      teams: { reviewers: { members: ["bob"] } },
    },
    globex: {
      members: { mallory: "owner" },
      teams: { others: {} },
      code_security_configurations: { Theirs: { repositories: ["globex/engine"] } },
    },
    lone: { members: { alice: "owner" } },
  },
  repositories: {
    "acme/widgets": {},
    "acme/gears": { private: true },
    "acme/vault": { private: true },
    "acme/template": {},
    "globex/engine": {},
  },
  tokens: {
    alice: { kind: "classic", user: "alice", scopes: "all" },
    sam: { kind: "classic", user: "sam", scopes: ["write:org", "repo"] },
    reader: { kind: "classic", user: "alice", scopes: ["read:org"] },
    bob: { kind: "classic", user: "bob", scopes: "all" },
    fine: { kind: "fine-grained", user: "alice", owner: "acme", permissions: { organization_administration: "write" } },
    "fine-reads": {
      ...{ kind: "fine-grained", user: "alice", owner: "acme" },
      permissions: { organization_administration: "read" },
    },
  },
};

const test = emulatorTest({ seed, now: () => new Date("2026-03-20T12:00:00Z") });

const acme = { org: "acme" };
const PATH = "/orgs/acme/code-security/configurations";
const complaint = (...fields: string[]) => ({
  status: 422,
  body: { errors: fields.map((field) => expect.objectContaining({ field })) },
});

/** Creates one, and gives its number. */
async function create(emulator: Emulator, name: string, more: object = {}): Promise<number> {
  const { id } = await as(emulator, "alice").call(createCodeSecurityConfiguration, { ...acme, name, ...more });
  return id ?? 0;
}

const NAMES = ["widgets", "gears", "vault", "template"] as const;

async function repositoryIds(emulator: Emulator): Promise<Record<string, number>> {
  const { call } = as(emulator, "alice");
  const all = await Promise.all(NAMES.map((repo) => call(getRepository, { owner: "acme", repo })));
  return Object.fromEntries(all.map(({ name, id }) => [name, id]));
}

async function securityOf(emulator: Emulator, repo: string) {
  const { security_and_analysis } = await as(emulator, "alice").call(getRepository, { owner: "acme", repo });
  return Object.fromEntries(
    Object.entries(security_and_analysis ?? {}).map(([feature, is]) => [feature, Object(is).status]),
  );
}

/** The repositories of a configuration with their statuses. */
async function attached(emulator: Emulator, configuration_id: number, status?: string) {
  const { call } = as(emulator, "alice");
  const input = { ...acme, configuration_id, ...(status === undefined ? {} : { status }) };
  const rows = await call(listCodeSecurityConfigurationRepositories, input);
  return Object.fromEntries(rows.map((row) => [row.repository?.name, row.status]));
}

describe("a configuration", () => {
  test("starts with what the description says, and says where it is", async ({ emulator }) => {
    const { call } = as(emulator, "alice");
    const made = await call(createCodeSecurityConfiguration, { ...acme, name: "Plain" });
    expect(made).toMatchObject({
      ...{ name: "Plain", description: null, target_type: "organization", enforcement: "enforced" },
      ...{ advanced_security: "disabled", dependency_graph: "enabled", secret_scanning: "disabled" },
      ...{ code_scanning_delegated_alert_dismissal: "not_set", code_scanning_options: null },
      dependency_graph_autosubmit_action_options: { labeled_runners: false },
      url: `${emulator.apiUrl}/orgs/acme/code-security/configurations/${made.id}`,
      html_url: expect.stringMatching(/\/organizations\/acme\/settings\/security_products\/configurations\/edit\/\d+$/),
      ...{ created_at: "2026-03-20T12:00:00Z", updated_at: "2026-03-20T12:00:00Z" },
    });
    expect(await call(getCodeSecurityConfiguration, { ...acme, configuration_id: made.id ?? 0 })).toEqual(made);
    expect(await call(listCodeSecurityConfigurations, acme)).toMatchObject([{ target_type: "global" }, made]);
  });

  test.for([
    [{ advanced_security: "enabled" }, "enabled"],
    [{ advanced_security: "secret_protection" }, "secret_protection"],
    [{ code_security: "enabled" }, "code_security"],
    [{ code_security: "enabled", secret_protection: "enabled" }, "enabled"],
    [{ advanced_security: "enabled", code_security: "disabled" }, "secret_protection"],
    [{ advanced_security: "enabled", secret_protection: "not_set" }, "code_security"],
  ] as const)("of %j has advanced security %s", async ([told, advanced_security], { emulator }) => {
    const id = await create(emulator, "Advanced", told);
    const { call } = as(emulator, "alice");
    expect(await call(getCodeSecurityConfiguration, { ...acme, configuration_id: id })).toMatchObject({
      advanced_security,
    });
  });

  test("is changed in what is said, and answers nothing where that is as it was", async ({ emulator }) => {
    const { call } = as(emulator, "alice");
    const options = { runner_type: "labeled", runner_label: "scanners" } as const;
    const id = await create(emulator, "Plain", { code_scanning_default_setup_options: options });
    const at = { ...acme, configuration_id: id };
    const changed = await call(updateCodeSecurityConfiguration, {
      ...{ ...at, name: "Better", description: "For all", secret_scanning: "enabled" },
      code_scanning_default_setup_options: { runner_label: "others" },
    });
    expect(changed).toMatchObject({
      ...{ id, name: "Better", description: "For all", secret_scanning: "enabled", dependency_graph: "enabled" },
      code_scanning_default_setup_options: { runner_type: "labeled", runner_label: "others" },
    });
    expect(await call(updateCodeSecurityConfiguration, { ...at, secret_scanning: "enabled" })).toBeUndefined();
    expect((await ask(emulator, `PATCH ${PATH}/${id}`, { name: "Better" })).status).toBe(204);
    expect(await call(getCodeSecurityConfiguration, at)).toEqual(changed);
    // Its own name in other letters is its own.
    expect((await ask(emulator, `PATCH ${PATH}/${id}`, { name: "BETTER" })).status).toBe(200);
  });

  test("takes nothing that doesn't go together", async ({ emulator }) => {
    await create(emulator, "Taken");
    const reviewers = (reviewer_id: number) => ({
      secret_scanning_delegated_bypass_options: { reviewers: [{ reviewer_id, reviewer_type: "TEAM" }] },
    });
    for (const [body, field] of [
      [{}, "name"],
      [{ name: " " }, "name"],
      [{ name: "TAKEN" }, "name"],
      [{ name: "A", description: "x".repeat(256) }, "description"],
      [{ name: "A", secret_scanning: "on" }, "secret_scanning"],
      [{ name: "A", dependabot_alerts: "enabled", dependabot_delegated_alert_dismissal: "enabled" }, undefined],
      [{ name: "B", dependabot_delegated_alert_dismissal: "enabled" }, "updater_delegated_alert_dismissal"],
      [
        { name: "B", code_scanning_default_setup_options: { runner_type: "labeled" } },
        "code_scanning_default_setup_options.runner_label",
      ],
      [{ name: "B", ...reviewers(99) }, "secret_scanning_delegated_bypass_options.reviewers"],
      [{ name: "B", ...reviewers(2) }, "secret_scanning_delegated_bypass_options.reviewers"],
    ] as const) {
      const answer = await ask(emulator, `POST ${PATH}`, body);
      if (field === undefined) expect(answer.status).toBe(201);
      else expect(answer).toMatchObject(complaint(field));
    }
    const id = await create(emulator, "B", reviewers(1));
    expect(
      await as(emulator, "alice").call(getCodeSecurityConfiguration, { ...acme, configuration_id: id }),
    ).toMatchObject({
      secret_scanning_delegated_bypass_options: {
        reviewers: [{ reviewer_id: 1, reviewer_type: "TEAM", mode: "ALWAYS", security_configuration_id: id }],
      },
    });
    expect(await ask(emulator, `PATCH ${PATH}/${id}`, { name: "taken" })).toMatchObject(complaint("name"));
  });

  test("of another organization is none here, and the service's own can't be changed", async ({ emulator }) => {
    const own = await create(emulator, "Own");
    // The one that the seed planted.
    for (const method of ["GET", "PATCH", "DELETE"]) {
      expect((await ask(emulator, `${method} ${PATH}/2`)).status).toBe(404);
      expect((await ask(emulator, `${method} ${PATH}/${own + 1}`)).status).toBe(404);
    }
    expect((await ask(emulator, `GET ${PATH}/2/repositories`)).status).toBe(404);
    expect((await ask(emulator, `POST ${PATH}/2/attach`, { scope: "all" })).status).toBe(404);
    expect((await ask(emulator, `PUT ${PATH}/2/defaults`, { default_for_new_repos: "all" })).status).toBe(404);
    expect((await ask(emulator, `PATCH ${PATH}/1`, { name: "Mine" })).status).toBe(403);
    expect((await ask(emulator, `DELETE ${PATH}/1`)).status).toBe(403);
    expect((await ask(emulator, `POST ${PATH}/1/attach`, { scope: "all" })).status).toBe(202);
    expect(await attached(emulator, 1)).toMatchObject({ widgets: "enforced", gears: "enforced" });
    expect(await securityOf(emulator, "widgets")).toMatchObject({ advanced_security: "enabled" });
  });
});

describe("lists", () => {
  test("are empty where there is nothing, but for the service's own configuration", async ({ emulator }) => {
    const { call } = as(emulator, "alice");
    expect(await call(listCodeSecurityConfigurations, { org: "lone" })).toMatchObject([{ id: 1, name: "Recommended" }]);
    expect(await call(getDefaultCodeSecurityConfigurations, { org: "lone" })).toEqual([]);
    expect(await call(listCodeSecurityConfigurationRepositories, { org: "lone", configuration_id: 1 })).toEqual([]);
  });

  test("go on by cursor, whatever is deleted meanwhile", async ({ emulator }) => {
    const { call, pages } = as(emulator, "alice");
    const ids = [1];
    for (const name of ["A", "B", "C", "D", "E"]) ids.push(await create(emulator, name));
    const found: (number | undefined)[][] = [];
    for await (const page of pages(listCodeSecurityConfigurations, { ...acme, per_page: 2 })) {
      found.push(page.map(({ id }) => id));
      if (found.length === 1) await call(deleteCodeSecurityConfiguration, { ...acme, configuration_id: ids[1] ?? 0 });
    }
    expect(found).toEqual([ids.slice(0, 2), ids.slice(2, 4), ids.slice(4)]);
    expect(await call(listCodeSecurityConfigurations, { ...acme, target_type: "global" })).toMatchObject([{ id: 1 }]);
    for (const query of ["after=nonsense", "before=nonsense", "after=WzFd&before=WzFd"]) {
      expect((await ask(emulator, `GET ${PATH}?${query}`)).status).toBe(400);
    }
    expect((await ask(emulator, `GET ${PATH}?target_type=some`)).status).toBe(422);
  });

  test("of repositories go forwards and backwards, and are about the statuses asked for", async ({ emulator }) => {
    const { call } = as(emulator, "alice");
    const id = await create(emulator, "All", { enforcement: "unenforced", secret_scanning: "enabled" });
    await call(attachCodeSecurityConfiguration, { ...acme, configuration_id: id, scope: "all" });
    const at = `${PATH}/${id}/repositories`;
    const first = await ask(emulator, `GET ${at}?per_page=3`);
    const next = /<([^>]+)>; rel="next"/.exec(first.link ?? "")?.[1] ?? "";
    const second = await send(emulator, `GET ${next}`, "alice");
    const back = /<([^>]+)>; rel="prev"/.exec(second.link ?? "")?.[1] ?? "";
    expect([first.body, second.body]).toMatchObject([{ length: 3 }, [{ repository: { name: "template" } }]]);
    expect((await send(emulator, `GET ${back}`, "alice")).body).toEqual(first.body);

    const off = { security_and_analysis: { secret_scanning: { status: "disabled" } } };
    await call(updateRepository, { owner: "acme", repo: "vault", ...off });
    const ids = await repositoryIds(emulator);
    const selected_repository_ids = [ids["gears"] ?? 0];
    await call(detachCodeSecurityConfigurations, { ...acme, selected_repository_ids });
    expect(await attached(emulator, id)).toEqual({ widgets: "attached", vault: "removed", template: "attached" });
    expect(await attached(emulator, id, "removed, detached")).toEqual({ vault: "removed", gears: "detached" });
    expect(await attached(emulator, id, "failed")).toEqual({});
    expect(await ask(emulator, `GET ${at}?status=gone`)).toMatchObject(complaint("status"));
  });
});

describe("attaching", () => {
  test("gives repositories the features, but for those that are not set", async ({ emulator }) => {
    const { call } = as(emulator, "alice");
    const on = { security_and_analysis: { secret_scanning: { status: "enabled" } } };
    await call(updateRepository, { owner: "acme", repo: "widgets", ...on });
    const id = await create(emulator, "Some", {
      ...{ secret_scanning: "not_set", secret_scanning_generic_secrets: "enabled", code_security: "enabled" },
      updater_security_updates: "enabled",
    });
    await call(attachCodeSecurityConfiguration, { ...acme, configuration_id: id, scope: "public" });
    const expected = {
      ...{ advanced_security: "disabled", code_security: "enabled", secret_scanning_ai_detection: "enabled" },
      ...{ updater_security_updates: "enabled", secret_scanning_push_protection: "disabled" },
      ...{ secret_scanning_delegated_bypass: "disabled", secret_scanning_non_provider_patterns: "disabled" },
    };
    expect(await securityOf(emulator, "widgets")).toEqual({ ...expected, secret_scanning: "enabled" });
    expect(await securityOf(emulator, "template")).toEqual(expected);
    expect(await securityOf(emulator, "gears")).toEqual({});
    const told = await send(emulator, "GET /repos/acme/widgets", "alice");
    expect(told.body).toMatchObject({ security_and_analysis: { dependabot_security_updates: { status: "enabled" } } });
    expect(told.text).not.toContain("private_vulnerability_reporting");
  });

  test("follows the scope, and answers that it was accepted", async ({ emulator }) => {
    const one = await create(emulator, "One");
    const other = await create(emulator, "Other");
    const ids = await repositoryIds(emulator);
    const attach = (id: number, scope: string, selected_repository_ids?: number[]) =>
      ask(emulator, `POST ${PATH}/${id}/attach`, { scope, selected_repository_ids });
    expect(await attach(one, "private_or_internal")).toMatchObject({ status: 202, body: {} });
    expect(Object.keys(await attached(emulator, one))).toEqual(["gears", "vault"]);
    await attach(other, "all_without_configurations");
    expect(Object.keys(await attached(emulator, other))).toEqual(["widgets", "template"]);
    await attach(other, "selected", [ids["vault"] ?? 0]);
    expect(Object.keys(await attached(emulator, one))).toEqual(["gears"]);
    expect(Object.keys(await attached(emulator, other))).toEqual(["widgets", "vault", "template"]);
    for (const [scope, selected] of [
      ["selected", undefined],
      ["all", [1]],
    ] as const) {
      const answer = await attach(one, scope, selected && [...selected]);
      expect(answer).toMatchObject(complaint("scope", "selected_repository_ids"));
    }
    expect(await attach(one, "selected", [ids["vault"] ?? 0, 99])).toMatchObject(complaint("selected_repository_ids"));
    expect(await attach(one, "some")).toMatchObject(complaint("scope"));
    expect(Object.keys(await attached(emulator, one))).toEqual(["gears"]);
    const detach = (selected_repository_ids: number[]) =>
      ask(emulator, `DELETE ${PATH}/detach`, { selected_repository_ids });
    expect((await detach([ids["gears"] ?? 0, ids["gears"] ?? 0])).status).toBe(204);
    for (const wrong of [[], [99], Array.from({ length: 251 }, () => ids["gears"] ?? 0)]) {
      expect(await detach(wrong)).toMatchObject(complaint("selected_repository_ids"));
    }
    // Who was parted from one has none.
    await attach(one, "all_without_configurations");
    expect(Object.keys(await attached(emulator, one))).toEqual(["gears"]);
  });

  test("what is enforced stays, without a word; what isn't parts the repository from it", async ({ emulator }) => {
    const { call } = as(emulator, "alice");
    const id = await create(emulator, "Strict", { secret_scanning: "enabled", code_security: "not_set" });
    await call(attachCodeSecurityConfiguration, { ...acme, configuration_id: id, scope: "all" });
    const widgets = { owner: "acme", repo: "widgets" };
    const change = {
      description: "Round",
      security_and_analysis: { secret_scanning: { status: "disabled" }, code_security: { status: "enabled" } },
    };
    expect(await call(updateRepository, { ...widgets, ...change })).toMatchObject({ description: "Round" });
    expect(await securityOf(emulator, "widgets")).toMatchObject({
      secret_scanning: "enabled",
      code_security: "enabled",
    });
    expect(await attached(emulator, id)).toMatchObject({ widgets: "enforced" });

    await call(updateCodeSecurityConfiguration, { ...acme, configuration_id: id, enforcement: "unenforced" });
    await call(updateRepository, { ...widgets, security_and_analysis: { code_security: { status: "disabled" } } });
    expect(await attached(emulator, id)).toMatchObject({ widgets: "attached" });
    await call(updateRepository, { ...widgets, ...change });
    expect(await securityOf(emulator, "widgets")).toMatchObject({ secret_scanning: "disabled" });
    expect(await attached(emulator, id)).toMatchObject({ widgets: "removed", gears: "attached" });
    // What was parted from it is not changed with it any more, until it is attached again.
    await call(updateCodeSecurityConfiguration, {
      ...{ ...acme, configuration_id: id, secret_scanning_push_protection: "enabled" },
    });
    expect(await securityOf(emulator, "widgets")).toMatchObject({ secret_scanning_push_protection: "disabled" });
    expect(await securityOf(emulator, "gears")).toMatchObject({ secret_scanning_push_protection: "enabled" });
    await call(attachCodeSecurityConfiguration, { ...acme, configuration_id: id, scope: "all" });
    expect(await attached(emulator, id)).toMatchObject({ widgets: "attached" });
  });

  test("reviewers of bypasses come with it", async ({ emulator }) => {
    const { call } = as(emulator, "alice");
    const options = { reviewers: [{ reviewer_id: 1, reviewer_type: "TEAM" }] };
    const id = await create(emulator, "Bypass", {
      secret_scanning_delegated_bypass: "enabled",
      secret_scanning_delegated_bypass_options: options,
    });
    await call(attachCodeSecurityConfiguration, { ...acme, configuration_id: id, scope: "all" });
    const widgets = { owner: "acme", repo: "widgets" };
    await call(updateRepository, {
      ...widgets,
      security_and_analysis: { secret_scanning_delegated_bypass_options: { reviewers: [] } },
    });
    expect((await call(getRepository, widgets)).security_and_analysis).toMatchObject({
      secret_scanning_delegated_bypass_options: options,
    });
  });

  test("deleting leaves the features, and nothing follows it", async ({ emulator }) => {
    const { call } = as(emulator, "alice");
    const id = await create(emulator, "Gone", { secret_scanning: "enabled" });
    await call(attachCodeSecurityConfiguration, { ...acme, configuration_id: id, scope: "all" });
    await call(setDefaultCodeSecurityConfiguration, { ...acme, configuration_id: id, default_for_new_repos: "all" });
    await call(deleteCodeSecurityConfiguration, { ...acme, configuration_id: id });
    expect((await ask(emulator, `GET ${PATH}/${id}`)).status).toBe(404);
    expect(await securityOf(emulator, "widgets")).toMatchObject({ secret_scanning: "enabled" });
    expect(await call(getDefaultCodeSecurityConfigurations, acme)).toEqual([]);
    const off = { security_and_analysis: { secret_scanning: { status: "disabled" } } };
    await call(updateRepository, { owner: "acme", repo: "widgets", ...off });
    expect(await securityOf(emulator, "widgets")).toMatchObject({ secret_scanning: "disabled" });
    expect(await create(emulator, "Next")).toBeGreaterThan(id);
  });
});

describe("defaults", () => {
  test("are one at most for a kind of repository", async ({ emulator }) => {
    const { call } = as(emulator, "alice");
    const [one, other] = [await create(emulator, "One"), await create(emulator, "Other")];
    const set = (
      configuration_id: number,
      default_for_new_repos?: "all" | "none" | "public" | "private_and_internal",
    ) =>
      call(setDefaultCodeSecurityConfiguration, {
        ...{ ...acme, configuration_id },
        ...(default_for_new_repos === undefined ? {} : { default_for_new_repos }),
      });
    const defaults = async () =>
      Object.fromEntries(
        (await call(getDefaultCodeSecurityConfigurations, acme)).map((row) => [
          row.default_for_new_repos,
          row.configuration?.id,
        ]),
      );
    expect(await set(one, "all")).toMatchObject({ default_for_new_repos: "all", configuration: { id: one } });
    expect(await defaults()).toEqual({ all: one });
    expect(await set(other, "public")).toMatchObject({ default_for_new_repos: "public" });
    expect(await defaults()).toEqual({ public: other, private_and_internal: one });
    expect(await set(one)).toMatchObject({ default_for_new_repos: "private_and_internal" });
    expect(await set(other, "private_and_internal")).toMatchObject({ default_for_new_repos: "private_and_internal" });
    expect(await defaults()).toEqual({ private_and_internal: other });
    expect(await set(other, "none")).toMatchObject({ default_for_new_repos: "none" });
    expect(await set(1, "public")).toMatchObject({ configuration: { target_type: "global" } });
    expect(await defaults()).toEqual({ public: 1 });
  });

  test("are given to a repository that is made", async ({ emulator }) => {
    const { call } = as(emulator, "alice");
    const id = await create(emulator, "New", { secret_scanning: "enabled" });
    await call(setDefaultCodeSecurityConfiguration, {
      ...{ ...acme, configuration_id: id, default_for_new_repos: "private_and_internal" },
    });
    await call(createRepositoryAdvisory, {
      ...{ owner: "acme", repo: "widgets", summary: "Sharp corners", description: "They cut.", severity: "low" },
      ...{ vulnerabilities: [{ package: { ecosystem: "npm", name: "widgets" } }], start_private_fork: true },
    });
    expect(Object.values(await attached(emulator, id))).toEqual(["enforced"]);
  });
});

test("whatever is attached and detached, a repository follows one configuration at most, and has its features", async ({
  emulator,
}) => {
  const features = ["secret_scanning", "secret_scanning_push_protection", "code_security"] as const;
  const statuses = ["enabled", "disabled", "not_set"] as const;
  const step = fc.oneof(
    fc.record({
      kind: fc.constant("attach" as const),
      which: fc.nat(2),
      scope: fc.constantFrom("all", "all_without_configurations", "public", "private_or_internal"),
    }),
    fc.record({ kind: fc.constant("select" as const), which: fc.nat(2), names: fc.subarray([...NAMES]) }),
    fc.record({ kind: fc.constant("detach" as const), names: fc.subarray([...NAMES], { minLength: 1 }) }),
    fc.record({
      kind: fc.constant("change" as const),
      which: fc.nat(2),
      feature: fc.constantFrom(...features),
      status: fc.constantFrom(...statuses),
    }),
  );
  const { call } = as(emulator, "alice");
  const ids = await repositoryIds(emulator);
  const idsOf = (names: readonly string[]) => names.map((name) => ids[name] ?? 0);
  const isPrivate = (name: string) => name === "gears" || name === "vault";
  let round = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
      round++;
      await call(detachCodeSecurityConfigurations, { ...acme, selected_repository_ids: Object.values(ids) });
      const made = await Promise.all([0, 1, 2].map((index) => create(emulator, `Number ${round} ${index}`)));
      const settings = made.map(() => Object.fromEntries(features.map((feature) => [feature, "disabled"])));
      const follows = new Map<string, number>();
      const has = new Map<string, Record<string, string>>();
      for (const name of NAMES) has.set(name, await securityOf(emulator, name));
      const apply = (name: string, which: number) => {
        const set = Object.entries(settings[which] ?? {}).filter(([, status]) => status !== "not_set");
        has.set(name, { ...has.get(name), ...Object.fromEntries(set) });
      };
      for (const one of steps) {
        if (one.kind === "detach") {
          await call(detachCodeSecurityConfigurations, { ...acme, selected_repository_ids: idsOf(one.names) });
          for (const name of one.names) follows.delete(name);
          continue;
        }
        const at = { ...acme, configuration_id: made[one.which] ?? 0 };
        if (one.kind === "change") {
          await call(updateCodeSecurityConfiguration, { ...at, [one.feature]: one.status });
          settings[one.which] = { ...settings[one.which], [one.feature]: one.status };
          for (const [name, which] of follows) if (which === one.which) apply(name, which);
          continue;
        }
        const wanted = NAMES.filter((name) => {
          if (one.kind === "select") return one.names.includes(name);
          if (one.scope === "all_without_configurations") return !follows.has(name);
          return one.scope === "all" || (one.scope === "public") !== isPrivate(name);
        });
        await call(
          attachCodeSecurityConfiguration,
          one.kind === "select"
            ? { ...at, scope: "selected", selected_repository_ids: idsOf(wanted) }
            : { ...at, scope: one.scope },
        );
        for (const name of wanted) {
          follows.set(name, one.which);
          apply(name, one.which);
        }
      }
      for (const [which, id] of made.entries()) {
        const expected = NAMES.filter((name) => follows.get(name) === which);
        expect(Object.keys(await attached(emulator, id))).toEqual(expected);
      }
      for (const name of NAMES) expect(await securityOf(emulator, name)).toMatchObject(pick(has.get(name)));
      for (const id of made) await call(deleteCodeSecurityConfiguration, { ...acme, configuration_id: id });
    }),
    { numRuns: sized(5, 15) },
  );

  /** What the model keeps, beside features that any configuration sets. */
  function pick(security: Record<string, string> = {}) {
    return Object.fromEntries(Object.entries(security).filter(([name]) => features.some((one) => one === name)));
  }
});

describe("who may", () => {
  test.for([
    ["alice", 200, 201, 202],
    ["sam", 200, 201, 202],
    ["fine", 200, 201, 202],
    ["fine-reads", 200, 403, 403],
    ["reader", 200, 403, 403],
    ["bob", 403, 403, 403],
  ] as const)("%s", async ([token, list, creating, attaching], { emulator }) => {
    expect((await ask(emulator, `GET ${PATH}`, undefined, token)).status).toBe(list);
    expect((await ask(emulator, `GET ${PATH}/defaults`, undefined, token)).status).toBe(list);
    expect((await ask(emulator, `GET ${PATH}/1/repositories`, undefined, token)).status).toBe(list);
    expect((await ask(emulator, `POST ${PATH}`, { name: "New" }, token)).status).toBe(creating);
    expect((await ask(emulator, `POST ${PATH}/1/attach`, { scope: "public" }, token)).status).toBe(attaching);
    // Reading one takes the scope for writing.
    const one = token === "reader" ? 403 : list;
    expect((await ask(emulator, `GET ${PATH}/1`, undefined, token)).status).toBe(one);
  });
});

describe("a seed that can't be planted", () => {
  const planted = (configurations: object) =>
    startEmulator({
      seed: {
        users: { alice: {} },
        organizations: { acme: { members: { alice: "owner" }, code_security_configurations: configurations } },
        repositories: { "acme/widgets": {}, "alice/notes": {} },
      },
    });

  test.for([
    [{ A: { repositories: ["acme/gears"] } }, /A\.repositories\.0.*no repository/s],
    [{ A: { repositories: ["alice/notes"] } }, /is no repository of acme/],
    [{ A: { repositories: ["acme/widgets"] }, B: { removed: ["acme/widgets"] } }, /has a configuration already/],
    [{ A: { default_for: "all" }, B: { default_for: "public" } }, /has a default already/],
    [{ A: {}, a: {} }, /is there already/],
  ] as const)("%j", async ([configurations, message]) => {
    await expect(planted(configurations)).rejects.toThrow(message);
  });
});
