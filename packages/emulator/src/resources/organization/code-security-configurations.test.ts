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
import { pickSize } from "../../../../../test/test-size.ts";
import { startEmulator } from "../../emulator.ts";
import type { Emulator } from "../../public.ts";
import { clientFor, notSupplied, requestJson, sendRequest } from "../../requests.fixture.ts";
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
      kind: "fine-grained",
      user: "alice",
      owner: "acme",
      permissions: { organization_administration: "read" },
    },
  },
};

const test = emulatorTest({ seed, now: () => new Date("2026-03-20T12:00:00Z") });

const acme = { org: "acme" };
const PATH = "/orgs/acme/code-security/configurations";
const validationError = (...fields: string[]) => ({
  status: 422,
  body: { errors: fields.map((field) => expect.objectContaining({ field })) },
});

/** Creates a configuration and returns its ID. */
async function create(emulator: Emulator, name: string, fields: object = {}): Promise<number> {
  const { id } = await clientFor(emulator, "alice").call(createCodeSecurityConfiguration, { ...acme, name, ...fields });
  return id ?? 0;
}

const NAMES = ["widgets", "gears", "vault", "template"] as const;

async function repositoryIds(emulator: Emulator): Promise<Record<string, number>> {
  const { call } = clientFor(emulator, "alice");
  const all = await Promise.all(NAMES.map((repo) => call(getRepository, { owner: "acme", repo })));
  return Object.fromEntries(all.map(({ name, id }) => [name, id]));
}

async function securityOf(emulator: Emulator, repo: string) {
  const { security_and_analysis } = await clientFor(emulator, "alice").call(getRepository, { owner: "acme", repo });
  return Object.fromEntries(
    Object.entries(security_and_analysis ?? {}).map(([feature, setting]) => [feature, Object(setting).status]),
  );
}

/** Returns the statuses of a configuration's repositories. */
async function attachedStatuses(emulator: Emulator, configuration_id: number, status?: string) {
  const { call } = clientFor(emulator, "alice");
  const input = { ...acme, configuration_id, ...(status === undefined ? {} : { status }) };
  const rows = await call(listCodeSecurityConfigurationRepositories, input);
  return Object.fromEntries(rows.map((row) => [row.repository?.name, row.status]));
}

