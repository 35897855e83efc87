import { listCollaborators, listRepositoryTeams } from "@forgehand/core/operations";
import { describe, expect } from "vitest";
import { as, send } from "../../calling.fixture.ts";
import { emulatorTest } from "../../vitest.ts";
import { COMPANY } from "../company.fixture.ts";

const test = emulatorTest({ seed: COMPANY });

const widgets = { owner: "acme", repo: "widgets" };
const engine = { owner: "globex", repo: "engine" };
const notes = { owner: "bob", repo: "notes" };

type Filter = {
  affiliation?: "all" | "direct" | "outside";
  permission?: "pull" | "triage" | "push" | "maintain" | "admin";
};

describe("collaborators", () => {
  const logins = async (emulator: Parameters<typeof as>[0], name: string, of: typeof widgets, filter: Filter = {}) =>
    (await as(emulator, name).call(listCollaborators, { ...of, ...filter })).map(({ login }) => login);

  test("are owners, members where all may, who was let in, and teams' people, with the furthest role of each", async ({
    emulator,
  }) => {
    const found = await as(emulator, "alice").call(listCollaborators, widgets);
    expect(found.map(({ login, role_name }) => [login, role_name])).toEqual([
      ["alice", "admin"],
      // By name he may push; his team is one of those that may maintain.
      ["bob", "maintain"],
      // Her teams may maintain and administer.
      ["carol", "admin"],
      ["dave", "triage"],
    ]);
    expect(found[1]?.permissions).toEqual({ admin: false, maintain: true, push: true, triage: true, pull: true });
    expect(found[3]?.permissions).toEqual({ admin: false, maintain: false, push: false, triage: true, pull: true });
    const ofEngine = await as(emulator, "dave").call(listCollaborators, engine);
    expect(ofEngine.map(({ login, role_name }) => [login, role_name])).toEqual([
      // As a member he may read, by name he may push.
      ["bob", "write"],
      ["dave", "admin"],
    ]);
    expect(await logins(emulator, "bob", notes)).toEqual(["bob"]);
  });

  test("by how they came to it", async ({ emulator }) => {
    expect(await logins(emulator, "alice", widgets, { affiliation: "all" })).toEqual(["alice", "bob", "carol", "dave"]);
    expect(await logins(emulator, "alice", widgets, { affiliation: "direct" })).toEqual(["bob", "dave"]);
    expect(await logins(emulator, "alice", widgets, { affiliation: "outside" })).toEqual(["dave"]);
    expect(await logins(emulator, "bob", notes, { affiliation: "direct" })).toEqual(["bob"]);
    expect(await logins(emulator, "bob", notes, { affiliation: "outside" })).toEqual([]);
  });

  test("by what they may do", async ({ emulator }) => {
    const able = (permission: NonNullable<Filter["permission"]>) => logins(emulator, "alice", widgets, { permission });
    expect(await able("pull")).toEqual(["alice", "bob", "carol", "dave"]);
    expect(await able("triage")).toEqual(["alice", "bob", "carol", "dave"]);
    expect(await able("push")).toEqual(["alice", "bob", "carol"]);
    expect(await able("maintain")).toEqual(["alice", "bob", "carol"]);
    expect(await able("admin")).toEqual(["alice", "carol"]);
    expect(await logins(emulator, "alice", widgets, { affiliation: "outside", permission: "push" })).toEqual([]);
    expect((await send(emulator, "GET /repos/acme/widgets/collaborators?permission=write", "alice")).status).toBe(422);
  });

  test("in pages", async ({ emulator }) => {
    const page = await send(emulator, "GET /repos/acme/widgets/collaborators?per_page=3&page=2", "alice");
    expect(page.body).toMatchObject([{ login: "dave" }]);
    expect(page.headers.get("link")).toMatch(/page=1>; rel="prev".*page=1>; rel="first"/);
    expect((await send(emulator, "GET /repos/acme/widgets/collaborators?page=5", "alice")).body).toEqual([]);
  });

  test("are told to who may push", async ({ emulator }) => {
    expect((await send(emulator, "GET /repos/acme/widgets/collaborators", "bob")).status).toBe(200);
    expect((await send(emulator, "GET /repos/acme/widgets/collaborators", "dave")).status).toBe(403);
    expect((await send(emulator, "GET /repos/acme/gears/collaborators", "mallory")).status).toBe(404);
    expect((await send(emulator, "GET /repos/acme/widgets/collaborators", "bob-public")).status).toBe(403);
  });
});

describe("teams of a repository", () => {
  test("each with what it may do there", async ({ emulator }) => {
    const teams = await as(emulator, "alice").call(listRepositoryTeams, widgets);
    expect(teams).toMatchObject([
      { slug: "board", permission: "admin", privacy: "secret", permissions: { admin: true }, access_source: "direct" },
      { slug: "builders", permission: "maintain", permissions: { admin: false, maintain: true, push: true } },
    ]);
  });

  test("secret ones are told to their own and to owners", async ({ emulator }) => {
    const seenBy = async (name: string) =>
      (await as(emulator, name).call(listRepositoryTeams, widgets)).map(({ slug }) => slug);
    expect(await seenBy("carol")).toEqual(["board", "builders"]);
    expect(await seenBy("bob")).toEqual(["builders"]);
    expect(await seenBy("dave")).toEqual([]);
    expect(await as(emulator, "bob").call(listRepositoryTeams, notes)).toEqual([]);
    expect((await send(emulator, "GET /repos/acme/widgets/teams")).status).toBe(401);
    // The app was given another repository of the organization, and a token for it.
    expect((await send(emulator, "GET /repos/acme/widgets/teams", "installation")).status).toBe(403);
  });
});
