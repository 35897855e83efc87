import type { Emulator } from "@forgehand/emulator";
import { test } from "@forgehand/emulator/vitest";
import { App, Octokit } from "octokit";
import { describe, expect } from "vitest";

// Does with Octokit what most programs do every day.

const widgets = { owner: "acme", repo: "widgets" };

/** Octokit without its own pauses between writes. */
const FastOctokit = Octokit.defaults({ throttle: { enabled: false }, retry: { enabled: false } });

const octokitFor = ({ apiUrl: baseUrl, tokens }: Emulator, name: string) =>
  new FastOctokit({ baseUrl, auth: tokens[name] });

/** Commits a file to a new branch through the git database. */
async function pushBranch({ rest }: Octokit, branch: string, path: string, text: string): Promise<string> {
  const { data: main } = await rest.git.getRef({ ...widgets, ref: "heads/main" });
  const { data: parent } = await rest.git.getCommit({ ...widgets, commit_sha: main.object.sha });
  const { data: blob } = await rest.git.createBlob({ ...widgets, content: text, encoding: "utf-8" });
  const { data: tree } = await rest.git.createTree({
    ...widgets,
    base_tree: parent.tree.sha,
    tree: [{ path, mode: "100644", type: "blob", sha: blob.sha }],
  });
  const parents = [parent.sha];
  // Not of the second in which a rebase could create the same commit again.
  const author = { name: "Bob", email: "bob@acme.example", date: "2026-01-01T12:00:00Z" };
  const message = `Add ${path}`;
  const { data: commit } = await rest.git.createCommit({ ...widgets, message, tree: tree.sha, parents, author });
  await rest.git.createRef({ ...widgets, ref: `refs/heads/${branch}`, sha: commit.sha });
  return commit.sha;
}

