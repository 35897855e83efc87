import {
  createIssueCommentReaction,
  listIssueFieldValues,
  listTimelineEvents,
  searchIssues,
} from "@forgehand/core/operations";
import { describe, expect, test } from "vitest";
import type { IssueTransition } from "../../public.ts";
import { sendRequest } from "../../requests.fixture.ts";
import { type EmulatorWithWebhooks, startWithWebhooks } from "../webhook-receiver.fixture.ts";

/** Applies a transition to an issue of acme/widgets. */
function transition(
  { emulator }: EmulatorWithWebhooks,
  issue: number,
  to: IssueTransition["to"],
  fields: Partial<IssueTransition> = {},
) {
  emulator.control.transition({ repository: "acme/widgets", issue, to, ...fields });
}

const search = async (service: EmulatorWithWebhooks, q: string) =>
  (await service.client("alice").call(searchIssues, { q, search_type: "semantic" })).items;

const VALUES = "/issues/1/issue-field-values";

test("closes an issue with a reason, and reopens it", async () => {
  await using service = await startWithWebhooks();
  transition(service, 1, "closed", { reason: "not_planned", by: "carol" });
  expect(await search(service, "repo:acme/widgets scratch")).toMatchObject([
    { state: "closed", state_reason: "not_planned", closed_at: "2026-02-02T12:00:00Z" },
  ]);
  transition(service, 1, "open");
  transition(service, 1, "closed");
  const events = await service.receivedEvents("org");
  expect(events).toMatchObject([
    {
      event: "issues closed",
      payload: { issue: { state_reason: "not_planned", body: "Sharp." }, sender: { login: "carol" } },
    },
    { event: "issues reopened", payload: { issue: { state: "open", state_reason: "reopened", closed_at: null } } },
    { event: "issues closed", payload: { issue: { state_reason: "completed" }, sender: { login: "alice" } } },
  ]);
});

test.for(["github", "svc"] as const)("deletes an issue (%s)", async (dialect) => {
  await using service = await startWithWebhooks({ dialect });
  transition(service, 1, "deleted");
  expect(await service.receivedEvents("acme/widgets")).toMatchObject([
    { event: "issues deleted", payload: { issue: { number: 1, labels: [{ name: "bug" }, { name: "later" }] } } },
  ]);
  expect(await sendRequest(service.emulator, `GET /repos/acme/widgets${VALUES}`, "alice")).toMatchObject({
    status: 410,
  });
  expect(await search(service, "repo:acme/widgets scratch")).toEqual([]);
  expect(() => transition(service, 1, "open")).toThrow(new RangeError("Issue 1 of acme/widgets was deleted."));
});

test("transfers an issue with its comments, and redirects to it", async () => {
  await using service = await startWithWebhooks();
  const { call } = service.client("alice");
  await call(createIssueCommentReaction, { owner: "acme", repo: "widgets", comment_id: 1, content: "eyes" });
  transition(service, 1, "transferred", { target: "acme/gears", by: "bob" });
  const events = await service.receivedEvents();
  const from = events.find(({ hookOwner }) => hookOwner === "acme/widgets");
  const to = events.find(({ hookOwner }) => hookOwner === "acme/gears");
  expect(from).toMatchObject({
    event: "issues transferred",
    payload: {
      issue: { number: 1, labels: [{ name: "bug" }, { name: "later" }] },
      changes: { new_issue: { number: 1, comments: 1 }, new_repository: { full_name: "acme/gears" } },
      repository: { full_name: "acme/widgets" },
      sender: { login: "bob" },
    },
  });
  expect(to).toMatchObject({
    event: "issues opened",
    payload: {
      issue: {
        title: "Corners scratch",
        labels: [{ name: "bug" }],
        milestone: { title: "Version 1" },
        comments: 1,
        assignees: [{ login: "bob" }],
        user: { login: "carol" },
        reactions: { heart: 1 },
        issue_field_values: [{ issue_field_name: "Note", value: "see the sketch" }],
      },
      changes: { old_issue: { number: 1 }, old_repository: { full_name: "acme/widgets" } },
      repository: { full_name: "acme/gears" },
    },
  });
  // Each event goes to one repository's webhook and the organization's, and to no other.
  expect(events.map(({ hookOwner }) => hookOwner).toSorted()).toEqual(["acme/gears", "acme/widgets", "org", "org"]);

  const transferred = { owner: "acme", repo: "gears", issue_number: 1 };
  expect(await call(listTimelineEvents, transferred)).toMatchObject([
    { event: "commented", body: "Blunt ones don't", reactions: { eyes: 1 } },
    { event: "transferred", actor: { login: "bob" } },
  ]);
  const moved = await sendRequest(service.emulator, `GET /repos/acme/widgets${VALUES}`, "alice");
  expect(moved.status).toBe(301);
  expect(
    await service.client("alice").call(listIssueFieldValues, { owner: "acme", repo: "widgets", issue_number: 1 }),
  ).toEqual([expect.objectContaining({ value: "see the sketch" })]);
  expect(await search(service, "blunt")).toMatchObject([
    { number: 1, repository_url: expect.stringMatching(/gears$/) },
  ]);
  expect(() => transition(service, 1, "closed")).toThrow(new RangeError("Issue 1 of acme/widgets was transferred."));
  expect(() => transition(service, 1, "transferred", { repository: "acme/gears", target: "acme/widgets" })).toThrow(
    new RangeError(
      "Issue 1 of acme/gears can't be transferred to acme/widgets, which is public, from a private repository.",
    ),
  );
});

describe("rejects the transition", () => {
  test.for<[request: Partial<IssueTransition> & Pick<IssueTransition, "to">, message: string]>([
    [{ to: "open" }, "Issue 1 of acme/widgets is already open."],
    [{ to: "closed", issue: 2 }, "Issue 2 of acme/widgets is already closed."],
    [{ to: "closed", issue: 3 }, '3 is a pull request of acme/widgets: use "pull" instead.'],
    [{ to: "closed", issue: 99 }, "acme/widgets has no issue 99."],
    [{ to: "closed", repository: "acme/old" }, "acme/old is archived, and therefore read-only."],
    [{ to: "closed", repository: "widgets" }, 'There is no repository "widgets".'],
    [{ to: "closed", target: "acme/gears" }, '"target" is only for the transition "transferred", got "closed".'],
    [{ to: "transferred" }, '"target" is required, such as acme/gears.'],
    [{ to: "transferred", target: "acme/widgets" }, "Issue 1 of acme/widgets is already in acme/widgets."],
    [
      { to: "transferred", target: "mallory/own" },
      "Issue 1 of acme/widgets can't be transferred to mallory/own, which has another owner.",
    ],
    [
      { to: "transferred", target: "acme/mute" },
      "Issue 1 of acme/widgets can't be transferred to acme/mute, where issues are disabled.",
    ],
    [{ to: "deleted", by: "unknown-user" }, 'There is no user "unknown-user".'],
  ])("%o", async ([{ to, ...fields }, message]) => {
    await using service = await startWithWebhooks();
    expect(() => transition(service, 1, to, fields)).toThrow(new RangeError(message));
    expect(await service.receivedEvents()).toEqual([]);
  });
});
