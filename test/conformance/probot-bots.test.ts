import type { Probot, ProbotOctokit } from "probot";
import { expect, test } from "vitest";
import { startProbotApp } from "./start-probot-app.ts";

// Runs small apps of the framework Probot, written as its documentation shows them.

const widgets = { owner: "acme", repo: "widgets" };
const robot = { login: "robot[bot]", type: "Bot" };

const SEED = {
  users: { alice: {}, bob: {}, carol: {} },
  organizations: { acme: { members: { alice: "owner", bob: "member" }, base_permission: "push" } },
  repositories: {
    "acme/widgets": {
      labels: { bug: { color: "d73a4a" } },
      files: { "README.md": "# Widgets\n", "src/corner.ts": "export const corners = 4;\n" },
      commits: [
        { branch: "round", from: "main", message: "Round", author: "bob", files: { "round.md": "Round.\n" } },
        { branch: "flat", from: "main", message: "Flat", author: "bob", files: { "flat.md": "Flat.\n" } },
      ],
      issues: [
        { number: 1, title: "Sharp corner", author: "bob", created: "-90d", updated: "-80d" },
        { number: 2, title: "Blunt corner", author: "bob", created: "-90d", updated: "-1h" },
        { number: 3, title: "Old corner", author: "bob", labels: ["bug"], created: "-90d", updated: "-85d" },
      ],
    },
  },
  tokens: {
    alice: { kind: "classic", user: "alice", scopes: ["repo"] },
    bob: { kind: "classic", user: "bob", scopes: ["repo"] },
  },
};

/** Lets a user do something while an app runs, waits until the app has reacted, and returns a client to check it. */
async function runApp(
  events: readonly string[],
  app: (app: Probot) => void,
  act: (octokit: ProbotOctokit, settle: () => Promise<void>) => Promise<unknown>,
): Promise<ProbotOctokit> {
  const { emulator, octokitOf } = await startProbotApp(SEED, events, app);
  const settle = () => emulator.control.settled();
  await act(octokitOf("bob"), settle);
  await settle();
  return octokitOf("alice");
}

test("an app welcomes new issues and labels them", async () => {
  const { rest } = await runApp(
    ["issues"],
    (app) => {
      app.on("issues.opened", async (context) => {
        await context.octokit.rest.issues.createComment(context.issue({ body: "Thanks for opening this issue!" }));
      });
      app.on("issues.opened", async (context) => {
        if (context.payload.issue.title.startsWith("Bug:"))
          await context.octokit.rest.issues.addLabels(context.issue({ labels: ["bug", "triage"] }));
      });
    },
    async (octokit) => {
      await octokit.rest.issues.create({ ...widgets, title: "Bug: the corner scratches" });
      await octokit.rest.issues.create({ ...widgets, title: "More corners" });
    },
  );
  for (const [issue_number, names] of [
    [4, ["bug", "triage"]],
    [5, []],
  ] as const) {
    const { data: issue } = await rest.issues.get({ ...widgets, issue_number });
    expect(issue.labels.map((label) => (typeof label === "string" ? label : label.name))).toEqual(names);
    const { data: comments } = await rest.issues.listComments({ ...widgets, issue_number });
    expect(comments).toMatchObject([{ user: robot, body: "Thanks for opening this issue!" }]);
    expect(issue.comments).toBe(1);
  }
});

test("an app welcomes the first pull request of each author", async () => {
  const { rest } = await runApp(
    ["pull_request"],
    (app) =>
      app.on("pull_request.opened", async (context) => {
        const { data: pulls } = await context.octokit.rest.issues.listForRepo(
          context.repo({ state: "all", creator: context.payload.pull_request.user.login }),
        );
        const isFirst = pulls.filter(({ pull_request }) => pull_request).length === 1;
        if (isFirst) await context.octokit.rest.issues.createComment(context.issue({ body: "Welcome!" }));
      }),
    async ({ rest }, settle) => {
      for (const head of ["round", "flat"]) {
        await rest.pulls.create({ ...widgets, title: head, head, base: "main" });
        await settle();
      }
    },
  );
  expect((await rest.issues.listComments({ ...widgets, issue_number: 4 })).data).toMatchObject([{ body: "Welcome!" }]);
  expect((await rest.issues.listComments({ ...widgets, issue_number: 5 })).data).toEqual([]);
});

