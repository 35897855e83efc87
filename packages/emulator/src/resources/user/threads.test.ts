import {
  deleteThreadSubscription,
  getThread,
  getThreadSubscription,
  requestReviewers,
  setThreadSubscription,
} from "@forgehand/core/operations";
import { describe, expect } from "vitest";
import { clientFor, requestJson } from "../../requests.fixture.ts";
import { emulatorTest } from "../../vitest.ts";

const seed = {
  users: { alice: {}, bob: {}, carol: {}, mallory: {} },
  organizations: {
    acme: { members: { alice: "owner", bob: "member" }, teams: { reviewers: { members: ["alice", "bob"] } } },
  },
  repositories: {
    "acme/widgets": {
      collaborators: { bob: "push", carol: "push" },
      teams: { reviewers: "push" },
      files: { "README.md": "widgets" },
      branches: { "round-corners": "main" },
      issues: [{ number: 2, title: "Sharp corners", author: "carol" }],
      pulls: [{ number: 1, title: "Round the corners", author: "bob", head: "round-corners" }],
      notifications: [
        { id: 7, user: "alice", number: 2, reason: "mention", updated: "2026-01-31T12:00:00Z" },
        { user: "mallory", number: 2, reason: "subscribed", unread: false, subscription: "none" },
      ],
    },
    "acme/gears": {
      private: true,
      collaborators: { carol: "pull" },
      issues: [{ number: 1, title: "Squeaking", author: "alice" }],
      notifications: [{ user: "carol", number: 1, reason: "assign", subscription: "ignored" }],
    },
  },
  tokens: {
    alice: { kind: "classic", user: "alice", scopes: ["notifications"] },
    bob: { kind: "classic", user: "bob", scopes: ["repo"] },
    carol: { kind: "classic", user: "carol", scopes: ["repo"] },
    "carol-notified": { kind: "classic", user: "carol", scopes: ["notifications"] },
    mallory: { kind: "oauth", user: "mallory", scopes: ["notifications"] },
    public: { kind: "classic", user: "alice", scopes: ["public_repo"] },
    fine: { kind: "fine-grained", user: "alice", permissions: "all" },
  },
};
const test = emulatorTest({ seed });

const THREAD = { thread_id: 7 };

describe("a notification thread", () => {
  test("is shown with its subject and repository", async ({ emulator }) => {
    const url = `${emulator.apiUrl}/notifications/threads/7`;
    expect(await clientFor(emulator, "alice").call(getThread, THREAD)).toMatchObject({
      id: "7",
      reason: "mention",
      unread: true,
      updated_at: "2026-01-31T12:00:00Z",
      last_read_at: null,
      subject: { type: "Issue", title: "Sharp corners", url: `${emulator.apiUrl}/repos/acme/widgets/issues/2` },
      repository: { full_name: "acme/widgets" },
      url,
      subscription_url: `${url}/subscription`,
    });
  });

  test("has a subscription that can be changed, removed and renewed", async ({ emulator }) => {
    const { call } = clientFor(emulator, "alice");
    const subscription = {
      subscribed: true,
      ignored: false,
      reason: null,
      created_at: "2026-01-31T12:00:00Z",
      url: `${emulator.apiUrl}/notifications/threads/7/subscription`,
      thread_url: `${emulator.apiUrl}/notifications/threads/7`,
      repository_url: `${emulator.apiUrl}/repos/acme/widgets`,
    };
    expect(await call(getThreadSubscription, THREAD)).toEqual(subscription);
    const ignored = { ...subscription, subscribed: false, ignored: true };
    expect(await call(setThreadSubscription, { ...THREAD, ignored: true })).toEqual(ignored);
    expect(await call(getThreadSubscription, THREAD)).toEqual(ignored);
    for (const _ of [1, 2]) await call(deleteThreadSubscription, THREAD);
    expect(await call(getThreadSubscription, THREAD)).toBeNull();
    const renewed = await requestJson(emulator, "PUT /notifications/threads/7/subscription");
    expect(renewed).toMatchObject({ status: 200, body: { subscribed: true, ignored: false } });
    expect(Object(renewed.body).created_at).not.toBe(subscription.created_at);
  });

  test("belongs to one user, who can still see the repository", async ({ emulator }) => {
    const statusFor = async (token: string, id: number, rest = "") =>
      (await requestJson(emulator, `GET /notifications/threads/${id}${rest}`, undefined, token)).status;
    expect(await statusFor("bob", 7)).toBe(404);
    expect(await statusFor("mallory", 8)).toBe(200);
    expect(await statusFor("mallory", 8, "/subscription")).toBe(404);
    expect(await statusFor("carol", 9, "/subscription")).toBe(200);
    expect(await statusFor("carol-notified", 9, "/subscription")).toBe(404);
    expect(await statusFor("alice", 4711)).toBe(404);
    expect((await requestJson(emulator, "DELETE /notifications/threads/9/subscription")).status).toBe(404);
  });

  test("requires a classic or OAuth token with one of two scopes", async ({ emulator }) => {
    for (const token of ["public", "fine"]) {
      const route = "GET /notifications/threads/7/subscription";
      expect((await requestJson(emulator, route, undefined, token)).status).toBe(403);
    }
  });
});

test("a review request creates a thread for each reviewer except the author, unless the thread is ignored", async ({
  emulator,
}) => {
  const pull = { owner: "acme", repo: "widgets", pull_number: 1 };
  const request = (reviewers: object) => clientFor(emulator, "bob").call(requestReviewers, { ...pull, ...reviewers });
  await request({ reviewers: ["carol"], team_reviewers: ["reviewers"] });
  const threadOf = async (token: string, thread_id: number) =>
    clientFor(emulator, token).call(getThread, { thread_id });
  expect(await threadOf("carol", 10)).toMatchObject({
    reason: "review_requested",
    unread: true,
    subject: { type: "PullRequest", url: `${emulator.apiUrl}/repos/acme/widgets/pulls/1` },
  });
  expect(await threadOf("alice", 11)).toMatchObject({ reason: "review_requested" });
  await expect(threadOf("bob", 12)).rejects.toMatchObject({ status: 404 });
  expect(await clientFor(emulator, "carol").call(getThreadSubscription, { thread_id: 10 })).toMatchObject({
    subscribed: true,
  });

  const { updated_at } = await threadOf("alice", 11);
  await clientFor(emulator, "alice").call(setThreadSubscription, { thread_id: 11, ignored: true });
  emulator.control.clock.advance(60);
  await request({ reviewers: ["alice"] });
  expect(await threadOf("alice", 11)).toMatchObject({ updated_at });
});

describe("a seed", () => {
  const base = seed.repositories["acme/widgets"];
  test.for([
    [[{ user: "alice", number: 3, reason: "mention" }], "number"],
    [[{ user: "unknown", number: 2, reason: "mention" }], "user"],
    [[{ user: "alice", number: 2, reason: "curiosity" }], "reason"],
    [[{ ...base.notifications[0] }, { user: "alice", number: 2, reason: "assign" }], "only thread"],
    [
      [
        { id: 1, user: "alice", number: 2, reason: "mention" },
        { id: 1, user: "bob", number: 2, reason: "mention" },
      ],
      "id",
    ],
  ] as const)("rejects the notifications %j", async ([notifications, problem], { emulator }) => {
    const repositories = { "acme/widgets": { ...base, notifications } };
    await expect(emulator.control.reset({ ...seed, repositories })).rejects.toThrow(problem);
  });
});
