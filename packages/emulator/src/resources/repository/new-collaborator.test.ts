import {
  acceptRepositoryInvitation,
  addCollaborator,
  checkCollaborator,
  getCollaboratorPermission,
  listReceivedRepositoryInvitations,
  listRepositoryInvitations,
  removeCollaborator,
} from "@forgehand/core/operations";
import { describe, expect } from "vitest";
import { clientFor, requestJson, sendRequest } from "../../requests.fixture.ts";
import { emulatorTest } from "../../vitest.ts";
import { COMPANY } from "../company.fixture.ts";
import { receiveEvents } from "../received-events.fixture.ts";

const { acme, ...others } = COMPANY.organizations;
const closed = { ...acme, settings: { members_can_invite_outside_collaborators: false } };
const test = emulatorTest({ seed: COMPANY });
const inClosed = emulatorTest({
  seed: {
    ...COMPANY,
    organizations: { ...others, acme: closed },
    repositories: { ...COMPANY.repositories, "acme/open": { collaborators: { bob: "admin" } } },
  },
});

const gears = { owner: "acme", repo: "gears" };
const notes = { owner: "bob", repo: "notes" };

describe("permission of a user", () => {
  test("is the highest grant, or what everyone has", async ({ emulator }) => {
    const { call } = clientFor(emulator, "alice");
    const rolesOf = async (repo: string, username: string) => {
      const { permission, role_name } = await call(getCollaboratorPermission, { owner: "acme", repo, username });
      return [permission, role_name];
    };
    expect(await rolesOf("widgets", "alice")).toEqual(["admin", "admin"]);
    expect(await rolesOf("widgets", "bob")).toEqual(["write", "maintain"]);
    expect(await rolesOf("widgets", "dave")).toEqual(["read", "triage"]);
    expect(await rolesOf("widgets", "mallory")).toEqual(["read", "read"]);
    expect(await rolesOf("gears", "mallory")).toEqual(["none", "none"]);
    const gears = "GET /repos/acme/gears/collaborators";
    expect((await sendRequest(emulator, `${gears}/missing/permission`, "alice")).status).toBe(404);
    expect((await sendRequest(emulator, `${gears}/alice/permission`, "mallory")).status).toBe(404);
  });

  test("tells whether they are a collaborator", async ({ emulator }) => {
    const { call } = clientFor(emulator, "alice");
    const isCollaborator = (username: string) => call(checkCollaborator, { owner: "acme", repo: "widgets", username });
    expect(await isCollaborator("dave")).toBe(true);
    expect(await isCollaborator("carol")).toBe(true);
    expect(await isCollaborator("mallory")).toBe(false);
    expect((await sendRequest(emulator, "GET /repos/acme/widgets/collaborators/bob", "dave")).status).toBe(403);
  });
});

