import { checkOrganizationMember, listOrganizationMembers, removeOrganizationMember } from "@forgehand/core/operations";
import { expect } from "vitest";
import { clientFor, sendRequest } from "../../requests.fixture.ts";
import { emulatorTest } from "../../vitest.ts";
import { COMPANY } from "../company.fixture.ts";
import { receiveEvents } from "../received-events.fixture.ts";

const { acme, ...others } = COMPANY.organizations;
const test = emulatorTest({
  seed: {
    ...COMPANY,
    organizations: { ...others, acme: { ...acme, public_members: ["carol"] } },
  },
});

const org = { org: "acme" };
const loginsOf = (list: readonly { login: string }[]) => list.map(({ login }) => login);

test("lists members, of which others only see the public ones", async ({ emulator }) => {
  const seenBy = async (name?: string) => loginsOf(await clientFor(emulator, name).call(listOrganizationMembers, org));
  expect(await seenBy("alice")).toEqual(["alice", "bob", "carol"]);
  expect(await seenBy("bob")).toEqual(["alice", "bob", "carol"]);
  expect(await seenBy("installation")).toEqual(["alice", "bob", "carol"]);
  expect(await seenBy("dave")).toEqual(["carol"]);
  expect(await seenBy()).toEqual(["carol"]);
});

test("filters members by role and two-factor authentication", async ({ emulator }) => {
  const { call } = clientFor(emulator, "alice");
  expect(loginsOf(await call(listOrganizationMembers, { ...org, role: "admin" }))).toEqual(["alice"]);
  expect(loginsOf(await call(listOrganizationMembers, { ...org, role: "member" }))).toEqual(["bob", "carol"]);
  expect(loginsOf(await call(listOrganizationMembers, { ...org, filter: "2fa_disabled" }))).toEqual(["bob", "carol"]);
  expect(await call(listOrganizationMembers, { ...org, filter: "2fa_insecure" })).toEqual([]);
  expect(await sendRequest(emulator, "GET /orgs/acme/members?filter=2fa_disabled", "bob")).toMatchObject({
    status: 422,
    body: { message: "Only owners can use this filter." },
  });
  expect((await sendRequest(emulator, "GET /orgs/acme/members?role=guest", "alice")).status).toBe(422);
});

test("paginates members", async ({ emulator }) => {
  const page = await sendRequest(emulator, "GET /orgs/acme/members?per_page=2&page=2", "alice");
  expect(page.body).toMatchObject([{ login: "carol" }]);
  expect(page.link).toContain('page=1>; rel="prev"');
});

test("checks a membership, and redirects others to the public members", async ({ emulator }) => {
  const { call } = clientFor(emulator, "bob");
  expect(await call(checkOrganizationMember, { ...org, username: "carol" })).toBe(true);
  expect(await call(checkOrganizationMember, { ...org, username: "dave" })).toBe(false);
  const response = await sendRequest(emulator, "GET /orgs/acme/members/bob", "mallory");
  expect(response.status).toBe(302);
  expect(response.headers.get("location")).toMatch(/\/orgs\/acme\/public_members\/bob$/);
  expect((await sendRequest(emulator, "GET /orgs/acme/members/mallory", "mallory")).status).toBe(404);
});

test("removes a member from the organization, its teams and its repositories", async ({ emulator }) => {
  const events = await receiveEvents(emulator, () =>
    clientFor(emulator, "alice").call(removeOrganizationMember, { ...org, username: "bob" }),
  );
  expect((await sendRequest(emulator, "GET /orgs/acme/members/bob", "alice")).status).toBe(404);
  expect((await sendRequest(emulator, "GET /repos/acme/gears", "bob")).status).toBe(404);
  const removal = { membership: { role: "member", user: { login: "bob" } }, sender: { login: "alice" } };
  expect(events).toMatchObject([
    { event: "membership removed", payload: { team: { slug: "testers" }, member: { login: "bob" } } },
    { event: "organization member_removed", payload: removal },
    { event: "member removed", payload: { repository: { name: "widgets" }, member: { login: "bob" } } },
    { event: "member removed", payload: { repository: { name: "gears" }, member: { login: "bob" } } },
  ]);
});

test("refuses to remove a member for anyone but an owner, the last owner, and those who aren't members", async ({
  emulator,
}) => {
  const remove = async (login: string, token: string) =>
    (await sendRequest(emulator, `DELETE /orgs/acme/members/${login}`, token)).status;
  expect(await remove("carol", "bob")).toBe(403);
  expect(await remove("alice", "alice")).toBe(403);
  expect(await remove("dave", "alice")).toBe(404);
  expect(await remove("missing", "alice")).toBe(404);
});
