import {
  addEnterpriseTeamOrganization,
  addEnterpriseTeamOrganizations,
  getEnterpriseTeamOrganization,
  listEnterpriseTeamOrganizations,
  removeEnterpriseTeamOrganization,
  removeEnterpriseTeamOrganizations,
} from "@forgehand/core/operations";
import fc from "fast-check";
import { describe, expect } from "vitest";
import { pickSize } from "../../../../../test/test-size.ts";
import type { Emulator } from "../../public.ts";
import { clientFor, notSupplied, sendRequest } from "../../requests.fixture.ts";
import { emulatorTest } from "../../vitest.ts";

const OWN = ["acme", "globex", "initech"];

const test = emulatorTest({
  seed: {
    users: { alice: {}, bob: {}, mallory: {} },
    organizations: {
      acme: { description: "Widgets", members: { alice: "owner", bob: "member" } },
      globex: {},
      initech: {},
      umbrella: { members: { mallory: "owner" } },
    },
    enterprises: {
      "acme-inc": {
        members: { alice: "owner" },
        organizations: OWN,
        teams: { "Platform  Engineers!": { organizations: ["globex"] }, Security: {} },
      },
      umbrella: { members: { mallory: "owner" }, organizations: ["umbrella"], teams: { Hive: {} } },
    },
    tokens: {
      alice: { kind: "classic", user: "alice", scopes: ["admin:enterprise"] },
      reader: { kind: "classic", user: "alice", scopes: ["read:enterprise"] },
      bob: { kind: "classic", user: "bob", scopes: ["admin:enterprise"] },
      mallory: { kind: "classic", user: "mallory", scopes: ["admin:enterprise"] },
      fine: { kind: "fine-grained", user: "alice", permissions: { enterprise_teams: "write" } },
      oauth: { kind: "oauth", user: "alice", scopes: "all" },
    },
  },
});

const team = { enterprise: "acme-inc", enterprise_team: "ent:security" };
const PATH = "/enterprises/acme-inc/teams/ent:security/organizations";

async function assignedLogins(emulator: Emulator, path = team) {
  const organizations = await clientFor(emulator, "alice").call(listEnterpriseTeamOrganizations, path);
  return organizations.map(({ login }) => login);
}

test("assigns a team to single organizations and removes it", async ({ emulator }) => {
  const { call } = clientFor(emulator, "alice");
  const acme = { ...team, org: "acme" };
  expect(await call(getEnterpriseTeamOrganization, acme)).toBeNull();
  expect(await call(addEnterpriseTeamOrganization, acme)).toMatchObject({ login: "acme", description: "Widgets" });
  expect(await call(addEnterpriseTeamOrganization, acme)).toMatchObject({ login: "acme" });
  expect(await clientFor(emulator, "bob").call(getEnterpriseTeamOrganization, { ...acme, org: "ACME" })).toMatchObject({
    login: "acme",
  });
  expect(await assignedLogins(emulator)).toEqual(["acme"]);
  await call(removeEnterpriseTeamOrganization, acme);
  await call(removeEnterpriseTeamOrganization, acme);
  expect(await call(getEnterpriseTeamOrganization, acme)).toBeNull();
  expect(await assignedLogins(emulator)).toEqual([]);
});

test("assigns a team to several organizations, or to none if one of them is invalid", async ({ emulator }) => {
  const { call } = clientFor(emulator, "alice");
  const both = { ...team, organization_slugs: ["initech", "Acme", "initech"] };
  expect(await call(addEnterpriseTeamOrganizations, both)).toMatchObject([{ login: "initech" }, { login: "acme" }]);
  for (const action of ["add", "remove"]) {
    for (const wrong of ["umbrella", "unknown-organization", "alice"]) {
      const body = JSON.stringify({ organization_slugs: ["acme", "globex", wrong] });
      expect(await sendRequest(emulator, `POST ${PATH}/${action}`, "alice", { body })).toMatchObject({
        status: 422,
        body: { errors: [{ field: "organization_slugs", message: expect.stringContaining(wrong) }] },
      });
    }
    expect(await sendRequest(emulator, `POST ${PATH}/${action}`, "alice", { body: "{}" })).toMatchObject(
      notSupplied("organization_slugs"),
    );
  }
  expect(await assignedLogins(emulator)).toEqual(["acme", "initech"]);
  // Removing a team that is not assigned has no effect.
  await call(removeEnterpriseTeamOrganizations, { ...team, organization_slugs: ["initech", "globex"] });
  expect(await assignedLogins(emulator)).toEqual(["acme"]);
});

