import {
  addAssignees,
  checkAssignee,
  createIssue,
  listAssignees,
  listIssueEvents,
  removeAssignees,
} from "@forgehand/core/operations";
import { describe, expect } from "vitest";
import { startWithWebhooks } from "../../control/webhook-receiver.fixture.ts";
import { clientFor, sendRequest } from "../../requests.fixture.ts";
import { emulatorTest } from "../../vitest.ts";
import { sendJson, test, WIDGETS } from "./issues.fixture.ts";

const ISSUE = { ...WIDGETS, issue_number: 1 };
const ROUTE = "/repos/acme/widgets/issues";
const loginsOf = (users: readonly { readonly login: string }[] | null | undefined) => users?.map(({ login }) => login);

const USERS = Array.from({ length: 12 }, (_, index) => `user${index}`);
const manyUsersTest = emulatorTest({
  seed: {
    users: { alice: {}, ...Object.fromEntries(USERS.map((login) => [login, {}])) },
    repositories: { "alice/own": { collaborators: Object.fromEntries(USERS.map((login) => [login, "push"])) } },
    tokens: { alice: { kind: "classic", user: "alice", scopes: ["repo"] } },
  },
});

describe("assignees", () => {
  test("are those who manage issues, and members who can read the repository", async ({ emulator }) => {
    const { call } = clientFor(emulator);
    expect(loginsOf(await call(listAssignees, WIDGETS))).toEqual(["alice", "bob", "carol", "erin"]);
    const canBeAssigned = (assignee: string) => call(checkAssignee, { ...WIDGETS, assignee });
    expect(await canBeAssigned("ERIN")).toBe(true);
    // Dave can only read the repository, and isn't a member.
    expect(await canBeAssigned("dave")).toBe(false);
    expect(await canBeAssigned("unknown-user")).toBe(false);
    expect((await sendRequest(emulator, "GET /repos/acme/widgets/assignees?per_page=2", "bob")).link).toContain(
      'page=2>; rel="last"',
    );
    expect((await sendRequest(emulator, "GET /repos/acme/gears/assignees", "dave")).status).toBe(404);
  });

  test("are added and removed, in the order of their assignment", async ({ emulator }) => {
    const { call } = clientFor(emulator, "bob");
    expect(loginsOf((await call(addAssignees, ISSUE)).assignees)).toEqual(["carol", "bob"]);
    const logins = ["erin", { login: "CAROL" }, "mallory", "unknown-user"];
    const added = await call(addAssignees, { ...ISSUE, assignees: logins });
    expect(loginsOf(added.assignees)).toEqual(["carol", "bob", "erin"]);
    const removed = await call(removeAssignees, { ...ISSUE, assignees: ["carol", "unknown-user"] });
    expect(loginsOf(removed.assignees)).toEqual(["bob", "erin"]);
    expect(loginsOf((await call(addAssignees, { ...ISSUE, assignees: ["carol"] })).assignees)).toEqual([
      "bob",
      "erin",
      "carol",
    ]);
    const events = await call(listIssueEvents, ISSUE);
    expect(events.map(({ event, assignee }) => `${event} ${assignee?.login}`)).toEqual([
      "assigned erin",
      "unassigned carol",
      "assigned carol",
    ]);
  });

  test("are silently unchanged if the caller can't manage issues", async ({ emulator }) => {
    const { call } = clientFor(emulator, "dave");
    expect(loginsOf((await call(addAssignees, { ...ISSUE, assignees: ["erin"] })).assignees)).toEqual(["carol", "bob"]);
    expect(loginsOf((await call(removeAssignees, { ...ISSUE, assignees: ["bob"] })).assignees)).toEqual([
      "carol",
      "bob",
    ]);
    expect((await sendJson(emulator, `POST ${ROUTE}/99/assignees`, "bob", { assignees: [] })).status).toBe(404);
    expect((await sendJson(emulator, `POST ${ROUTE}/1/assignees`, "reader", { assignees: [] })).status).toBe(403);
  });

  manyUsersTest("are at most ten", async ({ emulator }) => {
    const { call } = clientFor(emulator, "alice");
    const own = { owner: "alice", repo: "own" };
    const { number: issue_number } = await call(createIssue, { ...own, title: "Much", assignees: USERS.slice(0, 8) });
    const { assignees } = await call(addAssignees, { ...own, issue_number, assignees: USERS });
    expect(loginsOf(assignees)).toEqual(USERS.slice(0, 10));
  });
});

test("changes of assignees emit events", async () => {
  await using service = await startWithWebhooks();
  const { call } = service.client("bob");
  await call(addAssignees, { ...WIDGETS, issue_number: 1, assignees: ["bob", "carol"] });
  await call(removeAssignees, { ...WIDGETS, issue_number: 1, assignees: ["bob"] });
  await call(addAssignees, { ...WIDGETS, issue_number: 3, assignees: ["carol"] });
  expect(await service.receivedEvents("acme/widgets")).toMatchObject([
    { event: "issues assigned", payload: { assignee: { login: "carol" }, issue: { assignees: [{}, {}] } } },
    { event: "issues unassigned", payload: { assignee: { login: "bob" }, issue: { assignees: [{}] } } },
    { event: "pull_request assigned", payload: { assignee: { login: "carol" }, sender: { login: "bob" } } },
  ]);
});
