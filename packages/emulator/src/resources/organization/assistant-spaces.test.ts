import {
  addSpaceCollaborator,
  getAuthenticatedUser,
  listSpaceCollaborators,
  removeSpaceCollaborator,
  setSpaceCollaboratorRole,
} from "@forgehand/core/operations";
import fc from "fast-check";
import { describe, expect } from "vitest";
import { pickSize } from "../../../../../test/test-size.ts";
import type { Emulator } from "../../public.ts";
import { clientFor, sendRequest } from "../../requests.fixture.ts";
import { emulatorTest } from "../../vitest.ts";

const seats = (level: "read" | "write") => ({ organization_assistant_seat_management: level });

const seed = {
  users: { alice: { name: "Alice Archer" }, bob: {}, carol: {}, dave: {}, mallory: {} },
  organizations: {
    acme: {
      members: { alice: "owner", bob: "member", carol: "member", dave: "member" },
      teams: {
        builders: { name: "Builders", members: ["carol"] },
        testers: { parent: "builders" },
        board: { privacy: "secret", members: ["carol"] },
      },
      assistant_spaces: [
        {
          number: 7,
          name: "Widget works",
          repositories: ["acme/widgets", "acme/gears"],
          users: { bob: "admin" },
          teams: { builders: "reader" },
        },
        { number: 8 },
      ],
    },
    globex: { members: { mallory: "owner" }, teams: { others: {} }, assistant_spaces: [{ number: 9 }] },
  },
  repositories: { "acme/widgets": {}, "acme/gears": { private: true } },
  apps: {
    helper: { owner: "acme", installations: { acme: { repositories: ["acme/gears"] } } },
    half: { owner: "acme", installations: { acme: { repositories: ["acme/widgets"] } } },
    foreign: { owner: "globex", installations: { globex: {} } },
  },
  tokens: {
    alice: { kind: "classic", user: "alice", scopes: ["write:org"] },
    "alice-reads": { kind: "classic", user: "alice", scopes: ["read:org"] },
    "alice-user": { kind: "classic", user: "alice", scopes: ["user"] },
    bob: { kind: "classic", user: "bob", scopes: ["admin:org"] },
    carol: { kind: "classic", user: "carol", scopes: ["write:org"] },
    dave: { kind: "classic", user: "dave", scopes: ["write:org"] },
    mallory: { kind: "classic", user: "mallory", scopes: ["admin:org"] },
    fine: { kind: "fine-grained", user: "alice", permissions: seats("write"), owner: "acme" },
    "fine-reads": { kind: "fine-grained", user: "alice", permissions: seats("read") },
    "fine-narrow": {
      kind: "fine-grained",
      user: "alice",
      permissions: seats("write"),
      owner: "acme",
      repositories: ["acme/widgets"],
    },
    "fine-elsewhere": { kind: "fine-grained", user: "alice", permissions: seats("write"), owner: "alice" },
    app: { kind: "user-access", user: "alice", app: "helper", permissions: seats("write") },
    "app-half": { kind: "user-access", user: "alice", app: "half", permissions: seats("write") },
    "app-elsewhere": { kind: "user-access", user: "alice", app: "foreign", permissions: seats("write") },
    installation: { kind: "installation", app: "helper", account: "acme", permissions: seats("write") },
    "installation-elsewhere": { kind: "installation", app: "foreign", account: "globex", permissions: seats("write") },
  },
};

const test = emulatorTest({ seed });

const space = { org: "acme", space_number: 7 };
const PATH = "/orgs/acme/copilot-spaces/7/collaborators";
const post = (emulator: Emulator, body: object, token = "alice", path = PATH) =>
  sendRequest(emulator, `POST ${path}`, token, { body: JSON.stringify(body) });
const put = (emulator: Emulator, actor: string, role: string, token = "alice") =>
  sendRequest(emulator, `PUT ${PATH}/${actor}`, token, { body: JSON.stringify({ role }) });

/** Returns the collaborators, such as `User bob admin`. */
async function listCollaborators(emulator: Emulator, token = "alice") {
  const { collaborators } = await clientFor(emulator, token).call(listSpaceCollaborators, space);
  return collaborators.map((collaborator) => {
    const name = collaborator.actor_type === "User" ? collaborator["login"] : collaborator["slug"];
    return `${collaborator.actor_type} ${String(name)} ${String(collaborator["role"])}`;
  });
}