describe("Octokit", () => {
  test("labels, assigns and closes issues of a milestone", async ({ emulator }) => {
    const { rest } = octokitFor(emulator, "alice");
    await rest.issues.createLabel({ ...widgets, name: "urgent", color: "ff0000", description: "Now" });
    const { data: milestone } = await rest.issues.createMilestone({
      ...widgets,
      title: "1.0",
      due_on: "2030-01-31T00:00:00Z",
    });
    const { data: created } = await rest.issues.create({
      ...widgets,
      title: "Corners",
      body: "They scratch, @bob.",
      labels: ["urgent"],
      assignees: ["bob"],
      milestone: milestone.number,
    });
    const issue = { ...widgets, issue_number: created.number };
    expect(created).toMatchObject({
      labels: [{ name: "urgent" }],
      assignees: [{ login: "bob" }],
      milestone: { title: "1.0" },
    });
    const { data: comment } = await rest.issues.createComment({ ...issue, body: "Indeed." });
    await rest.issues.updateComment({ ...widgets, comment_id: comment.id, body: "Indeed!" });
    await rest.reactions.createForIssue({ ...issue, content: "+1" });
    await rest.issues.update({ ...issue, state: "closed", state_reason: "completed" });
    const { data: closed } = await rest.issues.get(issue);
    expect(closed).toMatchObject({
      state: "closed",
      comments: 1,
      reactions: { "+1": 1 },
    });
    expect((await rest.issues.getMilestone({ ...widgets, milestone_number: milestone.number })).data).toMatchObject({
      open_issues: 0,
      closed_issues: 1,
    });
    const { data: timeline } = await rest.issues.listEventsForTimeline(issue);
    expect(timeline.map((event) => event.event)).toEqual(
      expect.arrayContaining(["labeled", "assigned", "milestoned", "commented", "closed"]),
    );
    await rest.issues.deleteLabel({ ...widgets, name: "urgent" });
    expect((await rest.issues.listLabelsOnIssue(issue)).data).toEqual([]);
  });

  test("iterates over the pages of issues", async ({ emulator }) => {
    const octokit = octokitFor(emulator, "bob");
    for (let count = 1; count <= 7; count++) await octokit.rest.issues.create({ ...widgets, title: `Issue ${count}` });
    const pages: string[][] = [];
    const options = { ...widgets, per_page: 3, sort: "created", direction: "asc" } as const;
    for await (const { data } of octokit.paginate.iterator(octokit.rest.issues.listForRepo, options)) {
      pages.push(data.filter(({ pull_request }) => !pull_request).map(({ title }) => title));
    }
    expect(pages).toEqual([
      ["Issue 1", "Issue 2"],
      ["Issue 3", "Issue 4", "Issue 5"],
      ["Issue 6", "Issue 7"],
    ]);
  });

  test("commits through the git database, reviews and merges", async ({ emulator }) => {
    const alice = octokitFor(emulator, "alice");
    const bob = octokitFor(emulator, "bob");
    const sha = await pushBranch(bob, "smooth", "docs/smooth.md", "Smooth.\n");
    const { data: created } = await bob.rest.pulls.create({
      ...widgets,
      title: "Smooth",
      head: "smooth",
      base: "main",
      draft: false,
    });
    const pull = { ...widgets, pull_number: created.number };
    expect(created).toMatchObject({ head: { sha }, changed_files: 1, additions: 1, commits: 1 });
    expect((await alice.rest.pulls.listFiles(pull)).data).toMatchObject([
      { filename: "docs/smooth.md", status: "added", additions: 1 },
    ]);
    const { data: diff } = await alice.rest.pulls.get({ ...pull, mediaType: { format: "diff" } });
    expect(diff).toContain("+Smooth.");
    const comments = [{ path: "docs/smooth.md", line: 1, body: "Smoother!" }];
    await alice.rest.pulls.createReview({
      ...pull,
      event: "REQUEST_CHANGES",
      body: "Hm.",
      comments,
    });
    const {
      data: [comment],
    } = await alice.rest.pulls.listReviewComments(pull);
    await bob.rest.pulls.createReplyForReviewComment({ ...pull, comment_id: comment?.id ?? 0, body: "Is it not?" });
    expect((await alice.rest.pulls.listReviewComments(pull)).data.map(({ body }) => body)).toEqual([
      "Smoother!",
      "Is it not?",
    ]);
    await alice.rest.pulls.createReview({ ...pull, event: "APPROVE" });
    expect((await bob.rest.pulls.listReviews(pull)).data.map(({ state }) => state)).toEqual([
      "CHANGES_REQUESTED",
      "COMMENTED",
      "APPROVED",
    ]);
    await bob.rest.repos.createCommitStatus({ ...widgets, sha, state: "success", context: "lint" });
    expect((await bob.rest.repos.getCombinedStatusForRef({ ...widgets, ref: sha })).data).toMatchObject({
      state: "success",
      total_count: 1,
    });
    await expect(bob.rest.pulls.merge({ ...pull, sha: "0".repeat(40) })).rejects.toMatchObject({ status: 409 });
    const { data: merge } = await bob.rest.pulls.merge({ ...pull, merge_method: "rebase" });
    expect(merge.merged).toBe(true);
    await expect(bob.rest.pulls.merge(pull)).rejects.toMatchObject({ status: 405 });
    const { data: comparison } = await alice.rest.repos.compareCommitsWithBasehead({
      ...widgets,
      basehead: "main...smooth",
    });
    expect(comparison).toMatchObject({ status: "diverged", ahead_by: 1, behind_by: 1 });
    expect(
      (await alice.rest.repos.listPullRequestsAssociatedWithCommit({ ...widgets, commit_sha: merge.sha })).data,
    ).toMatchObject([{ number: created.number }]);
  });

  test("publishes a release with an asset", async ({ emulator }) => {
    const { rest } = octokitFor(emulator, "alice");
    const { data: release } = await rest.repos.createRelease({
      ...widgets,
      tag_name: "v1.0.0",
      name: "First",
      generate_release_notes: true,
      draft: true,
    });
    const { data: asset } = await rest.repos.uploadReleaseAsset({
      ...widgets,
      release_id: release.id,
      name: "widget.txt",
      data: "packed",
      url: release.upload_url,
      headers: { "content-type": "text/plain" },
    });
    expect(asset).toMatchObject({ name: "widget.txt", size: 6, state: "uploaded" });
    await expect(rest.repos.getLatestRelease(widgets)).rejects.toMatchObject({ status: 404 });
    await rest.repos.updateRelease({ ...widgets, release_id: release.id, draft: false });
    expect((await rest.repos.getLatestRelease(widgets)).data).toMatchObject({
      tag_name: "v1.0.0",
      assets: [{ id: asset.id }],
    });
    const { data: bytes } = await rest.repos.getReleaseAsset({
      ...widgets,
      asset_id: asset.id,
      headers: { accept: "application/octet-stream" },
    });
    expect(Buffer.from(bytes as unknown as ArrayBuffer).toString()).toBe("packed");
    await rest.repos.deleteRelease({ ...widgets, release_id: release.id });
    expect((await rest.repos.listReleases(widgets)).data).toEqual([]);
    expect((await rest.repos.listTags(widgets)).data).toMatchObject([{ name: "v1.0.0" }]);
  });

  test("creates checks as an app", async ({ emulator }) => {
    const app = new App({
      appId: emulator.apps["forgehand-demo"]?.id ?? 0,
      privateKey: await emulator.control.createAppKey("forgehand-demo"),
      Octokit: FastOctokit.defaults({ baseUrl: emulator.apiUrl }),
    });
    const found: string[] = [];
    for await (const { octokit, repository } of app.eachRepository.iterator()) {
      found.push(repository.full_name);
      if (repository.name !== "widgets") continue;
      const { data: branch } = await octokit.rest.repos.getBranch({ ...widgets, branch: "main" });
      const head_sha = branch.commit.sha;
      const { data: run } = await octokit.rest.checks.create({ ...widgets, name: "lint", head_sha });
      expect(run).toMatchObject({ status: "queued", app: { slug: "forgehand-demo" } });
      await octokit.rest.checks.update({
        ...widgets,
        check_run_id: run.id,
        conclusion: "success",
        output: { title: "Lint", summary: "Fine." },
      });
      const { data } = await octokit.rest.checks.listForRef({ ...widgets, ref: "main", check_name: "lint" });
      expect(data.check_runs).toMatchObject([{ id: run.id, status: "completed", conclusion: "success" }]);
    }
    expect(found.toSorted()).toEqual(["acme/gears", "acme/widgets"]);
    const { rest } = octokitFor(emulator, "alice");
    await expect(rest.checks.create({ ...widgets, name: "lint", head_sha: "main" })).rejects.toMatchObject({
      status: 403,
    });
  });

  test("searches", async ({ emulator }) => {
    const octokit = octokitFor(emulator, "alice");
    await octokit.rest.issues.create({ ...widgets, title: "Corner cases", labels: ["bug"] });
    const search = async (q: string) => {
      const items = await octokit.paginate(octokit.rest.search.issuesAndPullRequests, { q, advanced_search: "true" });
      return items.map(({ title }) => title);
    };
    expect(await search("repo:acme/widgets is:issue label:bug")).toEqual(["Corner cases"]);
    expect(await search("repo:acme/widgets is:pr is:open author:bob")).toEqual(["Round the corners of the widget"]);
    expect((await octokit.rest.search.repos({ q: "org:acme widgets in:name" })).data.items).toMatchObject([
      { full_name: "acme/widgets" },
    ]);
    expect((await octokit.rest.search.users({ q: "bob in:login" })).data).toMatchObject({
      total_count: 1,
      items: [{ login: "bob" }],
    });
    expect(
      (await octokit.rest.search.code({ q: "corners repo:acme/widgets path:src" })).data.items
        .map(({ path }) => path)
        .toSorted(),
    ).toEqual(["src/corners.ts", "src/index.ts"]);
  });

  test("dispatches a workflow and reads its run", async ({ emulator }) => {
    const { rest } = octokitFor(emulator, "alice");
    const workflow =
      "name: Deploy\non:\n  workflow_dispatch:\n    inputs:\n      stage: { required: true }\njobs:\n  deploy:\n    runs-on: ubuntu-latest\n    steps:\n      - run: true\n";
    await rest.repos.createOrUpdateFileContents({
      ...widgets,
      path: ".github/workflows/deploy.yml",
      message: "Deploy",
      content: Buffer.from(workflow).toString("base64"),
    });
    const named = { ...widgets, workflow_id: "deploy.yml" };
    await expect(rest.actions.createWorkflowDispatch({ ...named, ref: "main" })).rejects.toMatchObject({ status: 422 });
    await rest.actions.createWorkflowDispatch({ ...named, ref: "main", inputs: { stage: "test" } });
    const { data } = await rest.actions.listWorkflowRuns({ ...named, event: "workflow_dispatch" });
    expect(data.workflow_runs).toMatchObject([{ name: "Deploy", head_branch: "main", actor: { login: "alice" } }]);
    const run_id = data.workflow_runs[0]?.id ?? 0;
    emulator.control.transition({ run: run_id, to: "completed", conclusion: "failure" });
    expect((await rest.actions.getWorkflowRun({ ...widgets, run_id })).data).toMatchObject({
      status: "completed",
      conclusion: "failure",
    });
    await rest.actions.reRunWorkflowFailedJobs({ ...widgets, run_id });
    expect((await rest.actions.listJobsForWorkflowRun({ ...widgets, run_id })).data.jobs).toMatchObject([
      { name: "deploy", run_attempt: 2 },
    ]);
  });

  test("reads notifications", async ({ emulator }) => {
    const alice = octokitFor(emulator, "alice").rest;
    const bob = new FastOctokit({
      baseUrl: emulator.apiUrl,
      auth: emulator.control.createToken("bob-all", { kind: "classic", user: "bob", scopes: "all" }),
    }).rest;
    const { data: issue } = await alice.issues.create({ ...widgets, title: "For you", body: "@bob, see this." });
    const {
      data: [thread],
    } = await bob.activity.listNotificationsForAuthenticatedUser();
    expect(thread).toMatchObject({
      unread: true,
      reason: "mention",
      subject: { title: "For you", type: "Issue" },
      repository: { full_name: "acme/widgets" },
    });
    expect(thread?.subject.url).toBe(issue.url);
    const thread_id = Number(thread?.id);
    await bob.activity.markThreadAsRead({ thread_id });
    expect((await bob.activity.listNotificationsForAuthenticatedUser()).data).toEqual([]);
    expect((await bob.activity.listNotificationsForAuthenticatedUser({ all: true })).data).toMatchObject([
      { unread: false },
    ]);
    await bob.activity.setThreadSubscription({ thread_id, ignored: true });
    await alice.issues.createComment({ ...widgets, issue_number: issue.number, body: "@bob?" });
    expect((await bob.activity.listNotificationsForAuthenticatedUser()).data).toEqual([]);
  });
});
