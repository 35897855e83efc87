import {
  addSecurityManagerTeam,
  listRepositories,
  listSecurityManagerTeams,
  removeSecurityManagerTeam,
} from "@forgehand/core/operations";
import { describe, expect } from "vitest";
import { clientFor, requestJson } from "../../requests.fixture.ts";
import { emulatorTest } from "../../vitest.ts";

const seed = {
  users: { alice: {}, bob: {}, carol: {}, sam: {}, mallory: {} },
  organizations: {
    acme: {
      members: { alice: "owner", bob: "member", carol: "member" },
      base_permission: "none",
      teams: {
        guards: { name: "Guards", description: "Who keeps watch", members: ["bob"] },
        watchers: { parent: "guards", members: ["carol"] },
        board: { privacy: "secret" },
      },
      security_managers: ["sam"],
      security_manager_teams: ["board"],
    },
    other: { members: { mallory: "owner" }, teams: { guards: {}, strangers: {} } },
  },
  repositories: { "acme/vault": { private: true }, "other/vault": { private: true } },
  apps: { helper: { owner: "acme", installations: { acme: {} } } },
  tokens: {
    alice: { kind: "classic", user: "alice", scopes: "all" },
    bob: { kind: "classic", user: "bob", scopes: ["repo"] },
    "bob-public": { kind: "classic", user: "bob", scopes: ["public_repo"] },
    carol: { kind: "classic", user: "carol", scopes: ["repo"] },
    sam: { kind: "classic", user: "sam", scopes: ["repo"] },
    mallory: { kind: "classic", user: "mallory", scopes: ["repo"] },
    reads: { kind: "fine-grained", user: "alice", permissions: { organization_administration: "read" } },
    installation: { kind: "installation", app: "helper", account: "acme", permissions: "all" },
  },
};
const test = emulatorTest({ seed });

const acme = { org: "acme" };
const guards = { ...acme, team_slug: "guards" };
const PATH = "/orgs/acme/security-managers";

describe("security managers", () => {
  test("are teams, added idempotently by slug", async ({ emulator }) => {
    const { call } = clientFor(emulator, "alice");
    const slugs = async () => (await call(listSecurityManagerTeams, acme)).map(({ slug }) => slug);
    expect(await slugs()).toEqual(["board"]);
    await call(addSecurityManagerTeam, guards);
    await call(addSecurityManagerTeam, { ...acme, team_slug: "Guards" });
    expect(await slugs()).toEqual(["board", "guards"]);
    const [, team] = await call(listSecurityManagerTeams, acme);
    expect(team).toMatchObject({
      name: "Guards",
      description: "Who keeps watch",
      privacy: "closed",
      type: "organization",
    });
    expect(team).not.toHaveProperty("parent");
    await call(removeSecurityManagerTeam, guards);
    await call(removeSecurityManagerTeam, guards);
    expect(await slugs()).toEqual(["board"]);
    await call(removeSecurityManagerTeam, { ...acme, team_slug: "board" });
    expect(await slugs()).toEqual([]);
  });

  test("read every repository of the organization with a suitable token, and list the security managers", async ({
    emulator,
  }) => {
    const { call } = clientFor(emulator, "alice");
    const canReadVault = async (token: string) => {
      const { status } = await requestJson(emulator, "GET /repos/acme/vault", undefined, token);
      expect((await requestJson(emulator, "GET /repos/other/vault", undefined, token)).status).toBe(404);
      const listed = await clientFor(emulator, token).call(listRepositories, {});
      expect(listed.map(({ full_name }) => full_name)).toEqual(status === 200 ? ["acme/vault"] : []);
      return status === 200;
    };
    const canListManagers = async (token: string) =>
      (await requestJson(emulator, `GET ${PATH}`, undefined, token)).status === 200;
    expect([await canReadVault("sam"), await canListManagers("sam")]).toEqual([true, true]);
    for (const token of ["bob", "carol"])
      expect([await canReadVault(token), await canListManagers(token)]).toEqual([false, false]);
    await call(addSecurityManagerTeam, guards);
    for (const token of ["bob", "carol"])
      expect([await canReadVault(token), await canListManagers(token)]).toEqual([true, true]);
    expect(await canReadVault("bob-public")).toBe(false);
    expect((await requestJson(emulator, "PATCH /repos/acme/vault", { description: "x" }, "bob")).status).toBe(403);
    const readers = (await requestJson(emulator, "GET /repos/acme/vault/collaborators")).body;
    expect(readers).toMatchObject([{ login: "alice" }, { login: "bob" }, { login: "carol" }, { login: "sam" }]);
    await call(removeSecurityManagerTeam, guards);
    for (const token of ["bob", "carol"])
      expect([await canReadVault(token), await canListManagers(token)]).toEqual([false, false]);
  });

  test("must be existing teams of the organization", async ({ emulator }) => {
    for (const method of ["PUT", "DELETE"]) {
      for (const slug of ["strangers", "nothing"]) {
        expect((await requestJson(emulator, `${method} ${PATH}/teams/${slug}`)).status).toBe(404);
      }
    }
    expect((await requestJson(emulator, "GET /orgs/unknown-organization/security-managers")).status).toBe(404);
    expect((await requestJson(emulator, "GET /orgs/other/security-managers", undefined, "mallory")).body).toEqual([]);
  });

  test.for([
    ["alice", 200, 204],
    ["installation", 200, 204],
    ["sam", 200, 403],
    ["reads", 200, 403],
    ["bob", 403, 403],
    ["mallory", 403, 403],
  ] as const)(
    "are visible and changeable for authorized tokens only: %s",
    async ([token, read, write], { emulator }) => {
      expect((await requestJson(emulator, `GET ${PATH}`, undefined, token)).status).toBe(read);
      expect((await requestJson(emulator, `PUT ${PATH}/teams/board`, undefined, token)).status).toBe(write);
      expect((await requestJson(emulator, `DELETE ${PATH}/teams/board`, undefined, token)).status).toBe(write);
    },
  );
});
