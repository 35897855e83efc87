import { rm } from "node:fs/promises";
import type { Client } from "@forgehand/core";
import * as operations from "@forgehand/core/operations";
import { emulatorTest, type TestEmulator } from "@forgehand/emulator/vitest";
import { describe, expect } from "vitest";
import * as z from "zod/mini";
import { type ReceivedDelivery, startReceiver } from "../../packages/emulator/src/deliveries/receiver.fixture.ts";
import { createGitRunner, type GitRunner } from "../../packages/emulator/src/git-http/git.fixture.ts";

// A day of work: a repository, a clone, a pull request with its checks, review and merge, and a release, by git and the
// client, with everything that these cause elsewhere.

const TOOLS = { owner: "acme", repo: "tools" };
const USERS = ["alice", "bob", "carol", "dave", "erin"];
const WORKFLOW =
  "on: [push, pull_request]\njobs:\n  build:\n    runs-on: ubuntu-latest\n    steps:\n      - run: make\n";
const ASSET = new Uint8Array([0, 10, 13, 255]);

const test = emulatorTest({
  control: true,
  allowHookHosts: ["127.0.0.1"],
  seed: {
    users: Object.fromEntries(USERS.map((name) => [name, {}])),
    organizations: {
      acme: { members: { alice: "owner", bob: "member", carol: "member", dave: "member", erin: "member" } },
    },
    tokens: Object.fromEntries(USERS.map((user) => [user, { kind: "classic", user, scopes: "all" }])),
  },
}).extend<{ git: GitRunner }>({
  git: async ({ emulator }, use) => {
    const git = await createGitRunner(emulator);
    try {
      await use(git);
    } finally {
      await rm(git.folder, { recursive: true, force: true });
    }
  },
});

const REQUIRED_CHECKS = [{ context: "build/linux" }];

/** Ways to require a check and an approval on the default branch. */
const REQUIREMENTS: Readonly<Record<string, (client: Client) => Promise<unknown>>> = {
  "the branch's protection": ({ call }) =>
    call(operations.putBranchProtection, {
      ...TOOLS,
      branch: "main",
      required_status_checks: { strict: false, contexts: [], checks: REQUIRED_CHECKS },
      required_pull_request_reviews: { required_approving_review_count: 1 },
      enforce_admins: true,
      restrictions: null,
    }),
  "a ruleset": ({ call }) =>
    call(operations.createRuleset, {
      org: "acme",
      name: "Main",
      target: "branch",
      enforcement: "active",
      conditions: {
        ref_name: { include: ["~DEFAULT_BRANCH"], exclude: [] },
        repository_name: { include: ["tools"], exclude: [] },
      },
      rules: [
        {
          type: "required_status_checks",
          parameters: { required_status_checks: REQUIRED_CHECKS, strict_required_status_checks_policy: false },
        },
        {
          type: "pull_request",
          parameters: {
            required_approving_review_count: 1,
            dismiss_stale_reviews_on_push: false,
            require_code_owner_review: false,
            require_last_push_approval: false,
            required_review_thread_resolution: false,
          },
        },
      ],
    }),
};

