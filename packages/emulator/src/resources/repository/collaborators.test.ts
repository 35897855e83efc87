import { listCollaborators, listRepositoryTeams } from "@forgehand/core/operations";
import { describe, expect } from "vitest";
import { clientFor, sendRequest } from "../../requests.fixture.ts";
import { emulatorTest } from "../../vitest.ts";
import { COMPANY } from "../company.fixture.ts";

const test = emulatorTest({ seed: COMPANY });

const widgets = { owner: "acme", repo: "widgets" };
const engine = { owner: "globex", repo: "engine" };
const notes = { owner: "bob", repo: "notes" };

type CollaboratorQuery = {
  affiliation?: "all" | "direct" | "outside";
  permission?: "pull" | "triage" | "push" | "maintain" | "admin";
};

describe("collaborators", () => {
  const loginsOf = async (
    emulator: Parameters<typeof clientFor>[0],
    name: string,
    repository: typeof widgets,
    filter: CollaboratorQuery = {},
  ) =>
    (await clientFor(emulator, name).call(listCollaborators, { ...repository, ...filter })).map(({ login }) => login);

  test("are owners, members by base permission, direct collaborators and team members, with the highest role of each", async ({
    emulator,
  }) => {
    const listed = await clientFor(emulator, "alice").call(listCollaborators, widgets);
    expect(listed.map(({ login, role_name }) => [login, role_name])).toEqual([
      ["alice", "admin"],
      // Directly he has push, but his team has maintain.
      ["bob", "maintain"],
      // Her teams have maintain and admin.
      ["carol", "admin"],
      ["dave", "triage"],
    ]);
    expect(listed[1]?.permissions).toEqual({ admin: false, maintain: true, push: true, triage: true, pull: true });
    expect(listed[3]?.permissions).toEqual({ admin: false, maintain: false, push: false, triage: true, pull: true });
    const ofEngine = await clientFor(emulator, "dave").call(listCollaborators, engine);
    expect(ofEngine.map(({ login, role_name }) => [login, role_name])).toEqual([
      // As a member he has pull, directly he has push.
      ["bob", "write"],
      ["dave", "admin"],
    ]);
    expect(await loginsOf(emulator, "bob", notes)).toEqual(["bob"]);
  });

  test("are filtered by affiliation", async ({ emulator }) => {
    expect(await loginsOf(emulator, "alice", widgets, { affiliation: "all" })).toEqual([
      "alice",
      "bob",
      "carol",
      "dave",
    ]);
    expect(await loginsOf(emulator, "alice", widgets, { affiliation: "direct" })).toEqual(["bob", "dave"]);
    expect(await loginsOf(emulator, "alice", widgets, { affiliation: "outside" })).toEqual(["dave"]);
    expect(await loginsOf(emulator, "bob", notes, { affiliation: "direct" })).toEqual(["bob"]);
    expect(await loginsOf(emulator, "bob", notes, { affiliation: "outside" })).toEqual([]);
  });

  test("are filtered by permission", async ({ emulator }) => {
    const loginsWith = (permission: NonNullable<CollaboratorQuery["permission"]>) =>
      loginsOf(emulator, "alice", widgets, { permission });
    expect(await loginsWith("pull")).toEqual(["alice", "bob", "carol", "dave"]);
    expect(await loginsWith("triage")).toEqual(["alice", "bob", "carol", "dave"]);
    expect(await loginsWith("push")).toEqual(["alice", "bob", "carol"]);
    expect(await loginsWith("maintain")).toEqual(["alice", "bob", "carol"]);
    expect(await loginsWith("admin")).toEqual(["alice", "carol"]);
    expect(await loginsOf(emulator, "alice", widgets, { affiliation: "outside", permission: "push" })).toEqual([]);
    expect(
      (await sendRequest(emulator, "GET /repos/acme/widgets/collaborators?permission=write", "alice")).status,
    ).toBe(422);
  });

  test("are paginated", async ({ emulator }) => {
    const page = await sendRequest(emulator, "GET /repos/acme/widgets/collaborators?per_page=3&page=2", "alice");
    expect(page.body).toMatchObject([{ login: "dave" }]);
    expect(page.headers.get("link")).toMatch(/page=1>; rel="prev".*page=1>; rel="first"/);
    expect((await sendRequest(emulator, "GET /repos/acme/widgets/collaborators?page=5", "alice")).body).toEqual([]);
  });

  test("are visible to users with push access", async ({ emulator }) => {
    expect((await sendRequest(emulator, "GET /repos/acme/widgets/collaborators", "bob")).status).toBe(200);
    expect((await sendRequest(emulator, "GET /repos/acme/widgets/collaborators", "dave")).status).toBe(403);
    expect((await sendRequest(emulator, "GET /repos/acme/gears/collaborators", "mallory")).status).toBe(404);
    expect((await sendRequest(emulator, "GET /repos/acme/widgets/collaborators", "bob-public")).status).toBe(403);
  });
});

describe("teams of a repository", () => {
  test("are listed with their permission", async ({ emulator }) => {
    const teams = await clientFor(emulator, "alice").call(listRepositoryTeams, widgets);
    expect(teams).toMatchObject([
      { slug: "board", permission: "admin", privacy: "secret", permissions: { admin: true }, access_source: "direct" },
      { slug: "builders", permission: "maintain", permissions: { admin: false, maintain: true, push: true } },
    ]);
  });

  test("include secret ones only for their members and owners", async ({ emulator }) => {
    const teamsSeenBy = async (name: string) =>
      (await clientFor(emulator, name).call(listRepositoryTeams, widgets)).map(({ slug }) => slug);
    expect(await teamsSeenBy("carol")).toEqual(["board", "builders"]);
    expect(await teamsSeenBy("bob")).toEqual(["builders"]);
    expect(await teamsSeenBy("dave")).toEqual([]);
    expect(await clientFor(emulator, "bob").call(listRepositoryTeams, notes)).toEqual([]);
    expect((await sendRequest(emulator, "GET /repos/acme/widgets/teams")).status).toBe(401);
    // The app's installation covers another repository of the organization.
    expect((await sendRequest(emulator, "GET /repos/acme/widgets/teams", "installation")).status).toBe(403);
  });
});
