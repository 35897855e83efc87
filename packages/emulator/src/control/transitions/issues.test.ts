import { listIssueFieldValues, searchIssues } from "@forgehand/core/operations";
import { describe, expect, test } from "vitest";
import { send } from "../../calling.fixture.ts";
import type { IssueTransition } from "../../public.ts";
import { type Listening, startListening } from "../listening.fixture.ts";

/** Something becomes of an issue of acme/widgets. */
function become(
  { emulator }: Listening,
  issue: number,
  to: IssueTransition["to"],
  more: Partial<IssueTransition> = {},
) {
  emulator.control.transition({ repository: "acme/widgets", issue, to, ...more });
}

const found = async (service: Listening, q: string) =>
  (await service.client("alice").call(searchIssues, { q, search_type: "semantic" })).items;

const VALUES = "/issues/1/issue-field-values";

test("an issue is closed for a reason, and opened again", async () => {
  await using service = await startListening();
  become(service, 1, "closed", { reason: "not_planned", by: "carol" });
  expect(await found(service, "repo:acme/widgets scratch")).toMatchObject([
    { state: "closed", state_reason: "not_planned", closed_at: "2026-02-02T12:00:00Z" },
  ]);
  become(service, 1, "open");
  become(service, 1, "closed");
  const told = await service.told("org");
  expect(told).toMatchObject([
    {
      event: "issues closed",
      payload: { issue: { state_reason: "not_planned", body: "Sharp." }, sender: { login: "carol" } },
    },
    { event: "issues reopened", payload: { issue: { state: "open", state_reason: "reopened", closed_at: null } } },
    { event: "issues closed", payload: { issue: { state_reason: "completed" }, sender: { login: "alice" } } },
  ]);
});

test.for(["github", "svc"] as const)("an issue is deleted: it is gone (%s)", async (dialect) => {
  await using service = await startListening({ dialect });
  become(service, 1, "deleted");
  expect(await service.told("acme/widgets")).toMatchObject([
    { event: "issues deleted", payload: { issue: { number: 1, labels: [{ name: "bug" }, { name: "later" }] } } },
  ]);
  expect(await send(service.emulator, `GET /repos/acme/widgets${VALUES}`, "alice")).toMatchObject({ status: 410 });
  expect(await found(service, "repo:acme/widgets scratch")).toEqual([]);
  expect(() => become(service, 1, "open")).toThrow(new RangeError("Issue 1 of acme/widgets was deleted."));
});

test("an issue is transferred with all that was said of it, and leads to where it is", async () => {
  await using service = await startListening();
  become(service, 1, "transferred", { target: "acme/gears", by: "bob" });
  const told = await service.told();
  const from = told.find(({ whose }) => whose === "acme/widgets");
  const to = told.find(({ whose }) => whose === "acme/gears");
  expect(from).toMatchObject({
    event: "issues transferred",
    payload: {
      issue: { number: 1, labels: [{ name: "bug" }, { name: "later" }] },
      changes: { new_issue: { number: 1, comments: 1 }, new_repository: { full_name: "acme/gears" } },
      ...{ repository: { full_name: "acme/widgets" }, sender: { login: "bob" } },
    },
  });
  expect(to).toMatchObject({
    event: "issues opened",
    payload: {
      issue: {
        ...{ title: "Corners scratch", labels: [{ name: "bug" }], milestone: { title: "Version 1" }, comments: 1 },
        ...{ assignees: [{ login: "bob" }], user: { login: "carol" }, reactions: { heart: 1 } },
        issue_field_values: [{ issue_field_name: "Note", value: "see the sketch" }],
      },
      changes: { old_issue: { number: 1 }, old_repository: { full_name: "acme/widgets" } },
      repository: { full_name: "acme/gears" },
    },
  });
  // Each event goes to one repository's webhook, to the organization's, and to nobody else who may not have it.
  expect(told.map(({ whose }) => whose).toSorted()).toEqual(["acme/gears", "acme/widgets", "org", "org"]);

  const moved = await send(service.emulator, `GET /repos/acme/widgets${VALUES}`, "alice");
  expect(moved.status).toBe(301);
  expect(
    await service.client("alice").call(listIssueFieldValues, { owner: "acme", repo: "widgets", issue_number: 1 }),
  ).toEqual([expect.objectContaining({ value: "see the sketch" })]);
  expect(await found(service, "blunt")).toMatchObject([{ number: 1, repository_url: expect.stringMatching(/gears$/) }]);
  expect(() => become(service, 1, "closed")).toThrow(new RangeError("Issue 1 of acme/widgets was transferred."));
  expect(() => become(service, 1, "transferred", { repository: "acme/gears", target: "acme/widgets" })).toThrow(
    new RangeError("Issue 1 of acme/gears can't go to acme/widgets: that is public, and it was private."),
  );
});

describe("what may not be is refused:", () => {
  test.for<[asked: Partial<IssueTransition> & Pick<IssueTransition, "to">, message: string]>([
    [{ to: "open" }, "Issue 1 of acme/widgets is open already."],
    [{ to: "closed", issue: 2 }, "Issue 2 of acme/widgets is closed already."],
    [{ to: "closed", issue: 3 }, '3 is a pull request of acme/widgets: name it by "pull".'],
    [{ to: "closed", issue: 99 }, "acme/widgets has no issue 99."],
    [{ to: "closed", repository: "acme/old" }, "acme/old was archived, and so is read-only."],
    [{ to: "closed", repository: "widgets" }, 'There is no repository "widgets".'],
    [
      { to: "closed", target: "acme/gears" },
      '"target" says where an issue is transferred to: it is no use where it is to be closed.',
    ],
    [{ to: "transferred" }, 'Where is it transferred to? Say it by "target": acme/gears.'],
    [{ to: "transferred", target: "acme/widgets" }, "Issue 1 of acme/widgets is in acme/widgets already."],
    [
      { to: "transferred", target: "mallory/own" },
      "Issue 1 of acme/widgets can't go to mallory/own: that has another owner.",
    ],
    [{ to: "transferred", target: "acme/mute" }, "Issue 1 of acme/widgets can't go to acme/mute: that has no issues."],
    [{ to: "deleted", by: "somebody" }, 'There is no user "somebody".'],
  ])("%o", async ([{ to, ...asked }, message]) => {
    await using service = await startListening();
    expect(() => become(service, 1, to, asked)).toThrow(new RangeError(message));
    expect(await service.told()).toEqual([]);
  });
});