/** The text that git prints for a direct push to the default branch. */
const REFUSALS: Readonly<Record<string, RegExp>> = {
  "the branch's protection":
    /error: GH006: Protected branch update failed for refs\/heads\/main\.[\s\S]*main \(protected branch hook declined\)/,
  "a ruleset":
    /error: GH013: Repository rule violations found for refs\/heads\/main\.[\s\S]*main \(push declined due to repository rule/,
};

const Payload = z.looseObject({ action: z.optional(z.string()) });

/** Events of runs that are under way, which other events can come between. */
const RUN_PROGRESS = /^(check_|workflow_job|workflow_run (in_progress|completed))/;

/** Returns deliveries as `event action`. */
const namesOf = (received: readonly ReceivedDelivery[]) =>
  received.map(({ headers, payload }) =>
    [headers["x-github-event"], z.parse(Payload, payload).action].filter(Boolean).join(" "),
  );

/** Completes all workflow runs. */
async function completeRuns(emulator: TestEmulator): Promise<void> {
  const { workflow_runs } = await emulator.as("alice").call(operations.listWorkflowRuns, TOOLS);
  for (const { id } of workflow_runs) emulator.control.transition({ run: id, to: "completed", conclusion: "success" });
}

/** Returns the notifications of users who have any, as `title: reason`. */
async function notificationsOf(emulator: TestEmulator): Promise<Record<string, string[]>> {
  const lists = USERS.map(async (user): Promise<[string, string[]]> => {
    const threads = await emulator.as(user).call(operations.listNotifications, {});
    return [user, threads.map(({ subject, reason }) => `${subject.title}: ${reason}`).toSorted()];
  });
  return Object.fromEntries((await Promise.all(lists)).filter(([, threads]) => threads.length > 0));
}

/** Creates the repository with an issue, and with erin as a watcher while dave ignores it. */
async function createTools(emulator: TestEmulator): Promise<void> {
  const { call } = emulator.as("alice");
  await call(operations.createOrganizationRepository, { org: "acme", name: "tools", auto_init: true });
  for (const username of ["bob", "carol"])
    await call(operations.addCollaborator, { ...TOOLS, username, permission: "push" });
  await emulator.as("erin").call(operations.setSubscription, { ...TOOLS, subscribed: true });
  await emulator.as("dave").call(operations.setSubscription, { ...TOOLS, ignored: true });
  await call(operations.createIssue, { ...TOOLS, title: "Handles break" });
}

/** Pushes a branch with a workflow from a clone, and returns its commit. */
async function pushChange(git: GitRunner): Promise<string> {
  await git.run("", "clone", "--quiet", git.url("acme/tools", "bob"), "tools");
  await git.run("tools", "switch", "--quiet", "--create", "handles");
  const files = { ".github/workflows/build.yml": WORKFLOW, "handle.txt": "oak\n" };
  const sha = await git.commit("tools", files, "Make handles of oak\n\nFixes #1");
  await git.run("tools", "push", "--quiet", "origin", "handles");
  return sha;
}

for (const [name, protect] of Object.entries(REQUIREMENTS)) {
  describe(`with a check and a review required by ${name}`, () => {
    test("a change goes from a clone to the default branch", async ({ emulator, git }) => {
      await using receiver = await startReceiver();
      await createTools(emulator);
      const alice = emulator.as("alice");
      const { call } = emulator.as("bob");
      await protect(alice);
      const config = { url: receiver.url, content_type: "json" } as const;
      await alice.call(operations.createRepositoryHook, { ...TOOLS, config, events: ["*"] });
      const sha = await pushChange(git);
      const { number: pull_number } = await call(operations.createPullRequest, {
        ...TOOLS,
        title: "Handles of oak",
        body: "Fixes #1",
        head: "handles",
        base: "main",
      });
      const pull = { ...TOOLS, pull_number };
      const stateOf = async () => (await call(operations.getPullRequest, pull)).mergeable_state;
      expect(await stateOf()).toBe("blocked");
      const refused = await git.try("tools", "push", "origin", "HEAD:main");
      expect(refused.stderr).toMatch(REFUSALS[name] ?? "");
      await emulator.as("carol").call(operations.createReview, { ...pull, event: "APPROVE" });
      expect(await stateOf()).toBe("blocked");
      await expect(call(operations.mergePullRequest, pull)).rejects.toMatchObject({ status: 405 });
      await call(operations.createCommitStatus, { ...TOOLS, sha, state: "success", context: "build/linux" });
      await completeRuns(emulator);
      expect(await stateOf()).toBe("clean");
      const merged = await call(operations.mergePullRequest, pull);
      await git.run("tools", "switch", "--quiet", "main");
      await git.run("tools", "pull", "--quiet");
      expect(await git.run("tools", "log", "-1", "--format=%H %P")).toMatch(new RegExp(`^${merged.sha} \\w+ ${sha}$`));

      const events = await call(operations.listIssueEvents, { ...TOOLS, issue_number: 1 });
      expect(events).toMatchObject([
        { event: "referenced", commit_id: sha },
        { event: "closed", commit_id: sha, actor: { login: "bob" } },
      ]);
      const changes = await call(operations.listIssueEvents, { ...TOOLS, issue_number: pull_number });
      expect(changes).toMatchObject([{ event: "merged", commit_id: merged.sha }, { event: "closed" }]);
      const { workflow_runs: runs } = await call(operations.listWorkflowRuns, TOOLS);
      expect(runs.map(({ event, head_sha }) => `${event} ${head_sha}`)).toEqual([
        `push ${merged.sha}`,
        `pull_request ${sha}`,
        `push ${sha}`,
      ]);
      expect(await notificationsOf(emulator)).toEqual({
        alice: ["Handles break: author"],
        bob: ["Handles of oak: author"],
        carol: ["Handles of oak: comment"],
        erin: ["Handles break: subscribed", "Handles of oak: subscribed"],
      });
      await emulator.control.settled();
      const names = namesOf(receiver.received);
      expect(names.filter((event) => !RUN_PROGRESS.test(event))).toEqual([
        "ping",
        "create",
        "push",
        "workflow_run requested",
        "pull_request opened",
        "workflow_run requested",
        "pull_request_review submitted",
        "status",
        "push",
        "workflow_run requested",
        "issues closed",
        "pull_request closed",
      ]);
      expect(names.filter((event) => event === "workflow_run completed")).toHaveLength(2);
    });
  });
}

test("a release has an asset that can be downloaded", async ({ emulator }) => {
  await createTools(emulator);
  const { call } = emulator.as("alice");
  const release = await call(operations.createRelease, { ...TOOLS, tag_name: "v1.0.0", name: "One" });
  const asset = await call(operations.uploadReleaseAsset, {
    ...TOOLS,
    release_id: release.id,
    name: "tools.zip",
    data: ASSET,
  });
  const response = await fetch(asset.browser_download_url);
  expect(new Uint8Array(await response.arrayBuffer())).toEqual(ASSET);
  expect(await call(operations.getReleaseAsset, { ...TOOLS, asset_id: asset.id })).toMatchObject({ download_count: 1 });
  expect(await notificationsOf(emulator)).toEqual({ erin: ["Handles break: subscribed", "One: subscribed"] });
  await call(operations.deleteRelease, { ...TOOLS, release_id: release.id });
  expect(await notificationsOf(emulator)).toEqual({ erin: ["Handles break: subscribed"] });
});
