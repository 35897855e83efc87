import {
  checkMerge,
  getCommit,
  getPullRequest,
  listPullRequestCommits,
  mergePullRequest,
  putContents,
  updatePullRequestBranch,
} from "@forgehand/core/operations";
import { describe, expect } from "vitest";
import { startWithWebhooks } from "../../control/webhook-receiver.fixture.ts";
import { clientFor } from "../../requests.fixture.ts";
import { withRuleset } from "../../rules/rulesets.fixture.ts";
import { sendJson, test, WIDGETS } from "./issues.fixture.ts";

const PULL = { owner: "acme", repo: "widgets", pull_number: 3 };

describe("a merge", () => {
  test("has the requested message, method and head", async () => {
    await using service = await startWithWebhooks();
    const { call } = service.client("bob");
    expect(await call(checkMerge, PULL)).toBe(false);
    const { head } = await call(getPullRequest, PULL);
    const merged = await call(mergePullRequest, {
      ...PULL,
      sha: head.sha,
      merge_method: "squash",
      commit_title: "Round them",
      commit_message: "All of them.",
    });
    expect(merged).toEqual({
      sha: expect.stringMatching(/^[0-9a-f]{40}$/),
      merged: true,
      message: "Pull Request successfully merged",
    });
    const { commit, parents } = await call(getCommit, { owner: "acme", repo: "widgets", ref: "main" });
    expect(commit.message).toBe("Round them\n\nAll of them.");
    expect(parents).toHaveLength(1);
    expect(await call(checkMerge, PULL)).toBe(true);
    expect(await call(checkMerge, { ...PULL, pull_number: 99 })).toBe(false);
    const [push, closed] = await service.receivedEvents("acme/widgets");
    expect(push).toMatchObject({ event: "push", payload: { after: merged.sha } });
    expect(closed).toMatchObject({ event: "pull_request closed", payload: { pull_request: { merged: true } } });
  });

  test("creates a merge commit by default, with the message of the settings", async () => {
    await using service = await startWithWebhooks();
    const { call } = service.client("bob");
    await call(mergePullRequest, { ...PULL, commit_message: "Because." });
    const { commit, parents } = await call(getCommit, { owner: "acme", repo: "widgets", ref: "main" });
    expect(commit.message).toBe("Merge pull request #3 from acme/round\n\nBecause.");
    expect(parents).toHaveLength(2);
  });

  test.for<[why: string, number: number, body: object, status: number, message: string]>([
    ["conflicts", 6, {}, 405, "Pull Request is not mergeable"],
    ["a draft", 7, {}, 405, "Pull Request is still a draft"],
    ["a merged one", 9, {}, 405, "Pull Request is not mergeable"],
    ["a closed one", 10, {}, 405, "Pull Request is not mergeable"],
    ["another head", 8, { sha: "12".repeat(20) }, 409, "Head branch was modified. Review and try the merge again."],
  ])("is rejected for %s", async ([, number, body, status, message], { emulator }) => {
    const response = await sendJson(emulator, `PUT /repos/acme/widgets/pulls/${number}/merge`, "bob", body);
    expect(response).toMatchObject({ status, body: { message } });
  });

  test("must use a method that the repository allows", async () => {
    await using service = await startWithWebhooks({}, { allow_merge_commit: false, allow_rebase_merge: false });
    const { call } = service.client("bob");
    await expect(call(mergePullRequest, PULL)).rejects.toMatchObject({
      status: 405,
      message: expect.stringContaining("Merge commits are not allowed on this repository."),
    });
    await expect(call(mergePullRequest, { ...PULL, merge_method: "rebase" })).rejects.toMatchObject({
      message: expect.stringContaining("Rebase merges are not allowed on this repository."),
    });
    expect((await call(mergePullRequest, { ...PULL, merge_method: "squash" })).merged).toBe(true);
  });

  test("requires permission to push", async ({ emulator }) => {
    const merge = async (token: string, number = 8) =>
      (await sendJson(emulator, `PUT /repos/acme/widgets/pulls/${number}/merge`, token, {})).status;
    expect(await merge("mallory")).toBe(403);
    expect(await merge("dave")).toBe(403);
    expect(await merge("bob", 99)).toBe(404);
    expect(await merge("bob")).toBe(200);
  });
});