describe("a configuration", () => {
  test("has defaults and URLs", async ({ emulator }) => {
    const { call } = clientFor(emulator, "alice");
    const response = await call.raw(createCodeSecurityConfiguration, { ...acme, name: "Plain" });
    const created = response.output;
    expect(response.headers.get("location")).toBe(created.url);
    expect(created).toMatchObject({
      name: "Plain",
      description: null,
      target_type: "organization",
      enforcement: "enforced",
      advanced_security: "disabled",
      dependency_graph: "enabled",
      secret_scanning: "disabled",
      code_scanning_delegated_alert_dismissal: "not_set",
      code_scanning_options: null,
      code_scanning_default_setup_options: { runner_type: "not_set", runner_label: null },
      dependency_graph_autosubmit_action_options: { labeled_runners: false },
      url: `${emulator.apiUrl}/orgs/acme/code-security/configurations/${created.id}`,
      html_url: expect.stringMatching(/\/organizations\/acme\/settings\/security_products\/configurations\/edit\/\d+$/),
      created_at: "2026-03-20T12:00:00Z",
      updated_at: "2026-03-20T12:00:00Z",
    });
    expect(await call(getCodeSecurityConfiguration, { ...acme, configuration_id: created.id ?? 0 })).toEqual(created);
    const [recommended, own] = await call(listCodeSecurityConfigurations, acme);
    expect(own).toEqual(created);
    expect(recommended?.target_type).toBe("global");
    expect(recommended?.html_url).toMatch(new RegExp(`/configurations/view/${recommended?.id}$`));
  });

  test.for([
    [{ advanced_security: "enabled" }, "enabled"],
    [{ advanced_security: "secret_protection" }, "secret_protection"],
    [{ code_security: "enabled" }, "code_security"],
    [{ code_security: "enabled", secret_protection: "enabled" }, "enabled"],
    [{ advanced_security: "enabled", code_security: "disabled" }, "secret_protection"],
    [{ advanced_security: "enabled", secret_protection: "not_set" }, "code_security"],
  ] as const)("with %j has advanced security %s", async ([settings, advanced_security], { emulator }) => {
    const id = await create(emulator, "Advanced", settings);
    const { call } = clientFor(emulator, "alice");
    expect(await call(getCodeSecurityConfiguration, { ...acme, configuration_id: id })).toMatchObject({
      advanced_security,
    });
  });

  test("keeps omitted fields and returns 204 if nothing changes", async ({ emulator }) => {
    const { call } = clientFor(emulator, "alice");
    const options = { runner_type: "labeled", runner_label: "scanners" } as const;
    const id = await create(emulator, "Plain", { code_scanning_default_setup_options: options });
    const at = { ...acme, configuration_id: id };
    const changed = await call(updateCodeSecurityConfiguration, {
      ...at,
      name: "Better",
      description: "For all",
      secret_scanning: "enabled",
      code_scanning_default_setup_options: { runner_label: "others" },
    });
    expect(changed).toMatchObject({
      id,
      name: "Better",
      description: "For all",
      secret_scanning: "enabled",
      dependency_graph: "enabled",
      code_scanning_default_setup_options: { runner_type: "labeled", runner_label: "others" },
    });
    expect(await call(updateCodeSecurityConfiguration, { ...at, secret_scanning: "enabled" })).toBeUndefined();
    expect((await requestJson(emulator, `PATCH ${PATH}/${id}`, { name: "Better" })).status).toBe(204);
    expect(await call(getCodeSecurityConfiguration, at)).toEqual(changed);
    // A configuration can keep its own name in another case.
    expect((await requestJson(emulator, `PATCH ${PATH}/${id}`, { name: "BETTER" })).status).toBe(200);
  });

  test("rejects invalid or inconsistent fields", async ({ emulator }) => {
    await create(emulator, "Taken");
    const reviewers = (reviewer_id: number) => ({
      secret_scanning_delegated_bypass_options: { reviewers: [{ reviewer_id, reviewer_type: "TEAM" }] },
    });
    for (const [body, field] of [
      [{ name: " " }, "name"],
      [{ name: "TAKEN" }, "name"],
      [{ name: "A", description: "x".repeat(256) }, "description"],
      [{ name: "A", secret_scanning: "on" }, "secret_scanning"],
      [{ name: "A", dependabot_alerts: "enabled", dependabot_delegated_alert_dismissal: "enabled" }, undefined],
      [{ name: "B", dependabot_delegated_alert_dismissal: "enabled" }, "dependabot_delegated_alert_dismissal"],
      [
        { name: "B", code_scanning_default_setup_options: { runner_type: "labeled" } },
        "code_scanning_default_setup_options.runner_label",
      ],
      [{ name: "B", ...reviewers(99) }, "secret_scanning_delegated_bypass_options.reviewers"],
      [{ name: "B", ...reviewers(2) }, "secret_scanning_delegated_bypass_options.reviewers"],
    ] as const) {
      const response = await requestJson(emulator, `POST ${PATH}`, body);
      if (field === undefined) expect(response.status).toBe(201);
      else expect(response).toMatchObject(validationError(field));
    }
    expect(await requestJson(emulator, `POST ${PATH}`, {})).toMatchObject(notSupplied("name"));
    const id = await create(emulator, "B", reviewers(1));
    expect(
      await clientFor(emulator, "alice").call(getCodeSecurityConfiguration, { ...acme, configuration_id: id }),
    ).toMatchObject({
      secret_scanning_delegated_bypass_options: {
        reviewers: [{ reviewer_id: 1, reviewer_type: "TEAM", mode: "ALWAYS", security_configuration_id: id }],
      },
    });
    expect(await requestJson(emulator, `PATCH ${PATH}/${id}`, { name: "taken" })).toMatchObject(
      validationError("name"),
    );
  });

  test("of another organization is not found, and a global one can't be changed", async ({ emulator }) => {
    const own = await create(emulator, "Own");
    // The configuration from the seed.
    for (const method of ["GET", "PATCH", "DELETE"]) {
      expect((await requestJson(emulator, `${method} ${PATH}/2`)).status).toBe(404);
      expect((await requestJson(emulator, `${method} ${PATH}/${own + 1}`)).status).toBe(404);
    }
    expect((await requestJson(emulator, `GET ${PATH}/2/repositories`)).status).toBe(404);
    expect((await requestJson(emulator, `POST ${PATH}/2/attach`, { scope: "all" })).status).toBe(404);
    expect((await requestJson(emulator, `PUT ${PATH}/2/defaults`, { default_for_new_repos: "all" })).status).toBe(404);
    expect((await requestJson(emulator, `PATCH ${PATH}/1`, { name: "Mine" })).status).toBe(403);
    expect((await requestJson(emulator, `DELETE ${PATH}/1`)).status).toBe(403);
    expect((await requestJson(emulator, `POST ${PATH}/1/attach`, { scope: "all" })).status).toBe(202);
    expect(await attachedStatuses(emulator, 1)).toMatchObject({ widgets: "enforced", gears: "enforced" });
    expect(await securityOf(emulator, "widgets")).toMatchObject({ advanced_security: "enabled" });
  });
});

