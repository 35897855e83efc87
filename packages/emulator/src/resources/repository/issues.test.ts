import {
  createIssue,
  getIssue,
  listIssueEvents,
  listIssues,
  searchIssues,
  updateIssue,
} from "@forgehand/core/operations";
import { describe, expect } from "vitest";
import { startWithWebhooks } from "../../control/webhook-receiver.fixture.ts";
import { clientFor, sendRequest } from "../../requests.fixture.ts";
import { sendJson, test, WIDGETS } from "./issues.fixture.ts";

const ISSUE = { ...WIDGETS, issue_number: 1 };
const ROUTE = "/repos/acme/widgets/issues";
const numbersOf = (listed: readonly { readonly number: number }[]) => listed.map(({ number }) => number);

describe("lists of issues", () => {
  test("contain open issues and pull requests, newest first", async ({ emulator }) => {
    const listed = await clientFor(emulator).call(listIssues, WIDGETS);
    expect(numbersOf(listed)).toEqual([7, 6, 1, 8]);
    expect(listed[2]).toMatchObject({
      title: "Corners scratch",
      labels: [{ name: "bug" }, { name: "help wanted" }],
      assignees: [{ login: "carol" }, { login: "bob" }],
      milestone: { title: "Version 1" },
      comments: 2,
      reactions: { "+1": 2, heart: 1, total_count: 3 },
    });
    expect(listed[1]?.pull_request).toMatchObject({ merged_at: null });
  });

  test.for([
    [{ state: "closed" }, [10, 9, 2]],
    [{ state: "all", direction: "asc" }, [2, 8, 9, 1, 6, 7, 10]],
    [{ labels: "bug" }, [1]],
    [{ labels: "bug, HELP wanted", state: "all" }, [1]],
    [{ labels: "bug,later" }, []],
    [{ sort: "updated" }, [1, 7, 6, 8]],
    [{ sort: "comments" }, [1, 6, 8, 7]],
    [{ since: "2026-01-14T10:00:00Z" }, [7, 1]],
    [{ milestone: "1" }, [6, 1]],
    [{ milestone: "*" }, [6, 1]],
    [{ milestone: "none" }, [7, 8]],
    [{ assignee: "carol" }, [1]],
    [{ assignee: "*" }, [6, 1]],
    [{ assignee: "none" }, [7, 8]],
    [{ assignee: "unknown-user" }, []],
    [{ creator: "MALLORY" }, [7, 8]],
    [{ mentioned: "carol" }, [1]],
    [{ type: "*" }, []],
    [{ type: "none" }, [7, 6, 1, 8]],
    [{ issue_field_values: "Priority:high" }, [1]],
    [{ issue_field_values: "Due" }, [6, 1]],
    [{ issue_field_values: "Due:2026-03-01" }, [6]],
    [{ issue_field_values: "Secret" }, []],
  ] as const)("are filtered and sorted by %j", async ([query, numbers], { emulator }) => {
    const listed = await clientFor(emulator).call(listIssues, { ...WIDGETS, ...query });
    expect(numbersOf(listed)).toEqual(numbers);
  });

  test("reject an unknown milestone, and have pages", async ({ emulator }) => {
    expect(await sendRequest(emulator, `GET ${ROUTE}?milestone=99`, "bob")).toMatchObject({
      status: 422,
      body: { errors: [{ field: "milestone", code: "invalid" }] },
    });
    const { link, body } = await sendRequest(emulator, `GET ${ROUTE}?per_page=1&page=2`, "bob");
    expect(body).toMatchObject([{ number: 6 }]);
    expect(link).toContain('page=4>; rel="last"');
  });

  test("contain only pull requests if issues are disabled", async ({ emulator }) => {
    const listed = await clientFor(emulator, "bob").call(listIssues, { owner: "acme", repo: "quiet" });
    expect(numbersOf(listed)).toEqual([2]);
  });
});