test("adds users and teams, changes their roles and removes them", async ({ emulator }) => {
  const { call } = clientFor(emulator, "alice");
  expect(await listCollaborators(emulator)).toEqual(["User bob admin", "Team builders reader"]);

  const dave = { ...space, actor_type: "User", actor_identifier: "Dave" } as const;
  expect(await call(addSpaceCollaborator, { ...dave, role: "reader" })).toMatchObject({
    actor_type: "User",
    role: "reader",
    login: "dave",
    type: "User",
    public_repos: 0,
  });
  const testers = { ...space, actor_type: "Team", actor_identifier: "testers" } as const;
  expect(await call(addSpaceCollaborator, { ...testers, role: "writer" })).toMatchObject({
    actor_type: "Team",
    role: "writer",
    slug: "testers",
    type: "Team",
    organization: { login: "acme" },
    parent: { slug: "builders" },
  });
  expect(await listCollaborators(emulator)).toEqual([
    "User bob admin",
    "Team builders reader",
    "User dave reader",
    "Team testers writer",
  ]);

  expect(await call(setSpaceCollaboratorRole, { ...dave, role: "admin" })).toMatchObject({ role: "admin" });
  expect(await call(setSpaceCollaboratorRole, { ...testers, role: "no_access" })).toBeNull();
  await call(removeSpaceCollaborator, { ...space, actor_type: "Team", actor_identifier: "builders" });
  expect(await listCollaborators(emulator)).toEqual(["User bob admin", "User dave admin"]);
  expect((await put(emulator, "Team/testers", "no_access")).status).toBe(404);
});

test("accepts numeric IDs", async ({ emulator }) => {
  const { call } = clientFor(emulator, "alice");
  const { id } = await clientFor(emulator, "dave").call(getAuthenticatedUser, {});
  const entry = await call(addSpaceCollaborator, {
    ...space,
    actor_type: "User",
    actor_identifier: String(id),
    role: "reader",
  });
  expect(entry).toMatchObject({ login: "dave", id });
  const { collaborators } = await call(listSpaceCollaborators, space);
  const team = String(collaborators.find(({ actor_type }) => actor_type === "Team")?.["id"]);
  expect((await put(emulator, `Team/${team}`, "admin")).body).toMatchObject({ slug: "builders", role: "admin" });
  expect((await sendRequest(emulator, `DELETE ${PATH}/User/${id}`, "alice")).status).toBe(204);
  expect(await listCollaborators(emulator)).toEqual(["User bob admin", "Team builders admin"]);
});

describe("invalid collaborators", () => {
  const validationError = (code: string) => ({ status: 422, body: { errors: [{ field: "actor_identifier", code }] } });
  test("rejects non-members, the organization itself, other teams and existing collaborators", async ({ emulator }) => {
    for (const [actor_type, actor_identifier] of [
      ["User", "mallory"],
      ["User", "unknown-user"],
      ["User", "acme"],
      ["User", "987654"],
      ["User", "builders"],
      ["Team", "others"],
      ["Team", "bob"],
      ["Team", "987654"],
      // The ID of the team `others`.
      ["Team", "4"],
    ]) {
      expect(await post(emulator, { actor_type, actor_identifier, role: "reader" })).toMatchObject(
        validationError("invalid"),
      );
    }
    const bob = { actor_type: "User", actor_identifier: "bob", role: "reader" };
    expect(await post(emulator, bob)).toMatchObject(validationError("already_exists"));
    expect(await listCollaborators(emulator)).toEqual(["User bob admin", "Team builders reader"]);
  });

  test("hides secret teams from users who can't see them", async ({ emulator }) => {
    for (const actor_identifier of ["board", "3"]) {
      const board = { actor_type: "Team", actor_identifier, role: "reader" };
      expect(await post(emulator, board, "bob")).toMatchObject(validationError("invalid"));
    }
    await put(emulator, "Team/builders", "admin");
    const board = { actor_type: "Team", actor_identifier: "board", role: "reader" };
    expect((await post(emulator, board, "carol")).status).toBe(201);
    expect((await put(emulator, "Team/board", "writer", "bob")).status).toBe(200);
  });

  test("rejects invalid values", async ({ emulator }) => {
    expect(await post(emulator, { actor_type: "App", actor_identifier: "x", role: "no_access" })).toMatchObject({
      status: 422,
      body: { errors: [{ field: "actor_type" }, { field: "role" }] },
    });
    expect((await put(emulator, "User/bob", "owner")).status).toBe(422);
    expect((await put(emulator, "App/bob", "reader")).status).toBe(422);
    expect((await put(emulator, "User/dave", "reader")).status).toBe(404);
    expect((await put(emulator, "User/unknown-user", "reader")).status).toBe(404);
    expect((await sendRequest(emulator, `DELETE ${PATH}/User/dave`, "alice")).status).toBe(404);
  });
});

