import {
  addSpaceCollaborator,
  getAuthenticatedUser,
  listSpaceCollaborators,
  removeSpaceCollaborator,
  setSpaceCollaboratorRole,
} from "@forgehand/core/operations";
import fc from "fast-check";
import { describe, expect } from "vitest";
import { sized } from "../../../../../test/effort.ts";
import { as, send } from "../../calling.fixture.ts";
import type { Emulator } from "../../public.ts";
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
          ...{ number: 7, name: "Widget works", repositories: ["acme/widgets", "acme/gears"] },
          ...{ users: { bob: "admin" }, teams: { builders: "reader" } },
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
      ...{ kind: "fine-grained", user: "alice", permissions: seats("write"), owner: "acme" },
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
  send(emulator, `POST ${path}`, token, { body: JSON.stringify(body) });
const put = (emulator: Emulator, actor: string, role: string, token = "alice") =>
  send(emulator, `PUT ${PATH}/${actor}`, token, { body: JSON.stringify({ role }) });

/** Whom a space lets in and as what, as `User bob admin`. */
async function shown(emulator: Emulator, token = "alice") {
  const { collaborators } = await as(emulator, token).call(listSpaceCollaborators, space);
  return collaborators.map((one) => {
    const name = one.actor_type === "User" ? one["login"] : one["slug"];
    return `${one.actor_type} ${String(name)} ${String(one["role"])}`;
  });
}

test("users and teams are let in, given another role and put out", async ({ emulator }) => {
  const { call } = as(emulator, "alice");
  expect(await shown(emulator)).toEqual(["User bob admin", "Team builders reader"]);

  const dave = { ...space, actor_type: "User", actor_identifier: "Dave" } as const;
  expect(await call(addSpaceCollaborator, { ...dave, role: "reader" })).toMatchObject({
    ...{ actor_type: "User", role: "reader", login: "dave", type: "User", public_repos: 0 },
  });
  const testers = { ...space, actor_type: "Team", actor_identifier: "testers" } as const;
  expect(await call(addSpaceCollaborator, { ...testers, role: "writer" })).toMatchObject({
    ...{ actor_type: "Team", role: "writer", slug: "testers", type: "Team" },
    ...{ organization: { login: "acme" }, parent: { slug: "builders" } },
  });
  expect(await shown(emulator)).toEqual([
    ...["User bob admin", "Team builders reader", "User dave reader", "Team testers writer"],
  ]);

  expect(await call(setSpaceCollaboratorRole, { ...dave, role: "admin" })).toMatchObject({ role: "admin" });
  expect(await call(setSpaceCollaboratorRole, { ...testers, role: "no_access" })).toBeNull();
  await call(removeSpaceCollaborator, { ...space, actor_type: "Team", actor_identifier: "builders" });
  expect(await shown(emulator)).toEqual(["User bob admin", "User dave admin"]);
  expect((await put(emulator, "Team/testers", "no_access")).status).toBe(404);
});

test("everyone can be named by number", async ({ emulator }) => {
  const { call } = as(emulator, "alice");
  const { id } = await as(emulator, "dave").call(getAuthenticatedUser, {});
  const entry = await call(addSpaceCollaborator, {
    ...{ ...space, actor_type: "User", actor_identifier: String(id), role: "reader" },
  });
  expect(entry).toMatchObject({ login: "dave", id });
  const { collaborators } = await call(listSpaceCollaborators, space);
  const team = String(collaborators.find(({ actor_type }) => actor_type === "Team")?.["id"]);
  expect((await put(emulator, `Team/${team}`, "admin")).body).toMatchObject({ slug: "builders", role: "admin" });
  expect((await send(emulator, `DELETE ${PATH}/User/${id}`, "alice")).status).toBe(204);
  expect(await shown(emulator)).toEqual(["User bob admin", "Team builders admin"]);
});

describe("who can't be let in", () => {
  const complaint = (code: string) => ({ status: 422, body: { errors: [{ field: "actor_identifier", code }] } });
  test("whoever is no member, the owner itself, a team of others, or who is in already", async ({ emulator }) => {
    for (const [actor_type, actor_identifier] of [
      ...[
        ["User", "mallory"],
        ["User", "nobody"],
        ["User", "acme"],
        ["User", "987654"],
        ["User", "builders"],
      ],
      ...[
        ["Team", "others"],
        ["Team", "bob"],
        ["Team", "987654"],
        // The number of the team `others`.
        ["Team", "4"],
      ],
    ]) {
      expect(await post(emulator, { actor_type, actor_identifier, role: "reader" })).toMatchObject(
        complaint("invalid"),
      );
    }
    const bob = { actor_type: "User", actor_identifier: "bob", role: "reader" };
    expect(await post(emulator, bob)).toMatchObject(complaint("already_exists"));
    expect(await shown(emulator)).toEqual(["User bob admin", "Team builders reader"]);
  });

  test("a secret team, by who doesn't know of it", async ({ emulator }) => {
    for (const actor_identifier of ["board", "3"]) {
      const board = { actor_type: "Team", actor_identifier, role: "reader" };
      expect(await post(emulator, board, "bob")).toMatchObject(complaint("invalid"));
    }
    await put(emulator, "Team/builders", "admin");
    const board = { actor_type: "Team", actor_identifier: "board", role: "reader" };
    expect((await post(emulator, board, "carol")).status).toBe(201);
    expect((await put(emulator, "Team/board", "writer", "bob")).status).toBe(200);
  });

  test("with values that there aren't", async ({ emulator }) => {
    expect(await post(emulator, { actor_type: "App", actor_identifier: "x", role: "no_access" })).toMatchObject({
      status: 422,
      body: { errors: [{ field: "actor_type" }, { field: "role" }] },
    });
    expect((await put(emulator, "User/bob", "owner")).status).toBe(422);
    expect((await put(emulator, "App/bob", "reader")).status).toBe(422);
    expect((await put(emulator, "User/dave", "reader")).status).toBe(404);
    expect((await put(emulator, "User/nobody", "reader")).status).toBe(404);
    expect((await send(emulator, `DELETE ${PATH}/User/dave`, "alice")).status).toBe(404);
  });
});

