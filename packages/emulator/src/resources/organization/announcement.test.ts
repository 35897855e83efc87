import {
  deleteAnnouncement,
  deleteEnterpriseAnnouncement,
  getAnnouncement,
  getEnterpriseAnnouncement,
  updateAnnouncement,
  updateEnterpriseAnnouncement,
} from "@forgehand/core/operations";
import { describe, expect } from "vitest";
import { clientFor, sendRequest } from "../../requests.fixture.ts";
import { emulatorTest } from "../../vitest.ts";

const test = emulatorTest({
  now: () => new Date("2026-03-20T12:00:00Z"),
  seed: {
    users: { alice: {}, bob: {}, mallory: {} },
    organizations: {
      acme: {
        members: { alice: "owner", bob: "member" },
        announcement: { announcement: "Planted", expires: "+1d", user_dismissible: true },
      },
      globex: { members: { alice: "owner" } },
    },
    enterprises: {
      "acme-inc": {
        members: { alice: "owner" },
        organizations: ["acme"],
        announcement: { announcement: "Office closed" },
      },
    },
    tokens: {
      alice: { kind: "classic", user: "alice" },
      bob: { kind: "classic", user: "bob", scopes: "all" },
      owner: { kind: "classic", user: "alice", scopes: "all" },
      mallory: { kind: "classic", user: "mallory", scopes: "all" },
      fine: { kind: "fine-grained", user: "alice", permissions: { organization_announcement_banners: "write" } },
      reader: { kind: "fine-grained", user: "alice", permissions: { organization_announcement_banners: "read" } },
    },
  },
});

const acme = { org: "acme" };
const NO_ANNOUNCEMENT = { announcement: null, expires_at: null, user_dismissible: false };

test("shows an organization's banner until it is deleted", async ({ emulator }) => {
  const { call } = clientFor(emulator, "alice");
  const seeded = { announcement: "Planted", expires_at: "2026-03-21T12:00:00Z", user_dismissible: true };
  expect(await call(getAnnouncement, acme)).toEqual(seeded);
  expect(await call(getAnnouncement, { org: "globex" })).toEqual(NO_ANNOUNCEMENT);

  const input = { ...acme, announcement: "**Down** at noon", expires_at: "2026-03-20T15:30:00+02:00" };
  const set = { announcement: "**Down** at noon", expires_at: "2026-03-20T13:30:00Z", user_dismissible: false };
  expect(await call(updateAnnouncement, input)).toEqual(set);
  expect(await clientFor(emulator, "reader").call(getAnnouncement, acme)).toEqual(set);

  await call(deleteAnnouncement, acme);
  expect(await call(getAnnouncement, acme)).toEqual(NO_ANNOUNCEMENT);
  await call(deleteAnnouncement, acme);
  expect(await call(updateAnnouncement, { ...acme, announcement: "Again" })).toMatchObject({ announcement: "Again" });
  expect(await call(updateAnnouncement, { ...acme, announcement: null })).toEqual(NO_ANNOUNCEMENT);
  expect(await call(getAnnouncement, acme)).toEqual(NO_ANNOUNCEMENT);
});

test("hides an expired banner", async ({ emulator }) => {
  const { call } = clientFor(emulator, "alice");
  const expires_at = "2026-03-20T13:00:00Z";
  await call(updateAnnouncement, { ...acme, announcement: "Soon over", expires_at, user_dismissible: true });
  emulator.control.clock.advance(3599);
  expect(await call(getAnnouncement, acme)).toMatchObject({ announcement: "Soon over", expires_at });
  emulator.control.clock.advance(1);
  expect(await call(getAnnouncement, acme)).toEqual(NO_ANNOUNCEMENT);
  expect(await call(updateAnnouncement, { ...acme, announcement: "Late", expires_at })).toEqual(NO_ANNOUNCEMENT);
});