test("an app closes stale issues, except those with a label", async () => {
  const { rest } = await runApp(
    ["push"],
    (app) =>
      app.on("push", async (context) => {
        await context.octokit.rest.issues.createLabel(context.repo({ name: "stale", color: "ffffff" }));
        const options = context.octokit.rest.issues.listForRepo.endpoint.merge(
          context.repo({ state: "open", sort: "updated", direction: "asc", per_page: 1 }),
        );
        const limit = Date.now() - 60 * 86_400_000;
        for (const issue of await context.octokit.paginate<{ number: number; updated_at: string; labels: object[] }>(
          options,
        )) {
          if (Date.parse(issue.updated_at) > limit || issue.labels.length > 0) continue;
          const subject = context.repo({ issue_number: issue.number });
          await context.octokit.rest.issues.addLabels({ ...subject, labels: ["stale"] });
          await context.octokit.rest.issues.createComment({ ...subject, body: "Closed because nothing happened." });
          await context.octokit.rest.issues.update({ ...subject, state: "closed", state_reason: "not_planned" });
        }
      }),
    ({ rest }) => rest.repos.createOrUpdateFileContents({ ...widgets, path: "a.md", message: "A", content: "YQ==" }),
  );
  const { data: closed } = await rest.issues.listForRepo({ ...widgets, state: "closed" });
  expect(closed).toMatchObject([{ number: 1, state_reason: "not_planned", closed_by: robot, comments: 1 }]);
  const { data: open } = await rest.issues.listForRepo({ ...widgets, state: "open", sort: "created" });
  expect(open.map(({ number }) => number).toSorted()).toEqual([2, 3]);
  const { data: events } = await rest.issues.listEvents({ ...widgets, issue_number: 1 });
  expect(events.map(({ event, actor }) => [event, actor?.login])).toEqual([
    ["labeled", "robot[bot]"],
    ["closed", "robot[bot]"],
  ]);
});

test("an app checks each push, and annotates lines", async () => {
  const { rest } = await runApp(
    ["check_suite", "check_run"],
    (app) =>
      app.on(["check_suite.requested", "check_run.rerequested"], async (context) => {
        const { head_sha } = "check_suite" in context.payload ? context.payload.check_suite : context.payload.check_run;
        const { data: run } = await context.octokit.rest.checks.create(
          context.repo({
            name: "corners",
            head_sha,
            status: "in_progress" as const,
            started_at: new Date().toISOString(),
          }),
        );
        await context.octokit.rest.checks.update(
          context.repo({
            check_run_id: run.id,
            status: "completed" as const,
            conclusion: "failure" as const,
            output: {
              title: "Corners",
              summary: "One corner is sharp.",
              annotations: [
                {
                  ...{ path: "src/corner.ts", start_line: 1, end_line: 1 },
                  ...{ annotation_level: "failure" as const, message: "Sharp" },
                },
              ],
            },
          }),
        );
      }),
    async ({ rest }) => {
      const file = { ...widgets, path: "a.md", message: "A", content: "YQ==", branch: "round" };
      await rest.repos.createOrUpdateFileContents(file);
    },
  );
  const { data } = await rest.checks.listForRef({ ...widgets, ref: "round" });
  expect(data.check_runs).toMatchObject([
    { name: "corners", status: "completed", conclusion: "failure", app: { slug: "robot" } },
  ]);
  const [run] = data.check_runs;
  expect(run?.output).toMatchObject({ title: "Corners", summary: "One corner is sharp.", annotations_count: 1 });
  const { data: annotations } = await rest.checks.listAnnotations({ ...widgets, check_run_id: run?.id ?? 0 });
  expect(annotations).toMatchObject([{ path: "src/corner.ts", annotation_level: "failure", message: "Sharp" }]);
  const { data: suites } = await rest.checks.listSuitesForRef({ ...widgets, ref: "round" });
  expect(suites.check_suites).toMatchObject([{ status: "completed", conclusion: "failure", app: { slug: "robot" } }]);
});

