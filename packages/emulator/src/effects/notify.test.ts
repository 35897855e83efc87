import {
  deleteThreadSubscription,
  listNotifications,
  listRepositoryNotifications,
  markNotificationsAsRead,
  requestReviewers,
  setSubscription,
  setThreadSubscription,
} from "@forgehand/core/operations";
import { describe, expect } from "vitest";
import { openBrowser } from "../pages/browser.fixture.ts";
import type { Emulator } from "../public.ts";
import { clientFor } from "../requests.fixture.ts";
import { emulatorTest } from "../vitest.ts";

const WIDGETS = { owner: "acme", repo: "widgets" };
const USERS = ["alice", "bob", "carol", "dave", "erin", "frank"] as const;

const test = emulatorTest({
  control: true,
  now: () => new Date("2026-05-01T12:00:00Z"),
  seed: {
    users: Object.fromEntries(USERS.map((name) => [name, {}])),
    organizations: {
      acme: {
        members: { alice: "owner", bob: "member" },
        teams: { reviewers: { members: ["bob", "carol"] }, helpers: { members: ["erin"] } },
      },
    },
    repositories: {
      "acme/widgets": {
        files: { "README.md": "Widgets" },
        branches: { round: "main" },
        collaborators: { carol: "push", dave: "push" },
        teams: { reviewers: "push" },
        watchers: { erin: "watching", frank: "ignoring" },
        issues: [
          {
            number: 1,
            title: "Broken",
            author: "bob",
            assignees: ["carol"],
            comments: [{ author: "dave", body: "Yes" }],
          },
          { number: 3, title: "Ignored", author: "frank", assignees: ["frank"] },
        ],
        pulls: [{ number: 2, title: "Round corners", author: "bob", head: "round" }],
      },
      "acme/secret": {
        private: true,
        collaborators: { carol: "pull" },
        watchers: { carol: "watching", erin: "watching" },
        issues: [{ number: 1, title: "Hidden", author: "alice" }],
      },
    },
    tokens: Object.fromEntries(USERS.map((user) => [user, { kind: "classic", user, scopes: "all" }])),
  },
});

/** Returns each user's notifications as `title: reason`. */
async function notificationsOf(
  emulator: Emulator,
  users: readonly string[] = USERS,
): Promise<Record<string, string[]>> {
  const entries = users.map(async (user): Promise<[string, string[]]> => {
    const threads = await clientFor(emulator, user).call(listNotifications, {});
    return [user, threads.map(({ subject, reason }) => `${subject.title}: ${reason}`)];
  });
  return Object.fromEntries((await Promise.all(entries)).filter(([, list]) => list.length > 0));
}

const closeIssue = (emulator: Emulator, by: string, issue = 1, repository = "acme/widgets") =>
  emulator.control.transition({ repository, issue, to: "closed", by });

describe("a change of an issue", () => {
  test("notifies participants and watchers with their reasons, but not its sender", async ({ emulator }) => {
    closeIssue(emulator, "alice");
    expect(await notificationsOf(emulator)).toEqual({
      bob: ["Broken: author"],
      carol: ["Broken: assign"],
      dave: ["Broken: comment"],
      erin: ["Broken: subscribed"],
    });
    emulator.control.transition({ repository: "acme/widgets", issue: 1, to: "open", by: "bob" });
    const threads = await clientFor(emulator, "bob").call(listNotifications, {});
    expect(threads).toMatchObject([{ updated_at: "2026-05-01T12:00:00Z" }]);
  });

  test("makes a read thread unread again", async ({ emulator }) => {
    const { call } = clientFor(emulator, "erin");
    closeIssue(emulator, "alice");
    await call(markNotificationsAsRead, {});
    expect(await call(listNotifications, {})).toEqual([]);
    emulator.control.clock.advance(60);
    emulator.control.transition({ repository: "acme/widgets", issue: 1, to: "open", by: "alice" });
    expect(await call(listNotifications, {})).toMatchObject([
      { unread: true, updated_at: "2026-05-01T12:01:00Z", last_read_at: "2026-05-01T12:00:00Z" },
    ]);
  });

  test("notifies only users who can see the repository", async ({ emulator }) => {
    closeIssue(emulator, "alice", 1, "acme/secret");
    expect(await notificationsOf(emulator)).toEqual({ carol: ["Hidden: subscribed"] });
  });
});

