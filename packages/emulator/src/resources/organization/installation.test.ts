import { listOrganizationInstallations } from "@forgehand/core/operations";
import { expect } from "vitest";
import { clientFor, requestJson } from "../../requests.fixture.ts";
import { emulatorTest } from "../../vitest.ts";

const seed = {
  users: { alice: {}, bob: {}, mallory: {} },
  organizations: {
    acme: { members: { alice: "owner", bob: "member" } },
    globex: { members: { mallory: "owner" } },
    none: { members: { alice: "owner" } },
  },
  repositories: { "acme/widgets": {} },
  apps: {
    helper: { owner: "acme", installations: { acme: { repositories: ["acme/widgets"] } } },
    second: { owner: "globex", installations: { acme: {}, globex: {} } },
    suspended: { owner: "globex", installations: { acme: { suspended_by: "alice" } } },
  },
  tokens: {
    alice: { kind: "classic", user: "alice", scopes: ["admin:org"] },
    "reads-org": { kind: "classic", user: "alice", scopes: ["read:org"] },
    fine: { kind: "fine-grained", user: "alice", permissions: { organization_administration: "read" } },
    installation: { kind: "installation", app: "helper", account: "acme", permissions: "all" },
    bob: { kind: "classic", user: "bob", scopes: "all" },
    mallory: { kind: "classic", user: "mallory", scopes: "all" },
  },
};
const test = emulatorTest({ seed });

test("owners see the organization's installations, oldest first", async ({ emulator }) => {
  const { call } = clientFor(emulator, "alice");
  const { total_count, installations } = await call(listOrganizationInstallations, { org: "acme" });
  expect(total_count).toBe(3);
  expect(installations).toMatchObject([
    { app_slug: "helper", repository_selection: "selected", target_type: "Organization", suspended_at: null },
    { app_slug: "second", repository_selection: "all", account: { login: "acme" } },
    { app_slug: "suspended", suspended_by: { login: "alice" } },
  ]);
  const page = await requestJson(emulator, "GET /orgs/acme/installations?per_page=2&page=2");
  expect(page.body).toMatchObject({ total_count: 3, installations: [{ app_slug: "suspended" }] });
  expect(page.link).toContain('rel="prev"');
  expect((await requestJson(emulator, "GET /orgs/none/installations")).body).toEqual({
    total_count: 0,
    installations: [],
  });
});

test.for([
  ["alice", 200],
  ["fine", 200],
  ["installation", 200],
  ["reads-org", 403],
  ["bob", 403],
  ["mallory", 403],
] as const)("the list requires an authorized token: %s", async ([token, status], { emulator }) => {
  expect((await requestJson(emulator, "GET /orgs/acme/installations", undefined, token)).status).toBe(status);
});
