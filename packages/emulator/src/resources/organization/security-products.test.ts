import {
  attachCodeSecurityConfiguration,
  createCodeSecurityConfiguration,
  getRepository,
  listCodeSecurityConfigurationRepositories,
  setSecurityProduct,
} from "@forgehand/core/operations";
import { describe, expect } from "vitest";
import type { Emulator } from "../../public.ts";
import { clientFor, requestJson } from "../../requests.fixture.ts";
import { emulatorTest } from "../../vitest.ts";

const seed = {
  users: { alice: {}, bob: {}, sam: {} },
  organizations: {
    acme: { members: { alice: "owner", bob: "member", sam: "member" }, security_managers: ["sam"] },
    empty: { members: { alice: "owner" } },
  },
  repositories: { "acme/widgets": {}, "acme/gears": { private: true }, "acme/museum": { archived: true } },
  tokens: {
    alice: { kind: "classic", user: "alice", scopes: "all" },
    sam: { kind: "classic", user: "sam", scopes: ["repo"] },
    bob: { kind: "classic", user: "bob", scopes: "all" },
    reader: { kind: "classic", user: "alice", scopes: ["read:org"] },
    fine: { kind: "fine-grained", user: "alice", owner: "acme", permissions: { organization_administration: "write" } },
  },
};

const test = emulatorTest({ seed, strict: false });

const acme = { org: "acme" };

async function securityOf(emulator: Emulator, repo: string) {
  const { security_and_analysis } = await clientFor(emulator, "alice").call(getRepository, { owner: "acme", repo });
  return security_and_analysis ?? {};
}

test("enables or disables a feature in every repository that isn't archived", async ({ emulator }) => {
  const { call } = clientFor(emulator, "alice");
  await call(setSecurityProduct, { ...acme, security_product: "secret_scanning", enablement: "enable_all" });
  await call(setSecurityProduct, { ...acme, security_product: "advanced_security", enablement: "enable_all" });
  for (const repo of ["widgets", "gears"]) {
    expect(await securityOf(emulator, repo)).toEqual({
      secret_scanning: { status: "enabled" },
      advanced_security: { status: "enabled" },
      code_security: { status: "enabled" },
    });
  }
  expect(await securityOf(emulator, "museum")).toEqual({});
  await call(setSecurityProduct, { ...acme, security_product: "secret_scanning", enablement: "disable_all" });
  expect(await securityOf(emulator, "gears")).toMatchObject({ secret_scanning: { status: "disabled" } });
  expect(
    await call(setSecurityProduct, {
      org: "empty",
      security_product: "code_scanning_default_setup",
      enablement: "enable_all",
      query_suite: "extended",
    }),
  ).toBeUndefined();
  const rejected = await requestJson(emulator, "POST /orgs/acme/secret_scanning/enable_all", { query_suite: "all" });
  expect(rejected).toMatchObject({ status: 422, body: { errors: [{ field: "query_suite" }] } });
});

test("keeps features of enforced configurations and detaches unenforced ones", async ({ emulator }) => {
  const { call } = clientFor(emulator, "alice");
  for (const [enforcement, scope] of [
    ["enforced", "public"],
    ["unenforced", "private_or_internal"],
  ] as const) {
    const created = { ...acme, name: enforcement, enforcement, secret_scanning: "enabled" } as const;
    const { id = 0 } = await call(createCodeSecurityConfiguration, created);
    await call(attachCodeSecurityConfiguration, { ...acme, configuration_id: id, scope });
  }
  await call(setSecurityProduct, { ...acme, security_product: "secret_scanning", enablement: "disable_all" });
  expect(await securityOf(emulator, "widgets")).toMatchObject({ secret_scanning: { status: "enabled" } });
  expect(await securityOf(emulator, "gears")).toMatchObject({ secret_scanning: { status: "disabled" } });
  const statuses = async (configuration_id: number) =>
    (await call(listCodeSecurityConfigurationRepositories, { ...acme, configuration_id })).map(({ status }) => status);
  expect(await statuses(2)).toEqual(["enforced", "enforced"]);
  expect(await statuses(3)).toEqual(["removed"]);
});

describe.each([
  ["github", "dependabot_security_updates", "updater_security_updates"],
  ["svc", "updater_security_updates", "dependabot_security_updates"],
] as const)("in the %s dialect", (dialect, ownName, foreignName) => {
  const test = emulatorTest({ seed, dialect });

  test("accepts only the dialect's own feature names", async ({ emulator }) => {
    const { call } = clientFor(emulator, "alice", dialect);
    const input = { ...acme, security_product: "updater_security_updates", enablement: "enable_all" } as const;
    await call(setSecurityProduct, input);
    const { security_and_analysis } = await call(getRepository, { owner: "acme", repo: "widgets" });
    expect(security_and_analysis).toEqual({ updater_security_updates: { status: "enabled" } });
    expect((await requestJson(emulator, `POST /orgs/acme/${ownName}/disable_all`)).status).toBe(204);
    expect((await requestJson(emulator, `POST /orgs/acme/${foreignName}/disable_all`)).status).toBe(404);
    expect(emulator.control.calls().map(({ operation }) => operation)).toEqual([
      "setSecurityProduct",
      "getRepository",
      "setSecurityProduct",
      null,
    ]);
  });
});

test.for([
  "POST /orgs/acme/secret_scaning/enable_all",
  "POST /orgs/acme/secret_scanning/enable",
  "POST /orgs/acme/secret-scanning/enable_all",
  "POST /orgs/acme/secret_scanning/enable_all/",
  "POST /orgs/acme/hook/enable_all",
  "POST /orgs/acme/action/variables",
  "POST /orgs/acme/secret-scanning/custom-pattern",
  "POST /orgs/acme/code-security/configuration",
  "PUT /orgs/acme/secret_scanning/enable_all",
  "POST /orgs/unknown-organization/secret_scanning/enable_all",
])("%s returns 404 and changes nothing", async (route, { emulator }) => {
  expect((await requestJson(emulator, route, {})).status).toBe(404);
  expect((await requestJson(emulator, route, {}, "bob")).status).toBe(404);
  expect(await securityOf(emulator, "widgets")).toEqual({});
});

test("prefers operations with literal paths", async ({ emulator }) => {
  const created = await requestJson(emulator, "POST /orgs/acme/code-security/configurations", { name: "Plain" });
  expect(created.status).toBe(201);
  expect(emulator.control.calls()[0]?.operation).toBe("createCodeSecurityConfiguration");
});

test.for([
  ["alice", 204],
  ["sam", 204],
  ["fine", 204],
  ["reader", 403],
  ["bob", 403],
] as const)("requires an authorized token: %s", async ([token, status], { emulator }) => {
  expect((await requestJson(emulator, "POST /orgs/acme/dependency_graph/enable_all", undefined, token)).status).toBe(
    status,
  );
});
