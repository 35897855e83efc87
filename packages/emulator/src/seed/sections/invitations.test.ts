import { expect, test } from "vitest";
import { startEmulator } from "../../emulator.ts";
import { sendRequest } from "../../requests.fixture.ts";
import { emulatorTest } from "../../vitest.ts";

const base = {
  users: { alice: {}, bob: {}, carol: {} },
  organizations: { acme: { members: { alice: "owner", bob: "member" } } },
  tokens: { alice: { kind: "classic", user: "alice", scopes: "all" } },
};
const withInvitations = (invitations: object) => ({
  ...base,
  repositories: { "acme/widgets": { collaborators: { bob: "pull" }, invitations } },
});

const seed = withInvitations({ carol: { permission: "admin", created: "-2d" } });

emulatorTest({ seed })("inserts invitations, by default of the organization's first owner", async ({ emulator }) => {
  expect((await sendRequest(emulator, "GET /repos/acme/widgets/invitations", "alice")).body).toMatchObject([
    { invitee: { login: "carol" }, inviter: { login: "alice" }, permissions: "admin", expired: false },
  ]);
});

test.for([
  [withInvitations({ bob: {} }), "repositories.acme/widgets.invitations.bob must not be a collaborator"],
  [withInvitations({ dave: {} }), "must name an existing user"],
  [withInvitations({ carol: { by: "dave" } }), "repositories.acme/widgets.invitations.carol.by"],
  [
    { ...base, organizations: { acme: { members: { alice: "owner" }, invitations: { alice: {} } } } },
    "organizations.acme.invitations.alice must not be a member",
  ],
  [{ ...base, organizations: { acme: { public_members: ["carol"] } } }, "must list members of the organization"],
] as const)("rejects an invitation that can't exist (%#)", async ([seed, message]) => {
  await expect(startEmulator({ seed })).rejects.toThrow(message);
});