describe("a banner without an expiry never expires", () => {
  test.for([{ expires_at: null }, { expires_at: "" }, {}])("with %j", async (input, { emulator }) => {
    const { call } = clientFor(emulator, "fine");
    const permanent = { announcement: "Here to stay", expires_at: null, user_dismissible: null };
    const response = await call(updateAnnouncement, {
      ...acme,
      announcement: "Here to stay",
      user_dismissible: null,
      ...input,
    });
    expect(response).toEqual(permanent);
    emulator.control.clock.advance(10 * 365 * 24 * 3600);
    expect(await call(getAnnouncement, acme)).toEqual(permanent);
  });
});

test("rejects invalid requests without changing the banner", async ({ emulator }) => {
  const path = "/orgs/acme/announcement";
  const patch = (body: object, token = "alice") =>
    sendRequest(emulator, `PATCH ${path}`, token, { body: JSON.stringify(body) });
  expect(await patch({ user_dismissible: true })).toMatchObject({
    status: 422,
    body: { message: 'Invalid request.\n\n"announcement" wasn\'t supplied.' },
  });
  expect(await patch({ announcement: "x", expires_at: "tomorrow" })).toMatchObject({
    status: 422,
    body: { errors: [{ field: "expires_at" }] },
  });
  expect((await patch({ announcement: "x" }, "bob")).status).toBe(403);
  expect((await patch({ announcement: "x" }, "reader")).status).toBe(403);
  expect((await sendRequest(emulator, `DELETE ${path}`, "bob")).status).toBe(403);
  expect((await sendRequest(emulator, "GET /orgs/unknown-organization/announcement", "alice")).status).toBe(404);
  expect(await clientFor(emulator, "alice").call(getAnnouncement, acme)).toMatchObject({ announcement: "Planted" });
});

test("members read the banner that only owners set, others don't", async ({ emulator }) => {
  expect(await clientFor(emulator, "bob").call(getAnnouncement, acme)).toMatchObject({ announcement: "Planted" });
  expect((await sendRequest(emulator, "GET /orgs/acme/announcement", "mallory")).status).toBe(403);
});

describe("an enterprise's banner", () => {
  const inc = { enterprise: "acme-inc" };
  const path = "/enterprises/acme-inc/announcement";

  test("is readable for members of its organizations, which have their own", async ({ emulator }) => {
    const banner = { announcement: "Office closed", expires_at: null, user_dismissible: false };
    expect(await clientFor(emulator, "bob").call(getEnterpriseAnnouncement, inc)).toEqual(banner);
    expect(await clientFor(emulator, "bob").call(getAnnouncement, acme)).toMatchObject({ announcement: "Planted" });
    expect((await sendRequest(emulator, `GET ${path}`, "mallory")).status).toBe(404);
    expect((await sendRequest(emulator, `GET ${path}`, "fine")).status).toBe(403);
  });

  test("is changed by owners only", async ({ emulator }) => {
    const { call } = clientFor(emulator, "owner");
    const change = { announcement: "**Open** again", expires_at: "2026-03-21T12:00:00Z", user_dismissible: true };
    expect(await call(updateEnterpriseAnnouncement, { ...inc, ...change })).toEqual(change);
    const body = JSON.stringify({ announcement: "x" });
    expect((await sendRequest(emulator, `PATCH ${path}`, "bob", { body })).status).toBe(403);
    expect((await sendRequest(emulator, `DELETE ${path}`, "bob")).status).toBe(403);
    expect(await call(getEnterpriseAnnouncement, inc)).toEqual(change);
    emulator.control.clock.advance(24 * 3600);
    expect(await call(getEnterpriseAnnouncement, inc)).toEqual(NO_ANNOUNCEMENT);

    await call(updateEnterpriseAnnouncement, { ...inc, announcement: "Late" });
    await call(deleteEnterpriseAnnouncement, inc);
    expect(await call(getEnterpriseAnnouncement, inc)).toEqual(NO_ANNOUNCEMENT);
  });
});