describe("an issue", () => {
  test("is found by its number, redirected after a transfer, and gone once deleted", async ({ emulator }) => {
    expect(await clientFor(emulator).call(getIssue, ISSUE)).toMatchObject({ number: 1, closed_by: null });
    const moved = await sendRequest(emulator, `GET ${ROUTE}/4`, "bob");
    expect(moved.status).toBe(301);
    expect(await sendRequest(emulator, `GET ${moved.headers.get("location")}`, "bob")).toMatchObject({
      status: 200,
      body: { title: "It moved here" },
    });
    expect((await sendRequest(emulator, `GET ${ROUTE}/4`, "dave")).status).toBe(404);
    expect((await sendRequest(emulator, `GET ${ROUTE}/3`, "bob")).status).toBe(410);
    expect((await sendRequest(emulator, `GET ${ROUTE}/99`, "bob")).status).toBe(404);
    expect((await sendRequest(emulator, "GET /repos/acme/quiet/issues/1", "bob")).status).toBe(410);
    expect((await sendRequest(emulator, "GET /repos/acme/gears/issues/2", "dave")).status).toBe(404);
  });

  test("is created with labels, assignees and a milestone by those who manage issues", async ({ emulator }) => {
    const fields = { title: " New ", body: "It is new", labels: ["bug", { name: "fresh" }], assignees: ["carol"] };
    const { call } = clientFor(emulator, "bob");
    const created = await call(createIssue, { ...WIDGETS, ...fields, milestone: 1, assignee: "bob" });
    expect(created).toMatchObject({
      number: 11,
      title: "New",
      body: "It is new",
      state: "open",
      user: { login: "bob" },
      labels: [{ name: "bug" }, { name: "fresh", color: "ededed" }],
      assignees: [{ login: "carol" }, { login: "bob" }],
      milestone: { number: 1 },
    });
    expect(await call(getIssue, { ...WIDGETS, issue_number: 11 })).toEqual(created);
    expect((await call(searchIssues, { q: "repo:acme/widgets new" })).items).toMatchObject([{ number: 11 }]);
    const ignored = await clientFor(emulator, "mallory").call(createIssue, { ...WIDGETS, ...fields, milestone: 1 });
    expect(ignored).toMatchObject({ number: 12, labels: [], assignees: [], milestone: null });
  });

  test.for([
    [{ title: " " }, { field: "title", code: "missing_field" }],
    [{ title: "x".repeat(257) }, { field: "title", code: "custom" }],
    [
      { title: "New", body: "x".repeat(65_537) },
      { field: "body", code: "custom" },
    ],
    [
      { title: "New", assignees: ["mallory"] },
      { field: "assignees", code: "invalid" },
    ],
    [
      { title: "New", milestone: 99 },
      { field: "milestone", code: "invalid" },
    ],
    [
      { title: "New", labels: ["bug", " "] },
      { resource: "Label", field: "name", code: "missing_field" },
    ],
    [
      { title: "New", type: "Bug" },
      { field: "type", code: "invalid" },
    ],
  ] as const)("is not created from %j", async ([body, error], { emulator }) => {
    const before = await clientFor(emulator).call(listIssues, WIDGETS);
    expect(await sendJson(emulator, `POST ${ROUTE}`, "bob", body)).toMatchObject({
      status: 422,
      body: { message: "Validation Failed", errors: [error] },
    });
    expect(await clientFor(emulator).call(listIssues, WIDGETS)).toEqual(before);
  });

  test("is not created without access or if issues are disabled", async ({ emulator }) => {
    const send = (path: string, token: string) =>
      sendJson(emulator, `POST /repos/${path}/issues`, token, { title: "X" });
    expect((await send("acme/quiet", "bob")).status).toBe(410);
    expect((await send("acme/gears", "dave")).status).toBe(404);
    expect((await send("acme/widgets", "reader")).status).toBe(403);
  });

  test("is closed with a reason, reopened, and has events with their actors", async ({ emulator }) => {
    const { call } = clientFor(emulator, "bob");
    const closed = await call(updateIssue, { ...ISSUE, state: "closed", state_reason: "not_planned" });
    expect(closed).toMatchObject({
      state: "closed",
      state_reason: "not_planned",
      closed_at: "2026-02-02T12:00:00Z",
      closed_by: { login: "bob" },
    });
    // Closing a closed issue changes nothing; another reason replaces the first one.
    expect(await call(updateIssue, { ...ISSUE, state: "closed" })).toEqual(closed);
    const { id: duplicate_issue_id } = await call(getIssue, { ...WIDGETS, issue_number: 2 });
    const duplicate = await call(updateIssue, { ...ISSUE, state: "closed", duplicate_issue_id });
    expect(duplicate.state_reason).toBe("duplicate");
    const reopened = await call(updateIssue, { ...ISSUE, state: "open", title: 7 });
    expect(reopened).toMatchObject({ state: "open", state_reason: "reopened", closed_at: null, title: "7" });
    expect(await call(listIssueEvents, ISSUE)).toMatchObject([
      { event: "closed", actor: { login: "bob" }, commit_id: null, state_reason: "not_planned" },
      { event: "closed", state_reason: "duplicate" },
      { event: "marked_as_duplicate" },
      { event: "renamed", rename: { from: "Corners scratch", to: "7" } },
      { event: "reopened" },
    ]);
  });

  test("is updated by its author, without what only those who manage issues can set", async ({ emulator }) => {
    const { call } = clientFor(emulator, "dave");
    const updated = await call(updateIssue, {
      ...ISSUE,
      title: "Edges scratch",
      body: null,
      labels: [],
      milestone: null,
    });
    expect(updated).toMatchObject({ title: "Edges scratch", body: null, labels: [{}, {}], milestone: { number: 1 } });
    expect((await call(searchIssues, { q: "repo:acme/widgets edges" })).items).toMatchObject([{ number: 1 }]);
    expect((await call(searchIssues, { q: "repo:acme/widgets sharp in:body" })).items).toMatchObject([{ number: 6 }]);
    expect(await sendJson(emulator, `PATCH ${ROUTE}/1`, "mallory", { title: "Mine" })).toMatchObject({
      status: 403,
      body: { message: "Must have admin rights to Repository." },
    });
    expect((await sendJson(emulator, `PATCH ${ROUTE}/4`, "bob", {})).status).toBe(301);
    expect((await sendJson(emulator, `PATCH ${ROUTE}/3`, "bob", {})).status).toBe(410);
  });

  test("has its labels, assignees and milestone replaced", async ({ emulator }) => {
    const { call } = clientFor(emulator, "erin");
    // Erin, who has commented, can be assigned; a suggestion is not applied.
    const updated = await call(updateIssue, {
      ...ISSUE,
      labels: ["later", { name: "bug", suggest: true, rationale: "It is one" }],
      assignees: ["erin", { login: "bob" }],
      milestone: "2",
    });
    expect(updated).toMatchObject({
      labels: [{ name: "later" }],
      assignees: [{ login: "bob" }, { login: "erin" }],
      milestone: { number: 2 },
      suggestions: { labels: [{ name: "bug", suggest: true, rationale: "It is one" }] },
    });
    const events = await call(listIssueEvents, ISSUE);
    expect(events).toMatchObject([
      { event: "unlabeled", label: { name: "bug", color: "d73a4a" } },
      { event: "unlabeled" },
      { event: "labeled", label: { name: "later" } },
      { event: "unassigned", assignee: { login: "carol" }, assigner: { login: "erin" } },
      { event: "assigned", assignee: { login: "erin" } },
      { event: "demilestoned", milestone: { title: "Version 1" } },
      { event: "milestoned", milestone: { title: "Version 0" } },
    ]);
    const cleared = await call(updateIssue, { ...ISSUE, assignee: null, milestone: null, labels: [] });
    expect(cleared).toMatchObject({ labels: [], assignees: [], milestone: null });
  });

  test("that is a pull request is updated too, but not reopened once merged", async ({ emulator }) => {
    const { call } = clientFor(emulator, "bob");
    const pull = { ...WIDGETS, issue_number: 6 };
    expect(await call(updateIssue, { ...pull, state: "closed", labels: ["bug"] })).toMatchObject({
      state: "closed",
      state_reason: null,
      labels: [{ name: "bug" }],
    });
    expect(await call(updateIssue, { ...pull, state: "open" })).toMatchObject({ state: "open", closed_at: null });
    const merged = { ...WIDGETS, issue_number: 9 };
    await call(updateIssue, { ...merged, state: "closed", state_reason: "completed" });
    expect(await call(listIssueEvents, merged)).toEqual([]);
    expect(await sendJson(emulator, `PATCH ${ROUTE}/9`, "bob", { state: "open" })).toMatchObject({
      status: 422,
      body: { errors: [{ resource: "PullRequest", field: "state" }] },
    });
  });
});