describe("lists", () => {
  test("contain only the global configuration at first", async ({ emulator }) => {
    const { call } = clientFor(emulator, "alice");
    expect(await call(listCodeSecurityConfigurations, { org: "lone" })).toMatchObject([{ id: 1, name: "Recommended" }]);
    expect(await call(getDefaultCodeSecurityConfigurations, { org: "lone" })).toEqual([]);
    expect(await call(listCodeSecurityConfigurationRepositories, { org: "lone", configuration_id: 1 })).toEqual([]);
  });

  test("continue by cursor after a deletion", async ({ emulator }) => {
    const { call, pages } = clientFor(emulator, "alice");
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
      expect((await requestJson(emulator, `GET ${PATH}?${query}`)).status).toBe(400);
    }
    expect((await requestJson(emulator, `GET ${PATH}?target_type=some`)).status).toBe(422);
  });

  test("of repositories are paginated both ways and filtered by status", async ({ emulator }) => {
    const { call } = clientFor(emulator, "alice");
    const id = await create(emulator, "All", { enforcement: "unenforced", secret_scanning: "enabled" });
    await call(attachCodeSecurityConfiguration, { ...acme, configuration_id: id, scope: "all" });
    const at = `${PATH}/${id}/repositories`;
    const first = await requestJson(emulator, `GET ${at}?per_page=3`);
    const next = /<([^>]+)>; rel="next"/.exec(first.link ?? "")?.[1] ?? "";
    const second = await sendRequest(emulator, `GET ${next}`, "alice");
    const back = /<([^>]+)>; rel="prev"/.exec(second.link ?? "")?.[1] ?? "";
    expect([first.body, second.body]).toMatchObject([{ length: 3 }, [{ repository: { name: "template" } }]]);
    expect((await sendRequest(emulator, `GET ${back}`, "alice")).body).toEqual(first.body);

    const off = { security_and_analysis: { secret_scanning: { status: "disabled" } } };
    await call(updateRepository, { owner: "acme", repo: "vault", ...off });
    const ids = await repositoryIds(emulator);
    const selected_repository_ids = [ids["gears"] ?? 0];
    await call(detachCodeSecurityConfigurations, { ...acme, selected_repository_ids });
    expect(await attachedStatuses(emulator, id)).toEqual({
      widgets: "attached",
      vault: "removed",
      template: "attached",
    });
    expect(await attachedStatuses(emulator, id, "removed, detached")).toEqual({ vault: "removed", gears: "detached" });
    expect(await attachedStatuses(emulator, id, "failed")).toEqual({});
    expect(await requestJson(emulator, `GET ${at}?status=gone`)).toMatchObject(validationError("status"));
  });
});