describe("a subscription to a repository", () => {
  test("decides who is notified", async ({ emulator }) => {
    const { call } = clientFor(emulator, "erin");
    await call(setSubscription, { ...WIDGETS, ignored: true });
    // Frank ignores the repository, although it is his issue.
    closeIssue(emulator, "alice", 3);
    expect(await notificationsOf(emulator)).toEqual({});
    await call(setSubscription, { ...WIDGETS, subscribed: true });
    await clientFor(emulator, "frank").call(setSubscription, { ...WIDGETS, subscribed: true });
    emulator.control.transition({ repository: "acme/widgets", issue: 3, to: "open", by: "alice" });
    expect(await notificationsOf(emulator)).toEqual({ erin: ["Ignored: subscribed"], frank: ["Ignored: author"] });
    const list = await clientFor(emulator, "erin").call(listRepositoryNotifications, {
      ...WIDGETS,
      participating: true,
    });
    expect(list).toEqual([]);
  });
});

test("a custom subscription covers the chosen kinds of events", async ({ emulator }) => {
  const { post } = await openBrowser(emulator, "frank");
  await post("/acme/widgets/subscription", { do: "custom", thread_types: "PullRequest" });
  closeIssue(emulator, "alice", 1);
  expect(await notificationsOf(emulator, ["frank"])).toEqual({});
  emulator.control.transition({ repository: "acme/widgets", pull: 2, to: "closed", by: "alice" });
  expect(await notificationsOf(emulator, ["frank"])).toEqual({ frank: ["Round corners: subscribed"] });
});

describe("a subscription to a thread", () => {
  test("ends with deleting it, except for watchers, and ignoring it ends both", async ({ emulator }) => {
    closeIssue(emulator, "alice");
    for (const user of ["bob", "erin", "carol"]) {
      const { call } = clientFor(emulator, user);
      const [thread] = await call(listNotifications, {});
      const thread_id = Number(thread?.id);
      await (user === "carol"
        ? call(setThreadSubscription, { thread_id, ignored: true })
        : call(deleteThreadSubscription, { thread_id }));
      await call(markNotificationsAsRead, {});
    }
    emulator.control.transition({ repository: "acme/widgets", issue: 1, to: "open", by: "alice" });
    expect(await notificationsOf(emulator)).toEqual({ dave: ["Broken: comment"], erin: ["Broken: subscribed"] });
  });
});

describe("a pull request", () => {
  test("notifies requested reviewers, and the members of teams", async ({ emulator }) => {
    const { call } = clientFor(emulator, "alice");
    await call(requestReviewers, { ...WIDGETS, pull_number: 2, reviewers: ["dave"] });
    expect(await notificationsOf(emulator)).toEqual({ dave: ["Round corners: review_requested"] });
    await call(requestReviewers, { ...WIDGETS, pull_number: 2, team_reviewers: ["reviewers"] });
    const reviewers = await notificationsOf(emulator);
    expect(reviewers).toMatchObject({ carol: ["Round corners: review_requested"] });
    expect(reviewers["erin"]).toBeUndefined();
  });

  test("notifies those whom a review mentions", async ({ emulator }) => {
    const body = "@alice and @acme/helpers, see `@frank` and a@dave.example, not @stranger.\n> @frank\n";
    emulator.control.review({ repository: "acme/widgets", pull: 2, user: "carol", state: "commented", body });
    expect(await notificationsOf(emulator)).toEqual({
      alice: ["Round corners: mention"],
      bob: ["Round corners: author"],
      erin: ["Round corners: team_mention"],
    });
  });
});

test("simulated events notify no one", async ({ emulator }) => {
  emulator.control.sendEvent({ event: "issues", action: "closed", repository: "acme/widgets" });
  expect(await notificationsOf(emulator)).toEqual({});
});
