import {
  getThread,
  listNotifications,
  listRepositoryNotifications,
  markNotificationsAsRead,
  markThreadAsRead,
} from "@forgehand/core/operations";
import { describe, expect } from "vitest";
import { clientFor, requestJson } from "../../requests.fixture.ts";
import { emulatorTest } from "../../vitest.ts";

const WIDGETS = { owner: "acme", repo: "widgets" };
const updated = (day: number) => `2026-04-${String(day).padStart(2, "0")}T12:00:00Z`;

const test = emulatorTest({
  now: () => new Date("2026-05-01T12:00:00Z"),
  seed: {
    users: { alice: {}, mallory: {} },
    organizations: { acme: { members: { alice: "owner" } } },
    repositories: {
      "acme/widgets": {
        issues: [1, 2, 3].map((number) => ({ number, title: `Issue ${number}`, author: "alice" })),
        notifications: [
          { id: 11, user: "alice", number: 1, reason: "mention", updated: updated(1) },
          { id: 12, user: "alice", number: 2, reason: "subscribed", updated: updated(3) },
          { id: 13, user: "alice", number: 3, reason: "author", updated: updated(2), unread: false },
          { id: 14, user: "mallory", number: 1, reason: "comment", updated: updated(4) },
        ],
      },
      "acme/gears": {
        private: true,
        issues: [{ number: 1, title: "Gear", author: "alice" }],
        notifications: [
          { id: 21, user: "alice", number: 1, reason: "assign", updated: updated(5) },
          { id: 22, user: "mallory", number: 1, reason: "assign", updated: updated(5) },
        ],
      },
    },
    tokens: {
      alice: { kind: "classic", user: "alice", scopes: "all" },
      mallory: { kind: "classic", user: "mallory", scopes: "all" },
      fine: { kind: "fine-grained", user: "alice", permissions: "all" },
    },
  },
});

const idsOf = (threads: readonly { readonly id: string }[]) => threads.map(({ id }) => Number(id));

describe("notifications", () => {
  test("are listed by their last update, with filters and pages", async ({ emulator }) => {
    const { call } = clientFor(emulator, "alice");
    const list = async (input: object) => idsOf(await call(listNotifications, input));
    expect(await list({})).toEqual([21, 12, 11]);
    expect(await list({ all: true })).toEqual([21, 12, 13, 11]);
    expect(await list({ participating: true })).toEqual([21, 11]);
    expect(await list({ since: updated(3) })).toEqual([21, 12]);
    expect(await list({ before: "2026-04-03T14:00:00+02:00" })).toEqual([11]);
    expect(await list({ per_page: 2, page: 2 })).toEqual([11]);
    expect(idsOf(await call(listRepositoryNotifications, { ...WIDGETS, all: true }))).toEqual([12, 13, 11]);
    expect(idsOf(await call(listRepositoryNotifications, { ...WIDGETS, participating: true }))).toEqual([11]);
  });

  test("belong to the caller, who must see their repositories", async ({ emulator }) => {
    expect(idsOf(await clientFor(emulator, "mallory").call(listNotifications, {}))).toEqual([14]);
    expect((await requestJson(emulator, "GET /notifications", undefined, "fine")).status).toBe(403);
    expect((await requestJson(emulator, "GET /repos/acme/gears/notifications", undefined, "mallory")).status).toBe(404);
    expect((await requestJson(emulator, "GET /notifications?since=yesterday")).status).toBe(422);
  });

  test("are marked as read, each or all", async ({ emulator }) => {
    const { call } = clientFor(emulator, "alice");
    const { status, text } = await requestJson(emulator, "PATCH /notifications/threads/21");
    expect([status, text]).toEqual([205, ""]);
    expect(await call(getThread, { thread_id: 21 })).toMatchObject({
      unread: false,
      last_read_at: "2026-05-01T12:00:00Z",
    });
    await call(markThreadAsRead, { thread_id: 21 });
    expect((await requestJson(emulator, "PATCH /notifications/threads/14")).status).toBe(404);
    expect(await call(markNotificationsAsRead, { last_read_at: updated(2) })).toBeUndefined();
    expect(idsOf(await call(listNotifications, {}))).toEqual([12]);
    await call(markNotificationsAsRead, {});
    expect(await call(listNotifications, {})).toEqual([]);
    await call(markNotificationsAsRead, { read: false, last_read_at: updated(2) });
    expect(idsOf(await call(listNotifications, {}))).toEqual([13, 11]);
    expect(idsOf(await clientFor(emulator, "mallory").call(listNotifications, {}))).toEqual([14]);
  });
});