describe("access", () => {
  const reads = async (emulator: Emulator, token: string) => (await sendRequest(emulator, `GET ${PATH}`, token)).status;
  const writes = async (emulator: Emulator, token: string) =>
    (await put(emulator, "Team/builders", "writer", token)).status;

  test("lets owners and the space's admins write, collaborators read, and hides the space from others", async ({
    emulator,
  }) => {
    for (const [token, read, write] of [
      ["alice", 200, 200],
      ["bob", 200, 200],
      ["carol", 200, 403],
      ["dave", 404, 404],
      ["mallory", 404, 404],
      ["alice-reads", 200, 403],
      ["alice-user", 403, 403],
    ] as const) {
      expect([token, await reads(emulator, token), await writes(emulator, token)]).toEqual([token, read, write]);
    }
    expect((await sendRequest(emulator, "GET /orgs/acme/copilot-spaces/9/collaborators", "alice")).status).toBe(404);
    expect((await sendRequest(emulator, "GET /orgs/acme/copilot-spaces/one/collaborators", "alice")).status).toBe(404);
    expect((await sendRequest(emulator, "GET /orgs/acme/copilot-spaces/8/collaborators", "bob")).status).toBe(404);
  });

  test("uses the higher of a user's own role and their teams' roles", async ({ emulator }) => {
    await post(emulator, { actor_type: "User", actor_identifier: "carol", role: "reader" });
    await put(emulator, "Team/builders", "admin");
    // This change lowers the role of carol's team to writer.
    expect(await writes(emulator, "carol")).toBe(200);
    expect(await writes(emulator, "carol")).toBe(403);
  });

  test("requires a token for the organization and all of the space's repositories", async ({ emulator }) => {
    for (const [token, read, write] of [
      ["fine", 200, 200],
      ["fine-reads", 200, 403],
      ["fine-narrow", 403, 403],
      ["fine-elsewhere", 404, 404],
      ["app", 200, 200],
      ["app-half", 403, 403],
      ["app-elsewhere", 404, 404],
      ["installation", 200, 200],
      ["installation-elsewhere", 404, 404],
    ] as const) {
      expect([token, await reads(emulator, token), await writes(emulator, token)]).toEqual([token, read, write]);
    }
  });
});

test("lists the result of any sequence of changes", async ({ emulator }) => {
  const actors = ["User/bob", "User/carol", "User/dave", "Team/builders", "Team/testers"];
  const role = fc.constantFrom("reader", "writer", "admin");
  const step = fc.oneof(
    fc.record({ method: fc.constant("POST"), actor: fc.constantFrom(...actors), role }),
    fc.record({
      method: fc.constant("PUT"),
      actor: fc.constantFrom(...actors),
      role: fc.oneof(role, fc.constant("no_access")),
    }),
    fc.record({ method: fc.constant("DELETE"), actor: fc.constantFrom(...actors), role }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      for (const actor of actors) await sendRequest(emulator, `DELETE ${PATH}/${actor}`, "alice");
      const model = new Map<string, string>();
      for (const { method, actor, role } of steps) {
        const isCollaborator = model.has(actor);
        const [actor_type = "", actor_identifier = ""] = actor.split("/");
        if (method === "POST") {
          const { status } = await post(emulator, { actor_type, actor_identifier, role });
          expect(status).toBe(isCollaborator ? 422 : 201);
          if (!isCollaborator) model.set(actor, role);
        } else if (method === "PUT") {
          const { status } = await put(emulator, actor, role);
          expect(status).toBe(!isCollaborator ? 404 : role === "no_access" ? 204 : 200);
          if (isCollaborator && role === "no_access") model.delete(actor);
          else if (isCollaborator) model.set(actor, role);
        } else {
          expect((await sendRequest(emulator, `DELETE ${PATH}/${actor}`, "alice")).status).toBe(
            isCollaborator ? 204 : 404,
          );
          model.delete(actor);
        }
      }
      const expected = [...model].map(([actor, expectedRole]) => `${actor.replace("/", " ")} ${expectedRole}`);
      expect(await listCollaborators(emulator)).toEqual(expected);
    }),
    { numRuns: pickSize(10, 30) },
  );
});

describe("in the neutral dialect", () => {
  const test = emulatorTest({ seed, dialect: "svc", strict: false });
  test("uses its own path", async ({ emulator }) => {
    expect((await sendRequest(emulator, "GET /orgs/acme/assistant-spaces/7/collaborators", "alice")).status).toBe(200);
    expect((await sendRequest(emulator, `GET ${PATH}`, "alice")).status).toBe(404);
  });
});