describe("adding a collaborator", () => {
  test("invites a user, who sees the repository only after accepting", async ({ emulator }) => {
    const alice = clientFor(emulator, "alice");
    const mallory = clientFor(emulator, "mallory");
    const added = await requestJson(emulator, "PUT /repos/acme/gears/collaborators/mallory", { permission: "pull" });
    expect(added).toMatchObject({ status: 201, body: { permissions: "read", invitee: { login: "mallory" } } });
    const [open] = await alice.call(listRepositoryInvitations, gears);
    expect(open).toMatchObject({ permissions: "read", inviter: { login: "alice" }, expired: false });
    expect((await sendRequest(emulator, "GET /repos/acme/gears", "mallory")).status).toBe(404);
    expect(emulator.control.events()).toEqual([]);

    const [received] = await mallory.call(listReceivedRepositoryInvitations, {});
    expect(received?.repository.full_name).toBe("acme/gears");
    const invitation_id = received?.id ?? 0;
    expect((await sendRequest(emulator, `PATCH /user/repository_invitations/${invitation_id}`, "bob")).status).toBe(
      404,
    );
    const events = await receiveEvents(emulator, () => mallory.call(acceptRepositoryInvitation, { invitation_id }));
    expect((await sendRequest(emulator, "GET /repos/acme/gears", "mallory")).body).toMatchObject({
      permissions: { pull: true, triage: false },
    });
    expect(await alice.call(listRepositoryInvitations, gears)).toEqual([]);
    const changes = { permission: { to: "read" }, role_name: { to: "read" } };
    expect(events).toMatchObject([{ event: "member added", payload: { member: { login: "mallory" }, changes } }]);
    expect((await sendRequest(emulator, `PATCH /user/repository_invitations/${invitation_id}`, "mallory")).status).toBe(
      404,
    );
  });

  test("changes the permission of an open invitation", async ({ emulator }) => {
    const { call } = clientFor(emulator, "alice");
    const first = await call(addCollaborator, { ...gears, username: "dave", permission: "pull" });
    const second = await call(addCollaborator, { ...gears, username: "dave", permission: "admin" });
    expect(second).toMatchObject({ id: first?.id, permissions: "admin" });
    expect(await call(listRepositoryInvitations, gears)).toHaveLength(1);
    await call(addCollaborator, { ...gears, username: "mallory" });
    const page = await sendRequest(emulator, "GET /repos/acme/gears/invitations?per_page=1&page=2", "alice");
    expect(page.body).toMatchObject([{ invitee: { login: "mallory" }, permissions: "write" }]);
    expect((await sendRequest(emulator, "GET /repos/acme/gears/invitations", "bob")).status).toBe(403);
  });

  test("lets an invitation expire after 7 days", async ({ emulator }) => {
    const { call } = clientFor(emulator, "alice");
    const invitation = await call(addCollaborator, { ...gears, username: "mallory" });
    emulator.control.clock.advance(7 * 24 * 60 * 60 * 1000);
    expect(await call(listRepositoryInvitations, gears)).toMatchObject([{ expired: true }]);
    const mallory = clientFor(emulator, "mallory");
    expect(await mallory.call(listReceivedRepositoryInvitations, {})).toEqual([]);
    const route = `PATCH /user/repository_invitations/${invitation?.id}`;
    expect((await sendRequest(emulator, route, "mallory")).status).toBe(404);
  });

  test("needs no invitation for a member of the organization", async ({ emulator }) => {
    const { call } = clientFor(emulator, "alice");
    const events = await receiveEvents(emulator, async () => {
      expect(await call(addCollaborator, { ...gears, username: "carol", permission: "maintain" })).toBeUndefined();
      expect((await sendRequest(emulator, "GET /repos/acme/gears", "carol")).body).toMatchObject({
        permissions: { maintain: true, admin: false },
      });
      await call(addCollaborator, { ...gears, username: "carol", permission: "pull" });
      await call(addCollaborator, { ...gears, username: "carol", permission: "pull" });
    });
    expect(events).toMatchObject([
      { event: "member added", payload: { changes: { permission: { to: "write" } } } },
      { event: "member edited", payload: { changes: { permission: { from: "write", to: "read" } } } },
    ]);
  });

  test("gives collaborators of users' repositories write access, whatever is requested", async ({ emulator }) => {
    const { call } = clientFor(emulator, "bob");
    const invitation = await call(addCollaborator, { ...notes, username: "carol", permission: "admin" });
    expect(invitation).toMatchObject({ permissions: "write" });
  });

  test("refuses the owner, organizations, unknown permissions and callers without the right", async ({ emulator }) => {
    const put = (path: string, token: string, body: object = {}) => requestJson(emulator, `PUT ${path}`, body, token);
    expect(await put("/repos/bob/notes/collaborators/bob", "bob")).toMatchObject({
      status: 422,
      body: { errors: [{ message: "Repository owner cannot be a collaborator" }] },
    });
    const path = "/repos/acme/gears/collaborators";
    expect((await put(`${path}/globex`, "alice")).status).toBe(404);
    expect((await put(`${path}/mallory`, "alice", { permission: "all" })).status).toBe(422);
    expect((await put(`${path}/mallory`, "bob")).status).toBe(403);
    expect((await put(`${path}/bob`, "mallory")).status).toBe(404);
  });

  inClosed("is left to owners, if the organization says so", async ({ emulator }) => {
    const put = async (login: string, token: string) =>
      (await requestJson(emulator, `PUT /repos/acme/open/collaborators/${login}`, {}, token)).status;
    expect(await put("dave", "bob")).toBe(403);
    expect(await put("carol", "bob")).toBe(204);
    expect(await put("dave", "alice")).toBe(201);
  });
});

describe("removing a collaborator", () => {
  test("ends their access", async ({ emulator }) => {
    const events = await receiveEvents(emulator, async () => {
      await clientFor(emulator, "alice").call(removeCollaborator, { ...gears, username: "bob" });
      // Nothing is left to remove.
      expect((await sendRequest(emulator, "DELETE /repos/acme/gears/collaborators/bob", "alice")).status).toBe(204);
    });
    expect((await sendRequest(emulator, "GET /repos/acme/gears", "bob")).status).toBe(404);
    expect(events).toMatchObject([
      { event: "member removed", payload: { member: { login: "bob" }, sender: { login: "alice" } } },
    ]);
  });

  test("is possible for administrators and the collaborators themselves", async ({ emulator }) => {
    const remove = async (login: string, token: string) =>
      (await sendRequest(emulator, `DELETE /repos/acme/widgets/collaborators/${login}`, token)).status;
    expect(await remove("dave", "bob")).toBe(403);
    expect(await remove("dave", "mallory")).toBe(403);
    expect(await remove("dave", "dave")).toBe(204);
  });
});