test("changes of issues and pull requests emit events", async () => {
  await using service = await startWithWebhooks();
  const { call } = service.client("bob");
  await call(createIssue, { ...WIDGETS, title: "New", labels: ["bug", "fresh"], assignees: ["carol"], milestone: 1 });
  const opened = await service.receivedEvents("acme/widgets");
  expect(opened.map(({ event }) => event)).toEqual([
    "label created",
    "issues opened",
    "issues labeled",
    "issues labeled",
    "issues assigned",
    "issues milestoned",
  ]);
  expect(opened[3]?.payload).toMatchObject({ label: { name: "fresh" }, issue: { labels: [{}, {}] } });
  expect(opened[4]?.payload).toMatchObject({ assignee: { login: "carol" }, sender: { login: "bob" } });
  await call(updateIssue, {
    ...{ ...WIDGETS, issue_number: 10, title: "Newer", body: "It is" },
    ...{ labels: [], assignees: [], milestone: null },
    state: "closed",
  });
  const events = await service.receivedEvents("acme/widgets");
  expect(events.map(({ event }) => event)).toEqual([
    "issues edited",
    "issues unlabeled",
    "issues unlabeled",
    "issues unassigned",
    "issues demilestoned",
    "issues closed",
  ]);
  expect(events[0]?.payload).toMatchObject({ changes: { title: { from: "New" }, body: { from: "" } } });
  expect(events[4]?.payload).toMatchObject({ milestone: { title: "Version 1" }, issue: { milestone: null } });
  await call(updateIssue, { ...WIDGETS, issue_number: 3, title: "Rounder", labels: ["later"], state: "closed" });
  expect(await service.receivedEventNames("acme/widgets")).toEqual([
    "pull_request edited",
    "pull_request labeled",
    "pull_request closed",
  ]);
  await call(updateIssue, { ...WIDGETS, issue_number: 3, title: "Rounder", state: "closed" });
  expect(await service.receivedEventNames("acme/widgets")).toEqual([]);
});
