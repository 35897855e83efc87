import {
  createGitCommit,
  createIssue,
  createRef,
  deleteRef,
  listIssueEvents,
  putContents,
  removeRequestedReviewers,
  requestReviewers,
  updateIssue,
  updatePullRequest,
  updateRef,
} from "@forgehand/core/operations";
import { expect, test } from "vitest";
import { type EmulatorWithWebhooks, startWithWebhooks } from "../control/webhook-receiver.fixture.ts";

const WIDGETS = { owner: "acme", repo: "widgets" };

/** Returns the names of the recorded events of an issue or pull request. */
async function eventsOf(service: EmulatorWithWebhooks, issue_number: number): Promise<string[]> {
  const events = await service.client("alice").call(listIssueEvents, { ...WIDGETS, issue_number });
  return events.map(({ event }) => event);
}

test("changes of a pull request are recorded once, by any caller", async () => {
  await using service = await startWithWebhooks();
  const { call } = service.client("bob");
  const { control } = service.emulator;
  const pull = { ...WIDGETS, pull_number: 3 };
  await call(updatePullRequest, { ...pull, title: "Round all corners" });
  await call(updateIssue, { ...WIDGETS, issue_number: 3, title: "Round the corners" });
  await call(updatePullRequest, { ...pull, base: "clash" });
  await call(updateIssue, { ...WIDGETS, issue_number: 3, state: "closed" });
  await call(updatePullRequest, { ...pull, state: "open" });
  control.transition({ repository: "acme/widgets", pull: 3, to: "draft" });
  control.transition({ repository: "acme/widgets", pull: 3, to: "ready" });
  control.transition({ repository: "acme/widgets", pull: 3, to: "closed" });
  control.transition({ repository: "acme/widgets", pull: 3, to: "open" });
  expect(await eventsOf(service, 3)).toEqual([
    "renamed",
    "renamed",
    "base_ref_changed",
    "closed",
    "reopened",
    "convert_to_draft",
    "ready_for_review",
    "closed",
    "reopened",
  ]);
  const names = await service.receivedEventNames("acme/widgets");
  expect(names).toEqual([
    "pull_request edited",
    "pull_request edited",
    "pull_request edited",
    "pull_request closed",
    "pull_request reopened",
    "pull_request converted_to_draft",
    "pull_request ready_for_review",
    "pull_request closed",
    "pull_request reopened",
  ]);
});

test("review requests are recorded with the user or the team", async () => {
  await using service = await startWithWebhooks();
  const { call } = service.client("bob");
  const pull = { ...WIDGETS, pull_number: 8 };
  await call(requestReviewers, { ...pull, reviewers: ["carol"], team_reviewers: ["makers"] });
  await call(removeRequestedReviewers, { ...pull, reviewers: [], team_reviewers: ["makers"] });
  const events = await call(listIssueEvents, { ...WIDGETS, issue_number: 8 });
  expect(events).toMatchObject([
    { event: "review_requested", requested_reviewer: { login: "carol" }, review_requester: { login: "bob" } },
    { event: "review_requested", requested_team: { slug: "makers" } },
    { event: "review_request_removed", requested_team: { slug: "makers" } },
  ]);
});

test("a merge is recorded with its commit, also of other pull requests with the same commits", async () => {
  await using service = await startWithWebhooks();
  service.emulator.control.transition({ repository: "acme/widgets", pull: 3, to: "merged" });
  for (const issue_number of [3, 9]) {
    const events = await service.client("alice").call(listIssueEvents, { ...WIDGETS, issue_number });
    expect(events).toMatchObject([
      { event: "merged", commit_id: expect.stringMatching(/^[0-9a-f]{40}$/), actor: { login: "alice" } },
      { event: "closed", commit_id: null },
    ]);
  }
});

test("deleted, restored and rewritten branches are recorded in their pull requests", async () => {
  await using service = await startWithWebhooks();
  const { call } = service.client("bob");
  service.emulator.control.transition({ repository: "acme/widgets", pull: 3, to: "merged" });
  const { commit } = await call(putContents, {
    ...WIDGETS,
    branch: "rounder",
    path: "more.md",
    message: "More",
    content: btoa("More.\n"),
  });
  const [tree = "", parent = ""] = [commit.tree?.sha, commit.parents?.[0]?.sha];
  const rewritten = await call(createGitCommit, { ...WIDGETS, message: "Other", tree, parents: [parent] });
  await call(updateRef, { ...WIDGETS, ref: "heads/rounder", sha: rewritten.sha, force: true });
  await call(deleteRef, { ...WIDGETS, ref: "heads/round" });
  // It is based on the deleted branch, which was merged into the default branch.
  expect(await eventsOf(service, 8)).toEqual(["head_ref_force_pushed", "automatic_base_change_succeeded"]);
  expect(await eventsOf(service, 3)).toEqual(["merged", "closed", "head_ref_deleted"]);
  await call(deleteRef, { ...WIDGETS, ref: "heads/rounder" });
  expect((await eventsOf(service, 8)).slice(2)).toEqual(["closed", "head_ref_deleted"]);
  await call(createRef, { ...WIDGETS, ref: "refs/heads/rounder", sha: rewritten.sha });
  expect((await eventsOf(service, 8)).slice(4)).toEqual(["head_ref_restored"]);
});

test("commits on the default branch close issues once, and are recorded as references", async () => {
  await using service = await startWithWebhooks();
  const { call } = service.client("bob");
  const change = { ...WIDGETS, branch: "rounder", path: "fix.md", message: "Fixes #1", content: btoa("Fixed.\n") };
  const { commit } = await call(putContents, change);
  expect(await eventsOf(service, 1)).toEqual([]);
  const { control } = service.emulator;
  await service.client("carol").call(updatePullRequest, { ...WIDGETS, pull_number: 5, body: "Closes #1" });
  control.transition({ repository: "acme/widgets", pull: 5, to: "ready" });
  control.transition({ repository: "acme/widgets", pull: 5, to: "merged" });
  expect(await call(listIssueEvents, { ...WIDGETS, issue_number: 1 })).toMatchObject([
    { event: "referenced", commit_id: commit.sha },
    { event: "closed", commit_id: commit.sha },
  ]);
});

test("the first commits of an empty repository close issues", async () => {
  await using service = await startWithWebhooks();
  const { call } = service.client("alice");
  const blank = { owner: "acme", repo: "blank" };
  await call(createIssue, { ...blank, title: "Empty" });
  const { commit } = await call(putContents, { ...blank, path: "a.md", message: "Resolves #1", content: btoa("A\n") });
  expect(await call(listIssueEvents, { ...blank, issue_number: 1 })).toMatchObject([
    { event: "referenced", commit_id: commit.sha },
    { event: "closed", commit_id: commit.sha },
  ]);
});

test("a pull request without its branch can't be reopened, as an issue neither", async () => {
  await using service = await startWithWebhooks();
  const { call } = service.client("bob");
  await call(deleteRef, { ...WIDGETS, ref: "heads/clash" });
  const refused = { status: 422, message: expect.stringContaining("The clash branch has been deleted.") };
  await expect(call(updatePullRequest, { ...WIDGETS, pull_number: 4, state: "open" })).rejects.toMatchObject(refused);
  await expect(call(updateIssue, { ...WIDGETS, issue_number: 4, state: "open" })).rejects.toMatchObject(refused);
});
