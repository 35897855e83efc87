import {
  getOrganizationMembership,
  removeOrganizationMembership,
  setOrganizationMembership,
} from "@forgehand/core/operations";
import { expect } from "vitest";
import { clientFor, requestJson, sendRequest } from "../../requests.fixture.ts";
import { emulatorTest } from "../../vitest.ts";
import { COMPANY } from "../company.fixture.ts";
import { receiveEvents } from "../received-events.fixture.ts";

const test = emulatorTest({ seed: COMPANY });
const onServer = emulatorTest({ seed: COMPANY, edition: "self-hosted" });

const membershipOf = (username: string) => ({ org: "acme", username });

test("gets a membership", async ({ emulator }) => {
  const { call } = clientFor(emulator, "bob");
  expect(await call(getOrganizationMembership, membershipOf("alice"))).toMatchObject({
    state: "active",
    role: "admin",
    organization: { login: "acme" },
    user: { login: "alice" },
    url: expect.stringMatching(/\/orgs\/acme\/memberships\/alice$/),
  });
  expect((await sendRequest(emulator, "GET /orgs/acme/memberships/dave", "bob")).status).toBe(404);
  expect((await sendRequest(emulator, "GET /orgs/acme/memberships/alice", "mallory")).status).toBe(403);
});

test("invites a user, whose membership is pending until it is cancelled", async ({ emulator }) => {
  const { call } = clientFor(emulator, "alice");
  const events = await receiveEvents(emulator, async () => {
    const invited = await call(setOrganizationMembership, { ...membershipOf("dave"), role: "member" });
    expect(invited).toMatchObject({ state: "pending", role: "member", user: { login: "dave" } });
  });
  const invitation = { login: "dave", role: "direct_member", inviter: { login: "alice" } };
  expect(events).toMatchObject([
    { event: "organization member_invited", payload: { invitation, user: { login: "dave" } } },
  ]);
  // Inviting again only changes the role.
  emulator.control.clearEvents();
  expect(await call(setOrganizationMembership, { ...membershipOf("dave"), role: "admin" })).toMatchObject({
    state: "pending",
    role: "admin",
  });
  expect(emulator.control.events()).toEqual([]);
  expect((await sendRequest(emulator, "GET /orgs/acme/members/dave", "alice")).status).toBe(404);
  await call(removeOrganizationMembership, membershipOf("dave"));
  expect((await sendRequest(emulator, "GET /orgs/acme/memberships/dave", "alice")).status).toBe(404);
});

test("changes the role of a member", async ({ emulator }) => {
  const { call } = clientFor(emulator, "alice");
  const changed = await call(setOrganizationMembership, { ...membershipOf("bob"), role: "admin" });
  expect(changed).toMatchObject({ state: "active", role: "admin" });
  // A former owner is a member like others.
  await call(setOrganizationMembership, membershipOf("alice"));
  expect((await requestJson(emulator, "PUT /orgs/acme/memberships/carol", { role: "admin" })).status).toBe(403);
});

test("removes a member", async ({ emulator }) => {
  await clientFor(emulator, "alice").call(removeOrganizationMembership, membershipOf("carol"));
  expect((await sendRequest(emulator, "GET /orgs/acme/members/carol", "alice")).status).toBe(404);
  expect((await sendRequest(emulator, "DELETE /orgs/acme/memberships/carol", "alice")).status).toBe(404);
});

test("keeps one owner, and refuses other callers and invalid input", async ({ emulator }) => {
  const put = async (login: string, body: object, token?: string) =>
    (await requestJson(emulator, `PUT /orgs/acme/memberships/${login}`, body, token)).status;
  expect(await put("alice", { role: "member" })).toBe(403);
  expect((await sendRequest(emulator, "DELETE /orgs/acme/memberships/alice", "alice")).status).toBe(403);
  expect(await put("dave", { role: "member" }, "bob")).toBe(403);
  expect(await put("dave", { role: "guest" })).toBe(422);
  expect(await put("globex", {})).toBe(404);
});

onServer("adds a member without an invitation on a self-hosted server", async ({ emulator }) => {
  const events = await receiveEvents(emulator, async () => {
    const added = await clientFor(emulator, "alice").call(setOrganizationMembership, membershipOf("dave"));
    expect(added).toMatchObject({ state: "active", role: "member" });
  });
  const membership = { user: { login: "dave" }, role: "member", state: "active" };
  expect(events).toMatchObject([{ event: "organization member_added", payload: { membership } }]);
});
