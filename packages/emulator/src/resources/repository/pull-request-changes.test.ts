import {
  createPullRequest,
  getPullRequest,
  listPullRequestCommits,
  listPullRequestsOfCommit,
  putContents,
  updatePullRequest,
} from "@forgehand/core/operations";
import { describe, expect } from "vitest";
import { startWithWebhooks } from "../../control/webhook-receiver.fixture.ts";
import { clientFor } from "../../requests.fixture.ts";
import { sendJson, test, WIDGETS } from "./issues.fixture.ts";

const ROUTE = "POST /repos/acme/widgets/pulls";
const NEW = { ...WIDGETS, title: "Round it again", head: "round", base: "square" };

const custom = (message: string, field?: string) => ({
  resource: "PullRequest",
  code: "custom",
  message,
  ...(field === undefined ? {} : { field }),
});

describe("a new pull request", () => {
  test("has the next number, its changes and emits an event", async () => {
    await using service = await startWithWebhooks();
    const widgets = { owner: "acme", repo: "widgets" };
    const created = await service.client("bob").call(createPullRequest, {
      ...widgets,
      title: "Round the clash",
      body: "Without corners.",
      head: "round",
      base: "clash",
      draft: true,
    });
    expect(created).toMatchObject({
      number: 10,
      title: "Round the clash",
      body: "Without corners.",
      state: "open",
      draft: true,
      mergeable_state: "draft",
      commits: 2,
      user: { login: "bob" },
      head: { label: "acme:round" },
      base: { label: "acme:clash" },
      maintainer_can_modify: false,
    });
    const [opened, ...others] = await service.receivedEvents("acme/widgets");
    expect(others).toEqual([]);
    expect(opened).toMatchObject({
      event: "pull_request opened",
      payload: { number: 10, pull_request: { title: "Round the clash" }, sender: { login: "bob" } },
    });
  });

  test("can come from a fork, whose maintainers can modify it if its author allows it", async ({ emulator }) => {
    await clientFor(emulator, "mallory").call(putContents, {
      owner: "mallory",
      repo: "widgets",
      path: "extra.md",
      branch: "main",
      message: "Extra",
      content: Buffer.from("x\n").toString("base64"),
    });
    const input = { ...WIDGETS, title: "Extra", base: "main", head: "mallory:main" };
    const fields = { ...input, head_repo: "widgets", maintainer_can_modify: true };
    const created = await clientFor(emulator, "mallory").call(createPullRequest, fields);
    expect(created).toMatchObject({
      number: 11,
      maintainer_can_modify: true,
      commits: 1,
      head: { label: "mallory:main", repo: { full_name: "mallory/widgets" } },
    });
    const duplicate = await sendJson(emulator, ROUTE, "mallory", {
      title: "Again",
      base: "main",
      head: "mallory:main",
    });
    expect(duplicate.body).toMatchObject({ errors: [custom("A pull request already exists for mallory:main.")] });
  });

  test("can be made of an issue", async ({ emulator }) => {
    const { title: _title, ...fields } = NEW;
    const created = await clientFor(emulator, "bob").call(createPullRequest, { ...fields, issue: 1 });
    expect(created).toMatchObject({
      number: 1,
      title: "Corners scratch",
      user: { login: "dave" },
      labels: [{ name: "bug" }, { name: "help wanted" }],
      head: { ref: "round" },
    });
    const again = await sendJson(emulator, ROUTE, "bob", { issue: 1, head: "round", base: "main" });
    expect(again.body).toMatchObject({ errors: [{ field: "issue" }] });
    const missing = await sendJson(emulator, ROUTE, "bob", { issue: 3, head: "round", base: "main" });
    expect(missing.body).toMatchObject({ errors: [{ field: "issue", code: "invalid" }] });
  });

  test.for<[why: string, body: object, error: object]>([
    ["an unknown head", { head: "nowhere" }, { resource: "PullRequest", field: "head", code: "invalid" }],
    ["an unknown owner", { head: "missing:round" }, { resource: "PullRequest", field: "head", code: "invalid" }],
    ["an unknown repository", { head_repo: "gears" }, { resource: "PullRequest", field: "head", code: "invalid" }],
    ["an unknown base", { base: "nowhere" }, { resource: "PullRequest", field: "base", code: "invalid" }],
    ["a blank title", { title: " " }, { resource: "Issue", field: "title", code: "missing_field" }],
    ["equal branches", { base: "round" }, custom("No commits between round and round")],
    ["a duplicate", { base: "main" }, custom("A pull request already exists for acme:round.")],
  ])("is rejected for %s", async ([, fields, error], { emulator }) => {
    const { title, head, base } = NEW;
    const response = await sendJson(emulator, ROUTE, "bob", { title, head, base, ...fields });
    expect(response).toMatchObject({ status: 422, body: { message: "Validation Failed", errors: [error] } });
  });

  test("requires permission to push to its head", async ({ emulator }) => {
    const { title, head, base } = NEW;
    const response = await sendJson(emulator, ROUTE, "dave", { title, head, base });
    expect(response.status).toBe(422);
    expect(response.body).toMatchObject({ errors: [{ message: "must be a collaborator" }] });
    expect((await sendJson(emulator, ROUTE, "reader", { title, head, base })).status).toBe(403);
    const gears = ROUTE.replace("widgets", "gears");
    expect((await sendJson(emulator, gears, "dave", { title, head, base })).status).toBe(404);
  });
});

