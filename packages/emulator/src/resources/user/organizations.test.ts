import { listOrganizationMemberships, listOrganizations, listOrganizationsOfUser } from "@forgehand/core/operations";
import { expect } from "vitest";
import { clientFor, sendRequest } from "../../requests.fixture.ts";
import { emulatorTest } from "../../vitest.ts";
import { COMPANY } from "../company.fixture.ts";

const noScopes = { kind: "classic", user: "bob", scopes: [] };
const test = emulatorTest({ seed: { ...COMPANY, tokens: { ...COMPANY.tokens, "no-scopes": noScopes } } });

test("lists the user's organizations that the token can access", async ({ emulator }) => {
  const seenBy = async (name: string) =>
    (await clientFor(emulator, name).call(listOrganizations, {})).map(({ login }) => login);
  expect(await seenBy("bob")).toEqual(["acme", "globex"]);
  expect(await seenBy("carol")).toEqual(["acme"]);
  expect(await seenBy("bob-fine")).toEqual(["acme"]);
  expect(await seenBy("bob-app")).toEqual(["acme"]);
  const page = await sendRequest(emulator, "GET /user/orgs?per_page=1&page=2", "bob");
  expect(page.body).toMatchObject([{ login: "globex", description: null }]);
  expect(page.headers.get("link")).toContain('rel="prev"');
});

test("requires a scope and authentication", async ({ emulator }) => {
  expect((await sendRequest(emulator, "GET /user/orgs", "no-scopes")).status).toBe(403);
  expect((await sendRequest(emulator, "GET /user/orgs", "installation")).status).toBe(403);
  expect((await sendRequest(emulator, "GET /user/orgs")).status).toBe(401);
});

const { acme, globex } = COMPANY.organizations;
const withInvitation = emulatorTest({
  seed: {
    ...COMPANY,
    organizations: {
      acme: { ...acme, public_members: ["bob"], invitations: { dave: { role: "owner" }, mallory: {} } },
      globex,
    },
  },
});

withInvitation("lists the public memberships of a user", async ({ emulator }) => {
  const organizationsOf = async (username: string, name?: string) =>
    (await clientFor(emulator, name).call(listOrganizationsOfUser, { username })).map(({ login }) => login);
  expect(await organizationsOf("bob")).toEqual(["acme"]);
  // For every caller.
  expect(await organizationsOf("bob", "bob")).toEqual(["acme"]);
  expect(await organizationsOf("carol", "alice")).toEqual([]);
  expect((await sendRequest(emulator, "GET /users/missing/orgs")).status).toBe(404);
  expect((await sendRequest(emulator, "GET /users/bob/orgs?page=2")).body).toEqual([]);
});

withInvitation("lists the memberships of the caller, also those that are pending", async ({ emulator }) => {
  const statesOf = async (name: string, state?: "active" | "pending") => {
    const list = await clientFor(emulator, name).call(listOrganizationMemberships, state ? { state } : {});
    return list.map(({ organization, role, state }) => [organization.login, role, state]);
  };
  expect(await statesOf("dave")).toEqual([
    ["acme", "admin", "pending"],
    ["globex", "admin", "active"],
  ]);
  expect(await statesOf("dave", "active")).toEqual([["globex", "admin", "active"]]);
  expect(await statesOf("mallory", "pending")).toEqual([["acme", "member", "pending"]]);
  expect(await statesOf("bob-fine")).toEqual([["acme", "member", "active"]]);
  const page = await sendRequest(emulator, "GET /user/memberships/orgs?per_page=1&page=2", "dave");
  expect(page.body).toMatchObject([{ organization: { login: "globex" } }]);
  expect((await sendRequest(emulator, "GET /user/memberships/orgs")).status).toBe(401);
});
