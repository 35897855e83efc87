import { checkTeamRepository, createTeam, getTeam } from "@forgehand/core/operations";
import { describe, expect } from "vitest";
import { clientFor, requestJson, sendRequest } from "../../requests.fixture.ts";
import { emulatorTest } from "../../vitest.ts";
import { COMPANY } from "../company.fixture.ts";
import { receiveEvents } from "../received-events.fixture.ts";

const { acme, globex } = COMPANY.organizations;
const organizations = { acme, globex: { ...globex, settings: { members_can_create_teams: false } } };
const test = emulatorTest({
  seed: {
    ...COMPANY,
    organizations,
    tokens: { ...COMPANY.tokens, bob: { kind: "classic", user: "bob", scopes: ["repo", "admin:org"] } },
  },
});

const org = { org: "acme" };

test("gets a team with its counts and organization", async ({ emulator }) => {
  const { call } = clientFor(emulator, "bob");
  expect(await call(getTeam, { ...org, team_slug: "builders" })).toMatchObject({
    name: "Builders",
    // Members of its child team are its members, too.
    members_count: 2,
    repos_count: 1,
    parent: null,
    organization: { login: "acme", type: "Organization" },
  });
  expect(await call(getTeam, { ...org, team_slug: "testers" })).toMatchObject({ parent: { slug: "builders" } });
  expect((await sendRequest(emulator, "GET /orgs/acme/teams/board", "bob")).status).toBe(404);
  expect((await sendRequest(emulator, "GET /orgs/acme/teams/board", "carol")).status).toBe(200);
  expect((await sendRequest(emulator, "GET /orgs/acme/teams/builders", "mallory")).status).toBe(403);
});

describe("creating a team", () => {
  test("adds its creator, maintainers and repositories", async ({ emulator }) => {
    const { call } = clientFor(emulator, "alice");
    const events = await receiveEvents(emulator, async () => {
      const created = await call(createTeam, {
        ...org,
        name: "Design & Art",
        description: "Shapes",
        maintainers: ["bob"],
        repo_names: ["acme/vault"],
        permission: "push",
        notification_setting: "notifications_disabled",
      });
      expect(created).toMatchObject({
        slug: "design-art",
        description: "Shapes",
        privacy: "secret",
        notification_setting: "notifications_disabled",
        permission: "push",
        members_count: 2,
        repos_count: 1,
      });
    });
    expect(events).toMatchObject([
      { event: "team created", payload: { team: { slug: "design-art" }, sender: { login: "alice" } } },
      { event: "membership added", payload: { member: { login: "alice" }, scope: "team" } },
      { event: "membership added", payload: { member: { login: "bob" } } },
      { event: "team added_to_repository", payload: { repository: { name: "vault", permissions: { push: true } } } },
      { event: "team_add", payload: { team: { slug: "design-art" }, repository: { name: "vault" } } },
    ]);
    expect((await sendRequest(emulator, "GET /repos/acme/vault", "bob")).body).toMatchObject({
      permissions: { push: true, admin: false },
    });
  });

  test("with a parent makes it visible to all members", async ({ emulator }) => {
    const { call } = clientFor(emulator, "alice");
    const parent = await call(getTeam, { ...org, team_slug: "builders" });
    const created = await call(createTeam, { ...org, name: "Painters", parent_team_id: parent.id });
    expect(created).toMatchObject({ privacy: "closed", parent: { slug: "builders" } });
    const other = await call(createTeam, { ...org, name: "Welders", parent_team_slug: "builders" });
    expect(other).toMatchObject({ privacy: "closed", parent: { slug: "builders" } });
  });

  test("rejects names in use, unknown members, repositories and parents", async ({ emulator }) => {
    const post = (body: object, token?: string) => requestJson(emulator, "POST /orgs/acme/teams", body, token);
    expect(await post({ name: "builders" })).toMatchObject({
      status: 422,
      body: { errors: [{ resource: "Team", field: "name", message: "Name must be unique for this org" }] },
    });
    expect((await post({ name: "A", maintainers: ["dave"] })).status).toBe(422);
    expect((await post({ name: "A", repo_names: ["globex/engine"] })).status).toBe(422);
    expect((await post({ name: "A", repo_names: ["acme/gears"] }, "bob")).status).toBe(403);
    expect((await post({ name: "A", parent_team_slug: "nothing" })).status).toBe(422);
    expect((await post({ name: "A", parent_team_slug: "board" })).status).toBe(422);
    expect((await post({ name: "A", parent_team_slug: "builders", privacy: "secret" })).status).toBe(422);
    expect((await post({ name: "&" })).status).toBe(422);
    expect((await sendRequest(emulator, "GET /orgs/acme/teams/a", "alice")).status).toBe(404);
  });

  test("is left to owners, if the organization says so", async ({ emulator }) => {
    const post = async (organization: string, token: string) =>
      (await requestJson(emulator, `POST /orgs/${organization}/teams`, { name: "New" }, token)).status;
    expect(await post("globex", "bob")).toBe(403);
    expect(await post("acme", "bob")).toBe(201);
    expect(await post("acme", "mallory")).toBe(403);
  });
});

describe("a team's access to a repository", () => {
  test("is direct or inherited from a parent", async ({ emulator }) => {
    const { call } = clientFor(emulator, "alice");
    const check = (team_slug: string, repo: string) =>
      call(checkTeamRepository, { ...org, team_slug, owner: "acme", repo });
    expect(await check("builders", "widgets")).toBe(true);
    expect(await check("testers", "widgets")).toBe(true);
    expect(await check("builders", "gears")).toBe(false);
    expect((await sendRequest(emulator, "GET /orgs/acme/teams/board/repos/acme/widgets", "bob")).status).toBe(404);
  });

  test("is rendered with the repository on request", async ({ emulator }) => {
    const { body, status } = await sendRequest(emulator, "GET /orgs/acme/teams/testers/repos/acme/widgets", "alice", {
      headers: { accept: "application/vnd.github.v3.repository+json" },
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      full_name: "acme/widgets",
      permissions: { maintain: true, admin: false },
      role_name: "maintain",
    });
  });
});
