import {
  addIssueLabels,
  createIssueComment,
  getIssueEvent,
  listIssueEvents,
  listRepositoryIssueEvents,
  listTimelineEvents,
  updateIssue,
} from "@forgehand/core/operations";
import { describe, expect } from "vitest";
import { clientFor, sendRequest } from "../../requests.fixture.ts";
import { emulatorTest } from "../../vitest.ts";
import { test, WIDGETS } from "./issues.fixture.ts";

const ISSUE = { ...WIDGETS, issue_number: 1 };
const ROUTE = "/repos/acme/widgets/issues";
const namesOf = (events: readonly { readonly event?: string | undefined }[]) => events.map(({ event }) => event);

const EVENTS = [
  { event: "labeled", actor: "alice", label: "bug", created: "2026-01-01T00:00:00Z" },
  { event: "assigned", actor: "alice", user: "bob", created: "2026-01-02T00:00:00Z" },
  { event: "locked", actor: "bob", reason: "spam", created: "2026-01-03T00:00:00Z" },
  { event: "referenced", actor: "bob", commit: "ab".repeat(20), created: "2026-01-04T00:00:00Z" },
];
const seededTest = emulatorTest({
  seed: {
    users: { alice: {}, bob: {} },
    repositories: {
      "alice/own": {
        labels: { bug: { color: "112233" } },
        issues: [{ number: 1, title: "Seeded", author: "bob", events: EVENTS }],
      },
    },
  },
});

describe("events of issues", () => {
  test("are listed for an issue and, newest first, for the repository", async ({ emulator }) => {
    const { call } = clientFor(emulator, "bob");
    await call(addIssueLabels, { ...ISSUE, labels: ["later"] });
    await call(updateIssue, { ...WIDGETS, issue_number: 6, title: "Rounder", state: "closed" });
    const listed = await call(listRepositoryIssueEvents, WIDGETS);
    expect(listed).toMatchObject([
      { event: "closed", issue: { number: 6, state: "closed" } },
      { event: "renamed", issue: { number: 6 } },
      { event: "labeled", issue: { number: 1 }, actor: { login: "bob" }, created_at: "2026-02-02T12:00:00Z" },
    ]);
    expect(namesOf(await call(listIssueEvents, ISSUE))).toEqual(["labeled"]);
    const event_id = listed[1]?.id ?? 0;
    expect(await call(getIssueEvent, { ...WIDGETS, event_id })).toEqual(listed[1]);
    expect((await sendRequest(emulator, `GET ${ROUTE}/events?per_page=2`, "bob")).link).toContain(
      'page=2>; rel="last"',
    );
    expect((await sendRequest(emulator, `GET ${ROUTE}/events/999`, "bob")).status).toBe(404);
    expect((await sendRequest(emulator, `GET /repos/acme/gears/issues/events/${event_id}`, "bob")).status).toBe(404);
    expect((await sendRequest(emulator, `GET ${ROUTE}/3/events`, "bob")).status).toBe(410);
  });

  test("and comments form a timeline", async ({ emulator }) => {
    const { call } = clientFor(emulator, "bob");
    await call(addIssueLabels, { ...ISSUE, labels: ["later"] });
    await call(createIssueComment, { ...ISSUE, body: "Later" });
    const timeline = await call(listTimelineEvents, ISSUE);
    expect(timeline).toMatchObject([
      { event: "commented", body: "Mine are blunt", user: { login: "bob" } },
      { event: "commented", body: "Ouch" },
      { event: "commented", body: "Later" },
      { event: "labeled", label: { name: "later" } },
    ]);
    expect(namesOf(await call(listTimelineEvents, { ...ISSUE, exclude: "commented" }))).toEqual(["labeled"]);
    const { link, body } = await sendRequest(emulator, `GET ${ROUTE}/1/timeline?per_page=2&page=2`, "bob");
    expect(body).toEqual(expect.arrayContaining([expect.objectContaining({ body: "Later" })]));
    expect(link).toContain('rel="prev"');
    expect((await sendRequest(emulator, `GET ${ROUTE}/99/timeline`, "bob")).status).toBe(404);
  });

  test("of a pull request have commits and reviews", async ({ emulator }) => {
    const { call } = clientFor(emulator, "bob");
    const timeline = await call(listTimelineEvents, { ...WIDGETS, issue_number: 7 });
    // The commits of the seed are newer.
    expect(timeline).toMatchObject([
      { event: "reviewed", state: "commented", body: "Why?", user: { login: "dave" } },
      { event: "committed", message: "Square it", sha: expect.any(String), parents: [{}] },
    ]);
    expect(namesOf(await call(listTimelineEvents, { ...WIDGETS, issue_number: 6 }))).toContain("commented");
  });

  seededTest("are seeded", async ({ emulator }) => {
    const { call } = clientFor(emulator);
    expect(await call(listIssueEvents, { owner: "alice", repo: "own", issue_number: 1 })).toMatchObject([
      { event: "labeled", label: { name: "bug", color: "112233" }, created_at: "2026-01-01T00:00:00Z" },
      { event: "assigned", assignee: { login: "bob" }, assigner: { login: "alice" } },
      { event: "locked", lock_reason: "spam" },
      { event: "referenced", commit_id: "ab".repeat(20), commit_url: expect.stringMatching(/\/commits\/abab/) },
    ]);
  });
});