describe("who may", () => {
  const reads = async (emulator: Emulator, token: string) => (await send(emulator, `GET ${PATH}`, token)).status;
  const writes = async (emulator: Emulator, token: string) =>
    (await put(emulator, "Team/builders", "writer", token)).status;

  test("owners and the space's admins choose, who is let in looks, others know nothing of it", async ({ emulator }) => {
    for (const [token, read, write] of [
      ...[
        ["alice", 200, 200],
        ["bob", 200, 200],
        ["carol", 200, 403],
        ["dave", 404, 404],
        ["mallory", 404, 404],
      ],
      ...[
        ["alice-reads", 200, 403],
        ["alice-user", 403, 403],
      ],
    ] as const) {
      expect([token, await reads(emulator, token), await writes(emulator, token)]).toEqual([token, read, write]);
    }
    expect((await send(emulator, "GET /orgs/acme/copilot-spaces/9/collaborators", "alice")).status).toBe(404);
    expect((await send(emulator, "GET /orgs/acme/copilot-spaces/one/collaborators", "alice")).status).toBe(404);
    expect((await send(emulator, "GET /orgs/acme/copilot-spaces/8/collaborators", "bob")).status).toBe(404);
  });

  test("a role that comes with a team counts, beside a lesser one by name", async ({ emulator }) => {
    await post(emulator, { actor_type: "User", actor_identifier: "carol", role: "reader" });
    await put(emulator, "Team/builders", "admin");
    expect(await writes(emulator, "carol")).toBe(200);
    expect(await writes(emulator, "carol")).toBe(403);
  });

  test("a token must reach the organization and every repository of the space", async ({ emulator }) => {
    for (const [token, read, write] of [
      ...[
        ["fine", 200, 200],
        ["fine-reads", 200, 403],
        ["fine-narrow", 403, 403],
        ["fine-elsewhere", 404, 404],
      ],
      ...[
        ["app", 200, 200],
        ["app-half", 403, 403],
        ["app-elsewhere", 404, 404],
      ],
      ...[
        ["installation", 200, 200],
        ["installation-elsewhere", 404, 404],
      ],
    ] as const) {
      expect([token, await reads(emulator, token), await writes(emulator, token)]).toEqual([token, read, write]);
    }
  });
});

test("whatever is done, the list is what the answers said", async ({ emulator }) => {
  const actors = ["User/bob", "User/carol", "User/dave", "Team/builders", "Team/testers"];
  const role = fc.constantFrom("reader", "writer", "admin");
  const step = fc.oneof(
    fc.record({ does: fc.constant("POST"), actor: fc.constantFrom(...actors), role }),
    fc.record({
      does: fc.constant("PUT"),
      actor: fc.constantFrom(...actors),
      role: fc.oneof(role, fc.constant("no_access")),
    }),
    fc.record({ does: fc.constant("DELETE"), actor: fc.constantFrom(...actors), role }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      for (const actor of actors) await send(emulator, `DELETE ${PATH}/${actor}`, "alice");
      const model = new Map<string, string>();
      for (const { does, actor, role } of steps) {
        const known = model.has(actor);
        const [actor_type = "", actor_identifier = ""] = actor.split("/");
        if (does === "POST") {
          const { status } = await post(emulator, { actor_type, actor_identifier, role });
          expect(status).toBe(known ? 422 : 201);
          if (!known) model.set(actor, role);
        } else if (does === "PUT") {
          const { status } = await put(emulator, actor, role);
          expect(status).toBe(!known ? 404 : role === "no_access" ? 204 : 200);
          if (known && role === "no_access") model.delete(actor);
          else if (known) model.set(actor, role);
        } else {
          expect((await send(emulator, `DELETE ${PATH}/${actor}`, "alice")).status).toBe(known ? 204 : 404);
          model.delete(actor);
        }
      }
      const expected = [...model].map(([actor, held]) => `${actor.replace("/", " ")} ${held}`);
      expect(await shown(emulator)).toEqual(expected);
    }),
    { numRuns: sized(10, 30) },
  );
});

describe("in the documents' own words", () => {
  const test = emulatorTest({ seed, dialect: "svc" });
  test("the path is another one", async ({ emulator }) => {
    expect((await send(emulator, "GET /orgs/acme/assistant-spaces/7/collaborators", "alice")).status).toBe(200);
    expect((await send(emulator, `GET ${PATH}`, "alice")).status).toBe(404);
  });
});
