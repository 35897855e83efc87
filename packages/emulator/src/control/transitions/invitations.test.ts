import { listOrganizationMembers, setOrganizationMembership } from "@forgehand/core/operations";
import { expect } from "vitest";
import { clientFor } from "../../requests.fixture.ts";
import { COMPANY } from "../../resources/company.fixture.ts";
import { receiveEvents } from "../../resources/received-events.fixture.ts";
import { emulatorTest } from "../../vitest.ts";

const test = emulatorTest({ seed: COMPANY });

test("makes an invited user a member", async ({ emulator }) => {
  const { control } = emulator;
  const { call } = clientFor(emulator, "alice");
  const accept = () => control.transition({ organization: "acme", invitee: "dave", to: "accepted" });
  const noInvitation = new RangeError('dave has no invitation to "acme".');
  expect(accept).toThrow(noInvitation);
  await call(setOrganizationMembership, { org: "acme", username: "dave", role: "admin" });
  const events = await receiveEvents(emulator, async () => accept());
  expect((await call(listOrganizationMembers, { org: "acme", role: "admin" })).map(({ login }) => login)).toEqual([
    "alice",
    "dave",
  ]);
  expect(events).toMatchObject([
    {
      event: "organization member_added",
      payload: { membership: { role: "admin", state: "active", user: { login: "dave" } }, sender: { login: "dave" } },
    },
  ]);
  expect(accept).toThrow(noInvitation);
});