test("an app merges approved pull requests, and deletes their branches", async () => {
  const { emulator, octokitOf } = await startProbotApp(SEED, ["pull_request_review"], (app) => {
    app.on("pull_request_review.submitted", async (context) => {
      if (context.payload.review.state !== "approved") return;
      const { head, title } = context.payload.pull_request;
      await context.octokit.rest.pulls.merge(
        context.pullRequest({ merge_method: "squash" as const, commit_title: `${title} (checked)`, sha: head.sha }),
      );
      await context.octokit.rest.git.deleteRef(context.repo({ ref: `heads/${head.ref}` }));
    });
  });
  const { rest } = octokitOf("alice");
  const created = await octokitOf("bob").rest.pulls.create({ ...widgets, title: "Round", head: "round", base: "main" });
  const pull = { ...widgets, pull_number: created.data.number };
  await rest.pulls.createReview({ ...pull, event: "COMMENT", body: "Hm." });
  await emulator.control.settled();
  expect((await rest.pulls.checkIfMerged(pull).catch((error) => error)).status).toBe(404);
  await rest.pulls.createReview({ ...pull, event: "APPROVE" });
  await emulator.control.settled();
  expect((await rest.pulls.checkIfMerged(pull)).status).toBe(204);
  expect((await rest.pulls.get(pull)).data).toMatchObject({ state: "closed", merged: true, merged_by: robot });
  const [commit] = (await rest.repos.listCommits(widgets)).data;
  expect(commit?.commit.message.split("\n")[0]).toBe("Round (checked)");
  expect((await rest.repos.getContent({ ...widgets, path: "round.md" })).status).toBe(200);
  await expect(rest.git.getRef({ ...widgets, ref: "heads/round" })).rejects.toMatchObject({ status: 404 });
});

test("an app drafts releases of the pull requests that were merged", async () => {
  const { emulator, octokitOf } = await startProbotApp(SEED, ["pull_request"], (app) => {
    app.on("pull_request.closed", async (context) => {
      if (!context.payload.pull_request.merged) return;
      const { data: pulls } = await context.octokit.rest.pulls.list(
        context.repo({ state: "closed" as const, base: "main", sort: "created" as const, direction: "asc" as const }),
      );
      const body = pulls
        .filter(({ merged_at }) => merged_at)
        .map(({ title, number, user }) => `* ${title} (#${number}) @${user?.login}`)
        .join("\n");
      const { data: releases } = await context.octokit.rest.repos.listReleases(context.repo());
      const draft = releases.find((release) => release.draft);
      if (draft) await context.octokit.rest.repos.updateRelease(context.repo({ release_id: draft.id, body }));
      else
        await context.octokit.rest.repos.createRelease(
          context.repo({ tag_name: "v1.0.0", name: "v1.0.0", draft: true, body }),
        );
    });
  });
  const { rest } = octokitOf("bob");
  for (const head of ["round", "flat"]) {
    const { data } = await rest.pulls.create({ ...widgets, title: head, head, base: "main" });
    await rest.pulls.merge({ ...widgets, pull_number: data.number });
    await emulator.control.settled();
  }
  const { data: releases } = await octokitOf("alice").rest.repos.listReleases(widgets);
  expect(releases).toMatchObject([
    { tag_name: "v1.0.0", draft: true, author: robot, body: "* round (#4) @bob\n* flat (#5) @bob", published_at: null },
  ]);
  const published = await octokitOf("alice").rest.repos.updateRelease({
    ...widgets,
    release_id: releases[0]?.id ?? 0,
    draft: false,
  });
  const tag = await rest.git.getRef({ ...widgets, ref: "tags/v1.0.0" });
  const main = await rest.git.getRef({ ...widgets, ref: "heads/main" });
  expect([published.data.draft, tag.data.object.sha]).toEqual([false, main.data.object.sha]);
});

test("an app acknowledges commands in comments with reactions", async () => {
  const { rest } = await runApp(
    ["issue_comment"],
    (app) =>
      app.on("issue_comment.created", async (context) => {
        const [, label] = /^\/label (\S+)/.exec(context.payload.comment.body) ?? [];
        if (context.isBot || label === undefined) return;
        await context.octokit.rest.reactions.createForIssueComment(
          context.repo({ comment_id: context.payload.comment.id, content: "rocket" as const }),
        );
        await context.octokit.rest.issues.addLabels(context.issue({ labels: [label] }));
      }),
    async ({ rest }) => {
      await rest.issues.createComment({ ...widgets, issue_number: 1, body: "/label bug" });
      await rest.issues.createComment({ ...widgets, issue_number: 1, body: "I like this." });
    },
  );
  const { data: comments } = await rest.issues.listComments({ ...widgets, issue_number: 1 });
  expect(comments.map(({ reactions }) => [reactions?.rocket, reactions?.total_count])).toEqual([
    [1, 1],
    [0, 0],
  ]);
  const comment_id = comments[0]?.id ?? 0;
  const { data: reactions } = await rest.reactions.listForIssueComment({ ...widgets, comment_id });
  expect(reactions).toMatchObject([{ content: "rocket", user: robot }]);
  expect((await rest.issues.get({ ...widgets, issue_number: 1 })).data.labels).toMatchObject([{ name: "bug" }]);
});
