import { deleteAnnouncement, getAnnouncement, updateAnnouncement } from "@forgehand/core/operations";
import { describe, expect } from "vitest";
import { as, send } from "../../calling.fixture.ts";
import { emulatorTest } from "../../vitest.ts";

const test = emulatorTest({
  now: () => new Date("2026-03-20T12:00:00Z"),
  seed: {
    users: { alice: {}, bob: {} },
    organizations: {
      acme: {
        members: { alice: "owner", bob: "member" },
        announcement: { announcement: "Planted", expires: "+1d", user_dismissible: true },
      },
      globex: { members: { alice: "owner" } },
    },
    tokens: {
      alice: { kind: "classic", user: "alice" },
      bob: { kind: "classic", user: "bob", scopes: "all" },
      fine: { kind: "fine-grained", user: "alice", permissions: { organization_announcement_banners: "write" } },
      reader: { kind: "fine-grained", user: "alice", permissions: { organization_announcement_banners: "read" } },
    },
  },
});

const acme = { org: "acme" };
const NONE = { announcement: null, expires_at: null, user_dismissible: false };

test("a banner is shown until it is taken down, and each organization has its own", async ({ emulator }) => {
  const { call } = as(emulator, "alice");
  const planted = { announcement: "Planted", expires_at: "2026-03-21T12:00:00Z", user_dismissible: true };
  expect(await call(getAnnouncement, acme)).toEqual(planted);
  expect(await call(getAnnouncement, { org: "globex" })).toEqual(NONE);

  const told = { ...acme, announcement: "**Down** at noon", expires_at: "2026-03-20T15:30:00+02:00" };
  const set = { announcement: "**Down** at noon", expires_at: "2026-03-20T13:30:00Z", user_dismissible: false };
  expect(await call(updateAnnouncement, told)).toEqual(set);
  expect(await as(emulator, "reader").call(getAnnouncement, acme)).toEqual(set);

  await call(deleteAnnouncement, acme);
  expect(await call(getAnnouncement, acme)).toEqual(NONE);
  await call(deleteAnnouncement, acme);
  expect(await call(updateAnnouncement, { ...acme, announcement: "Again" })).toMatchObject({ announcement: "Again" });
  expect(await call(updateAnnouncement, { ...acme, announcement: null })).toEqual(NONE);
  expect(await call(getAnnouncement, acme)).toEqual(NONE);
});

test("it is gone once its time has come", async ({ emulator }) => {
  const { call } = as(emulator, "alice");
  const expires_at = "2026-03-20T13:00:00Z";
  await call(updateAnnouncement, { ...acme, announcement: "Soon over", expires_at, user_dismissible: true });
  emulator.control.clock.advance(3599);
  expect(await call(getAnnouncement, acme)).toMatchObject({ announcement: "Soon over", expires_at });
  emulator.control.clock.advance(1);
  expect(await call(getAnnouncement, acme)).toEqual(NONE);
  expect(await call(updateAnnouncement, { ...acme, announcement: "Late", expires_at })).toEqual(NONE);
});

describe("it stays for good", () => {
  test.for([{ expires_at: null }, { expires_at: "" }, {}])("with %j", async (told, { emulator }) => {
    const { call } = as(emulator, "fine");
    const stays = { announcement: "Here to stay", expires_at: null, user_dismissible: null };
    const answer = await call(updateAnnouncement, {
      ...acme,
      announcement: "Here to stay",
      user_dismissible: null,
      ...told,
    });
    expect(answer).toEqual(stays);
    emulator.control.clock.advance(10 * 365 * 24 * 3600);
    expect(await call(getAnnouncement, acme)).toEqual(stays);
  });
});

test("what it lacks is named, and nothing is changed", async ({ emulator }) => {
  const path = "/orgs/acme/announcement";
  const patch = (body: object, token = "alice") =>
    send(emulator, `PATCH ${path}`, token, { body: JSON.stringify(body) });
  expect(await patch({ user_dismissible: true })).toMatchObject({
    status: 422,
    body: { errors: [{ field: "announcement", code: "missing_field" }] },
  });
  expect(await patch({ announcement: "x", expires_at: "tomorrow" })).toMatchObject({
    status: 422,
    body: { errors: [{ field: "expires_at" }] },
  });
  expect((await patch({ announcement: "x" }, "bob")).status).toBe(403);
  expect((await patch({ announcement: "x" }, "reader")).status).toBe(403);
  expect((await send(emulator, `DELETE ${path}`, "bob")).status).toBe(403);
  expect((await send(emulator, `GET ${path}`, "bob")).status).toBe(403);
  expect((await send(emulator, "GET /orgs/nobody/announcement", "alice")).status).toBe(404);
  expect(await as(emulator, "alice").call(getAnnouncement, acme)).toMatchObject({ announcement: "Planted" });
});