describe("attaching and detaching", () => {
  test("sets the features that are not `not_set`", async ({ emulator }) => {
    const { call } = clientFor(emulator, "alice");
    const on = { security_and_analysis: { secret_scanning: { status: "enabled" } } };
    await call(updateRepository, { owner: "acme", repo: "widgets", ...on });
    const id = await create(emulator, "Some", {
      secret_scanning: "not_set",
      secret_scanning_generic_secrets: "enabled",
      code_security: "enabled",
      updater_security_updates: "enabled",
    });
    await call(attachCodeSecurityConfiguration, { ...acme, configuration_id: id, scope: "public" });
    const expected = {
      advanced_security: "disabled",
      code_security: "enabled",
      secret_scanning_ai_detection: "enabled",
      updater_security_updates: "enabled",
      secret_scanning_push_protection: "disabled",
      secret_scanning_delegated_bypass: "disabled",
      secret_scanning_non_provider_patterns: "disabled",
    };
    expect(await securityOf(emulator, "widgets")).toEqual({ ...expected, secret_scanning: "enabled" });
    expect(await securityOf(emulator, "template")).toEqual(expected);
    expect(await securityOf(emulator, "gears")).toEqual({});
    const response = await sendRequest(emulator, "GET /repos/acme/widgets", "alice");
    expect(response.body).toMatchObject({
      security_and_analysis: { dependabot_security_updates: { status: "enabled" } },
    });
    expect(response.text).not.toContain("private_vulnerability_reporting");
  });

  test("follows the scope and returns 202", async ({ emulator }) => {
    const first = await create(emulator, "One");
    const other = await create(emulator, "Other");
    const ids = await repositoryIds(emulator);
    const attach = (id: number, scope: string, selected_repository_ids?: number[]) =>
      requestJson(emulator, `POST ${PATH}/${id}/attach`, { scope, selected_repository_ids });
    expect(await attach(first, "private_or_internal")).toMatchObject({ status: 202, body: {} });
    expect(Object.keys(await attachedStatuses(emulator, first))).toEqual(["gears", "vault"]);
    await attach(other, "all_without_configurations");
    expect(Object.keys(await attachedStatuses(emulator, other))).toEqual(["widgets", "template"]);
    await attach(other, "selected", [ids["vault"] ?? 0]);
    expect(Object.keys(await attachedStatuses(emulator, first))).toEqual(["gears"]);
    expect(Object.keys(await attachedStatuses(emulator, other))).toEqual(["widgets", "vault", "template"]);
    for (const [scope, selected] of [
      ["selected", undefined],
      ["all", [1]],
    ] as const) {
      const response = await attach(first, scope, selected && [...selected]);
      expect(response).toMatchObject(validationError("scope", "selected_repository_ids"));
    }
    expect(await attach(first, "selected", [ids["vault"] ?? 0, 99])).toMatchObject(
      validationError("selected_repository_ids"),
    );
    expect(await attach(first, "some")).toMatchObject(validationError("scope"));
    expect(Object.keys(await attachedStatuses(emulator, first))).toEqual(["gears"]);
    const detach = (selected_repository_ids: number[]) =>
      requestJson(emulator, `DELETE ${PATH}/detach`, { selected_repository_ids });
    expect((await detach([ids["gears"] ?? 0, ids["gears"] ?? 0])).status).toBe(204);
    for (const wrong of [[], [99], Array.from({ length: 251 }, () => ids["gears"] ?? 0)]) {
      expect(await detach(wrong)).toMatchObject(validationError("selected_repository_ids"));
    }
    // A detached repository has no configuration.
    await attach(first, "all_without_configurations");
    expect(Object.keys(await attachedStatuses(emulator, first))).toEqual(["gears"]);
  });

  test("ignores changes to enforced features and detaches on changes to unenforced ones", async ({ emulator }) => {
    const { call } = clientFor(emulator, "alice");
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
    expect(await attachedStatuses(emulator, id)).toMatchObject({ widgets: "enforced" });

    await call(updateCodeSecurityConfiguration, { ...acme, configuration_id: id, enforcement: "unenforced" });
    await call(updateRepository, { ...widgets, security_and_analysis: { code_security: { status: "disabled" } } });
    expect(await attachedStatuses(emulator, id)).toMatchObject({ widgets: "attached" });
    await call(updateRepository, { ...widgets, ...change });
    expect(await securityOf(emulator, "widgets")).toMatchObject({ secret_scanning: "disabled" });
    expect(await attachedStatuses(emulator, id)).toMatchObject({ widgets: "removed", gears: "attached" });
    // A removed repository doesn't follow changes until the configuration is attached again.
    await call(updateCodeSecurityConfiguration, {
      ...acme,
      configuration_id: id,
      secret_scanning_push_protection: "enabled",
    });
    expect(await securityOf(emulator, "widgets")).toMatchObject({ secret_scanning_push_protection: "disabled" });
    expect(await securityOf(emulator, "gears")).toMatchObject({ secret_scanning_push_protection: "enabled" });
    await call(attachCodeSecurityConfiguration, { ...acme, configuration_id: id, scope: "all" });
    expect(await attachedStatuses(emulator, id)).toMatchObject({ widgets: "attached" });
  });

  test("enforces the configuration's bypass reviewers", async ({ emulator }) => {
    const { call } = clientFor(emulator, "alice");
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

  test("deleting a configuration keeps the repositories' features", async ({ emulator }) => {
    const { call } = clientFor(emulator, "alice");
    const id = await create(emulator, "Gone", { secret_scanning: "enabled" });
    await call(attachCodeSecurityConfiguration, { ...acme, configuration_id: id, scope: "all" });
    await call(setDefaultCodeSecurityConfiguration, { ...acme, configuration_id: id, default_for_new_repos: "all" });
    await call(deleteCodeSecurityConfiguration, { ...acme, configuration_id: id });
    expect((await requestJson(emulator, `GET ${PATH}/${id}`)).status).toBe(404);
    expect(await securityOf(emulator, "widgets")).toMatchObject({ secret_scanning: "enabled" });
    expect(await call(getDefaultCodeSecurityConfigurations, acme)).toEqual([]);
    const off = { security_and_analysis: { secret_scanning: { status: "disabled" } } };
    await call(updateRepository, { owner: "acme", repo: "widgets", ...off });
    expect(await securityOf(emulator, "widgets")).toMatchObject({ secret_scanning: "disabled" });
    expect(await create(emulator, "Next")).toBeGreaterThan(id);
  });
});

describe("defaults", () => {
  test("are limited to one per kind of repository", async ({ emulator }) => {
    const { call } = clientFor(emulator, "alice");
    const [first, second] = [await create(emulator, "One"), await create(emulator, "Other")];
    const set = (
      configuration_id: number,
      default_for_new_repos?: "all" | "none" | "public" | "private_and_internal",
    ) =>
      call(setDefaultCodeSecurityConfiguration, {
        ...acme,
        configuration_id,
        ...(default_for_new_repos === undefined ? {} : { default_for_new_repos }),
      });
    const defaults = async () =>
      Object.fromEntries(
        (await call(getDefaultCodeSecurityConfigurations, acme)).map((row) => [
          row.default_for_new_repos,
          row.configuration?.id,
        ]),
      );
    expect(await set(first, "all")).toMatchObject({ default_for_new_repos: "all", configuration: { id: first } });
    expect(await defaults()).toEqual({ all: first });
    expect(await set(second, "public")).toMatchObject({ default_for_new_repos: "public" });
    expect(await defaults()).toEqual({ public: second, private_and_internal: first });
    expect(await set(first)).toMatchObject({ default_for_new_repos: "private_and_internal" });
    expect(await set(second, "private_and_internal")).toMatchObject({ default_for_new_repos: "private_and_internal" });
    expect(await defaults()).toEqual({ private_and_internal: second });
    expect(await set(second, "none")).toMatchObject({ default_for_new_repos: "none" });
    expect(await set(1, "public")).toMatchObject({ configuration: { target_type: "global" } });
    expect(await defaults()).toEqual({ public: 1 });
  });

  test("are attached to new repositories", async ({ emulator }) => {
    const { call } = clientFor(emulator, "alice");
    const id = await create(emulator, "New", { secret_scanning: "enabled" });
    await call(setDefaultCodeSecurityConfiguration, {
      ...acme,
      configuration_id: id,
      default_for_new_repos: "private_and_internal",
    });
    await call(createRepositoryAdvisory, {
      owner: "acme",
      repo: "widgets",
      summary: "Sharp corners",
      description: "They cut.",
      severity: "low",
      vulnerabilities: [{ package: { ecosystem: "npm", name: "widgets" } }],
      start_private_fork: true,
    });
    expect(Object.values(await attachedStatuses(emulator, id))).toEqual(["enforced"]);
  });
});

test("attaches at most one configuration per repository and applies its features", async ({ emulator }) => {
  const features = ["secret_scanning", "secret_scanning_push_protection", "code_security"] as const;
  const statuses = ["enabled", "disabled", "not_set"] as const;
  const step = fc.oneof(
    fc.record({
      kind: fc.constant("attach" as const),
      configurationIndex: fc.nat(2),
      scope: fc.constantFrom("all", "all_without_configurations", "public", "private_or_internal"),
    }),
    fc.record({ kind: fc.constant("select" as const), configurationIndex: fc.nat(2), names: fc.subarray([...NAMES]) }),
    fc.record({ kind: fc.constant("detach" as const), names: fc.subarray([...NAMES], { minLength: 1 }) }),
    fc.record({
      kind: fc.constant("change" as const),
      configurationIndex: fc.nat(2),
      feature: fc.constantFrom(...features),
      status: fc.constantFrom(...statuses),
    }),
  );
  const { call } = clientFor(emulator, "alice");
  const ids = await repositoryIds(emulator);
  const idsOf = (names: readonly string[]) => names.map((name) => ids[name] ?? 0);
  const isPrivate = (name: string) => name === "gears" || name === "vault";
  let round = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
      round++;
      await call(detachCodeSecurityConfigurations, { ...acme, selected_repository_ids: Object.values(ids) });
      const created = await Promise.all([0, 1, 2].map((index) => create(emulator, `Number ${round} ${index}`)));
      const settings = created.map(() => Object.fromEntries(features.map((feature) => [feature, "disabled"])));
      const modelConfigurations = new Map<string, number>();
      const modelFeatures = new Map<string, Record<string, string>>();
      for (const name of NAMES) modelFeatures.set(name, await securityOf(emulator, name));
      const apply = (name: string, index: number) => {
        const set = Object.entries(settings[index] ?? {}).filter(([, status]) => status !== "not_set");
        modelFeatures.set(name, { ...modelFeatures.get(name), ...Object.fromEntries(set) });
      };
      for (const step of steps) {
        if (step.kind === "detach") {
          await call(detachCodeSecurityConfigurations, { ...acme, selected_repository_ids: idsOf(step.names) });
          for (const name of step.names) modelConfigurations.delete(name);
          continue;
        }
        const at = { ...acme, configuration_id: created[step.configurationIndex] ?? 0 };
        if (step.kind === "change") {
          await call(updateCodeSecurityConfiguration, { ...at, [step.feature]: step.status });
          settings[step.configurationIndex] = { ...settings[step.configurationIndex], [step.feature]: step.status };
          for (const [name, configurationIndex] of modelConfigurations)
            if (configurationIndex === step.configurationIndex) apply(name, configurationIndex);
          continue;
        }
        const selectedNames = NAMES.filter((name) => {
          if (step.kind === "select") return step.names.includes(name);
          if (step.scope === "all_without_configurations") return !modelConfigurations.has(name);
          return step.scope === "all" || (step.scope === "public") !== isPrivate(name);
        });
        await call(
          attachCodeSecurityConfiguration,
          step.kind === "select"
            ? { ...at, scope: "selected", selected_repository_ids: idsOf(selectedNames) }
            : { ...at, scope: step.scope },
        );
        for (const name of selectedNames) {
          modelConfigurations.set(name, step.configurationIndex);
          apply(name, step.configurationIndex);
        }
      }
      for (const [configurationIndex, id] of created.entries()) {
        const expected = NAMES.filter((name) => modelConfigurations.get(name) === configurationIndex);
        expect(Object.keys(await attachedStatuses(emulator, id))).toEqual(expected);
      }
      for (const name of NAMES)
        expect(await securityOf(emulator, name)).toMatchObject(withTestedFeatures(modelFeatures.get(name)));
      for (const id of created) await call(deleteCodeSecurityConfiguration, { ...acme, configuration_id: id });
    }),
    { numRuns: pickSize(5, 15) },
  );

  /** Selects the features that the model covers. */
  function withTestedFeatures(security: Record<string, string> = {}) {
    return Object.fromEntries(
      Object.entries(security).filter(([name]) => features.some((feature) => feature === name)),
    );
  }
});