describe("an update of a pull request", () => {
  test("changes title, description and base, and emits one event with the previous values", async () => {
    await using service = await startWithWebhooks();
    const pull = { owner: "acme", repo: "widgets", pull_number: 3 };
    const { base } = await service.client("bob").call(getPullRequest, pull);
    const edit = { title: "Rounder", body: "For all.", base: "clash" };
    const updated = await service.client("bob").call(updatePullRequest, { ...pull, ...edit });
    expect(updated).toMatchObject({ title: "Rounder", body: "For all.", base: { ref: "clash" } });
    const [edited, ...others] = await service.receivedEvents("acme/widgets");
    expect(others).toEqual([]);
    expect(edited).toMatchObject({
      event: "pull_request edited",
      payload: {
        changes: {
          title: { from: "Round the corners" },
          body: { from: "For thumbs." },
          base: { ref: { from: "main" }, sha: { from: base.sha } },
        },
      },
    });
    // The same values again are no change.
    await service.client("bob").call(updatePullRequest, { ...pull, ...edit });
    expect(await service.receivedEvents()).toEqual([]);
  });

  test("closes and reopens it, unless its branch is gone", async () => {
    await using service = await startWithWebhooks();
    const { call } = service.client("bob");
    const pull = { owner: "acme", repo: "widgets", pull_number: 8 };
    expect(await call(updatePullRequest, { ...pull, state: "closed" })).toMatchObject({
      state: "closed",
      mergeable: null,
    });
    expect(await call(updatePullRequest, { ...pull, state: "open" })).toMatchObject({ state: "open", closed_at: null });
    expect(await service.receivedEventNames("acme/widgets")).toEqual(["pull_request closed", "pull_request reopened"]);
    service.emulator.control.transition({ repository: "acme/widgets", pull: 8, to: "merged" });
    await expect(call(updatePullRequest, { ...pull, state: "open" })).rejects.toMatchObject({
      status: 422,
      message: expect.stringContaining("state cannot be changed."),
    });
  });

  test.for<[why: string, number: number, body: object, error: object]>([
    ["a blank title", 6, { title: "" }, { field: "title", code: "missing_field" }],
    ["an unknown base", 6, { base: "nowhere" }, custom("Proposed base branch 'nowhere' was not found", "base")],
    [
      "a base that contains it",
      6,
      { base: "round" },
      custom("There are no new commits between base branch 'round' and head branch 'round'", "base"),
    ],
    ["a closed one", 9, { base: "square" }, custom("Cannot change the base branch of a closed pull request.", "base")],
    [
      "a deleted branch",
      10,
      { state: "open" },
      custom("state cannot be changed. The next branch has been deleted.", "state"),
    ],
  ])("is rejected for %s", async ([, number, body, error], { emulator }) => {
    const response = await sendJson(emulator, `PATCH /repos/acme/widgets/pulls/${number}`, "bob", body);
    expect(response).toMatchObject({ status: 422, body: { errors: [error] } });
  });

  test("can allow the maintainers of the base to modify the branch of a fork", async ({ emulator }) => {
    const update = (pull_number: number) =>
      clientFor(emulator, "bob").call(updatePullRequest, { ...WIDGETS, pull_number, maintainer_can_modify: true });
    const fields = { ...WIDGETS, pull_number: 8, maintainer_can_modify: false };
    expect((await clientFor(emulator, "mallory").call(updatePullRequest, fields)).maintainer_can_modify).toBe(false);
    expect((await update(8)).maintainer_can_modify).toBe(true);
    expect((await update(6)).maintainer_can_modify).toBe(false);
  });

  test("requires its author or permission to push", async ({ emulator }) => {
    const update = async (token: string, number: number) =>
      (await sendJson(emulator, `PATCH /repos/acme/widgets/pulls/${number}`, token, { title: "Mine" })).status;
    expect(await update("mallory", 7)).toBe(200);
    expect(await update("mallory", 6)).toBe(403);
    expect(await update("dave", 6)).toBe(403);
    expect(await update("carol", 6)).toBe(200);
    expect(await update("carol", 99)).toBe(404);
  });
});

describe("commits of a pull request", () => {
  test("are listed oldest first, in pages", async ({ emulator }) => {
    const { call } = clientFor(emulator);
    const pull = { ...WIDGETS, pull_number: 6 };
    const commits = await call(listPullRequestCommits, pull);
    expect(commits.map(({ commit }) => commit.message)).toEqual(["Round it", "Say so"]);
    expect(await call(listPullRequestCommits, { ...pull, per_page: 1, page: 2 })).toEqual([commits[1]]);
    await expect(call(listPullRequestCommits, { ...pull, pull_number: 1 })).rejects.toMatchObject({ status: 404 });
  });

  test("lead to the open or merged pull requests that contain them", async () => {
    await using service = await startWithWebhooks();
    const widgets = { owner: "acme", repo: "widgets" };
    const { call } = service.client("bob");
    const { head, base } = await call(getPullRequest, { ...widgets, pull_number: 3 });
    const numbers = async (commit_sha: string, page = {}) =>
      (await call(listPullRequestsOfCommit, { ...widgets, commit_sha, ...page })).map(({ number }) => number);
    expect(await numbers(head.sha)).toEqual([9, 5, 3]);
    expect(await numbers(head.sha, { per_page: 2, page: 2 })).toEqual([3]);
    expect(await numbers(base.sha)).toEqual([]);
    service.emulator.control.transition({ repository: "acme/widgets", pull: 3, to: "merged" });
    expect(await numbers(head.sha)).toEqual([9, 3]);
    await expect(numbers("12".repeat(20))).rejects.toMatchObject({ status: 422 });
    const blank = { owner: "acme", repo: "blank", commit_sha: head.sha };
    await expect(call(listPullRequestsOfCommit, blank)).rejects.toMatchObject({ status: 409 });
  });
});