test("finds a team by slug or id, but not other enterprises' teams and organizations", async ({ emulator }) => {
  const engineers = { enterprise: "acme-inc", enterprise_team: "ENT:platform-engineers" };
  expect(await assignedLogins(emulator, engineers)).toEqual(["globex"]);
  expect(await assignedLogins(emulator, { ...engineers, enterprise_team: "1" })).toEqual(["globex"]);
  expect((await sendRequest(emulator, `GET ${PATH.replace(":", "%3A")}`, "alice")).status).toBe(200);
  for (const other of ["security", "ent:hive", "3", "ent:unknown", "0"]) {
    const path = PATH.replace("ent:security", other);
    expect([other, (await sendRequest(emulator, `GET ${path}`, "alice")).status]).toEqual([other, 404]);
    expect((await sendRequest(emulator, `PUT ${path}/acme`, "alice")).status).toBe(404);
  }
  for (const method of ["GET", "PUT", "DELETE"]) {
    expect((await sendRequest(emulator, `${method} ${PATH}/umbrella`, "alice")).status).toBe(404);
    expect((await sendRequest(emulator, `${method} ${PATH}/unknown-organization`, "alice")).status).toBe(404);
  }
});

test("lists organizations in pages", async ({ emulator }) => {
  await clientFor(emulator, "alice").call(addEnterpriseTeamOrganizations, { ...team, organization_slugs: OWN });
  const first = await sendRequest(emulator, `GET ${PATH}?per_page=2`, "alice");
  expect(first.body).toMatchObject([{ login: "acme" }, { login: "globex" }]);
  expect(first.headers.get("link")).toContain('page=2>; rel="next"');
  const second = await sendRequest(emulator, `GET ${PATH}?per_page=2&page=2`, "alice");
  expect(second.body).toMatchObject([{ login: "initech" }]);
  expect(second.headers.get("link")).not.toContain('rel="next"');
  expect((await sendRequest(emulator, `GET ${PATH}?page=3`, "alice")).body).toEqual([]);
});

describe("access", () => {
  test.for([
    ["alice", 200, 201],
    ["bob", 200, 201],
    ["reader", 200, 403],
    ["mallory", 404, 404],
    ["fine", 403, 403],
    ["oauth", 403, 403],
  ] as const)("with the token %s", async ([token, read, write], { emulator }) => {
    expect((await sendRequest(emulator, `GET ${PATH}`, token)).status).toBe(read);
    expect((await sendRequest(emulator, `PUT ${PATH}/acme`, token)).status).toBe(write);
    expect(await assignedLogins(emulator)).toEqual(write === 201 ? ["acme"] : []);
  });
});

test("lists the organizations that are assigned after any sequence of changes", async ({ emulator }) => {
  const some = fc.uniqueArray(fc.constantFrom(...OWN));
  const step = fc.oneof(
    fc.record({ action: fc.constant("PUT" as const), org: fc.constantFrom(...OWN) }),
    fc.record({ action: fc.constant("DELETE" as const), org: fc.constantFrom(...OWN) }),
    fc.record({ action: fc.constant("add" as const), orgs: some }),
    fc.record({ action: fc.constant("remove" as const), orgs: some }),
  );
  const { call } = clientFor(emulator, "alice");
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      await call(removeEnterpriseTeamOrganizations, { ...team, organization_slugs: OWN });
      const model = new Set<string>();
      for (const step of steps) {
        switch (step.action) {
          case "PUT":
            expect(await call(addEnterpriseTeamOrganization, { ...team, org: step.org })).toMatchObject({
              login: step.org,
            });
            model.add(step.org);
            break;
          case "DELETE":
            await call(removeEnterpriseTeamOrganization, { ...team, org: step.org });
            model.delete(step.org);
            break;
          case "add": {
            const response = await call(addEnterpriseTeamOrganizations, { ...team, organization_slugs: step.orgs });
            expect(response.map(({ login }) => login)).toEqual(step.orgs);
            for (const org of step.orgs) model.add(org);
            break;
          }
          case "remove":
            await call(removeEnterpriseTeamOrganizations, { ...team, organization_slugs: step.orgs });
            for (const org of step.orgs) model.delete(org);
        }
      }
      expect(await assignedLogins(emulator)).toEqual([...model].toSorted());
      for (const org of OWN) {
        const response = await call(getEnterpriseTeamOrganization, { ...team, org });
        expect(response?.login).toBe(model.has(org) ? org : undefined);
      }
    }),
    { numRuns: pickSize(8, 30) },
  );
});