describe("access", () => {
  test.for([
    ["alice", 200, 201, 202],
    ["sam", 200, 201, 202],
    ["fine", 200, 201, 202],
    ["fine-reads", 200, 403, 403],
    ["reader", 403, 403, 403],
    ["bob", 403, 403, 403],
  ] as const)("with the token %s", async ([token, list, creating, attaching], { emulator }) => {
    expect((await requestJson(emulator, `GET ${PATH}`, undefined, token)).status).toBe(list);
    expect((await requestJson(emulator, `GET ${PATH}/defaults`, undefined, token)).status).toBe(list);
    expect((await requestJson(emulator, `GET ${PATH}/1/repositories`, undefined, token)).status).toBe(list);
    expect((await requestJson(emulator, `POST ${PATH}`, { name: "New" }, token)).status).toBe(creating);
    expect((await requestJson(emulator, `POST ${PATH}/1/attach`, { scope: "public" }, token)).status).toBe(attaching);
    expect((await requestJson(emulator, `GET ${PATH}/1`, undefined, token)).status).toBe(list);
  });
});

describe("an invalid seed", () => {
  const startWith = (configurations: object) =>
    startEmulator({
      seed: {
        users: { alice: {} },
        organizations: { acme: { members: { alice: "owner" }, code_security_configurations: configurations } },
        repositories: { "acme/widgets": {}, "alice/notes": {} },
      },
    });

  test.for([
    [{ A: { repositories: ["acme/gears"] } }, /A\.repositories\.0 must name an existing repository/s],
    [{ A: { repositories: ["alice/notes"] } }, /must be a repository of acme/],
    [
      { A: { repositories: ["acme/widgets"] }, B: { removed: ["acme/widgets"] } },
      /must not have another configuration/,
    ],
    [{ A: { default_for: "all" }, B: { default_for: "public" } }, /must not overlap another configuration's default/],
    [{ A: {}, a: {} }, /must be unique/],
  ] as const)("is rejected: %j", async ([configurations, message]) => {
    await expect(startWith(configurations)).rejects.toThrow(message);
  });
});