describe("rules of the base branch", () => {
  const reviews = (parameters: object) => ({
    type: "pull_request",
    parameters: {
      dismiss_stale_reviews_on_push: false,
      require_code_owner_review: false,
      require_last_push_approval: false,
      required_review_thread_resolution: false,
      required_approving_review_count: 1,
      ...parameters,
    },
  });
  const checks = (context: string, strict: boolean) => ({
    type: "required_status_checks",
    parameters: { required_status_checks: [{ context }], strict_required_status_checks_policy: strict },
  });
  const pull = { owner: "acme", repo: "widgets", pull_number: 1 };
  const run = (jobs: object) => ({ workflow_runs: [{ actor: "bob", branch: "round", jobs }] });

  test("block a pull request without enough approvals", () =>
    withRuleset({ rules: [reviews({})] }, async (emulator) => {
      const { call } = clientFor(emulator, "alice");
      expect(await call(getPullRequest, pull)).toMatchObject({ mergeable: true, mergeable_state: "blocked" });
      await expect(call(mergePullRequest, pull)).rejects.toMatchObject({
        status: 405,
        message: expect.stringContaining("At least 1 approving review is required"),
      });
      emulator.control.review({ repository: "acme/widgets", pull: 1, user: "dora" });
      expect(await call(getPullRequest, pull)).toMatchObject({ mergeable_state: "clean" });
      expect((await call(mergePullRequest, pull)).merged).toBe(true);
    }));

  test.for([
    ["clean", "build", "success", "success", false],
    ["unstable", "build", "success", "failure", false],
    ["blocked", "build", "failure", "success", false],
    ["blocked", "none", "success", "success", false],
    ["behind", "build", "success", "success", true],
  ] as const)("leave it %s by the checks of its head: %j", ([state, context, build, lint, strict]) =>
    withRuleset(
      { rules: [checks(context, strict)] },
      async (emulator) => {
        const found = await clientFor(emulator, "alice").call(getPullRequest, pull);
        expect(found).toMatchObject({ mergeable: true, mergeable_state: state });
      },
      run({ build: { conclusion: build }, lint: { conclusion: lint } }),
    ),
  );
});

describe("an update of a pull request's branch", () => {
  test("merges the base branch into it", async () => {
    await using service = await startWithWebhooks();
    const { call } = service.client("bob");
    const before = await call(getPullRequest, PULL);
    const updated = await call(updatePullRequestBranch, { ...PULL, expected_head_sha: before.head.sha });
    expect(updated).toMatchObject({
      message: "Updating pull request branch.",
      url: expect.stringMatching(/\/repos\/acme\/widgets\/pulls\/3$/),
    });
    const after = await call(getPullRequest, PULL);
    const last = (await call(listPullRequestCommits, PULL)).at(-1);
    expect(last).toMatchObject({
      sha: after.head.sha,
      commit: { message: "Merge branch 'main' into round", author: { name: "bob" } },
      parents: [{ sha: before.head.sha }, { sha: before.base.sha }],
    });
    expect(await service.receivedEventNames("acme/widgets")).toEqual(
      expect.arrayContaining(["push", "pull_request synchronize"]),
    );
    for (const [fields, message] of [
      [{}, "There are no new commits on the base branch."],
      [{ expected_head_sha: before.head.sha }, "expected head sha"],
      [{ pull_number: 4 }, "merge conflict between base and head"],
    ] as const) {
      await expect(call(updatePullRequestBranch, { ...PULL, ...fields })).rejects.toMatchObject({
        status: 422,
        message: expect.stringContaining(message),
      });
    }
  });

  test("of a fork is possible for its owner, and for maintainers of the base if they may", async ({ emulator }) => {
    const pull = { ...WIDGETS, pull_number: 8 };
    await expect(clientFor(emulator, "dave").call(updatePullRequestBranch, pull)).rejects.toMatchObject({
      status: 403,
    });
    const content = Buffer.from("x\n").toString("base64");
    const write = (path: string) =>
      clientFor(emulator, "bob").call(putContents, { ...WIDGETS, path, branch: "main", message: "Later", content });
    await write("later.md");
    await clientFor(emulator, "bob").call(updatePullRequestBranch, pull);
    await write("last.md");
    await clientFor(emulator, "mallory").call(updatePullRequestBranch, pull);
    expect((await clientFor(emulator).call(getPullRequest, pull)).commits).toBe(3);
    await expect(
      clientFor(emulator, "bob").call(updatePullRequestBranch, { ...pull, pull_number: 9 }),
    ).rejects.toMatchObject({ status: 422 });
  });
});
