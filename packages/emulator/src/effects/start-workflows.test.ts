import {
  createRepositoryDispatch,
  listWorkflowRunJobs,
  listWorkflowRuns,
  putContents,
  starRepository,
} from "@forgehand/core/operations";
import { describe, expect } from "vitest";
import type { Emulator } from "../public.ts";
import { clientFor } from "../requests.fixture.ts";
import { emulatorTest } from "../vitest.ts";

const WIDGETS = { owner: "acme", repo: "widgets" };

const workflow = (on: string, jobs = "  test:\n    runs-on: ubuntu-latest\n    steps:\n      - run: npm test\n") =>
  `on:\n${on}\njobs:\n${jobs}`;

const FILES = {
  ".github/workflows/push.yml": workflow(
    "  push:\n    branches: [main, 'release/**', '!release/old/*']\n    tags: ['v[0-9]+']",
  ),
  ".github/workflows/paths.yml": workflow("  push:\n    paths: ['src/**', '!src/**.md']"),
  ".github/workflows/pulls.yml": workflow("  pull_request:\n    branches: [main]\n  pull_request_target:"),
  ".github/workflows/closed.yml": workflow("  issues:\n    types: [closed]\n  watch:"),
  ".github/workflows/after.yml": workflow("  workflow_run:\n    workflows: [Suite]\n    types: [completed]"),
  ".github/workflows/custom.yml": workflow("  repository_dispatch:\n    types: [deploy]"),
  ".github/workflows/matrix.yml": `name: Suite\nrun-name: All tests\n${workflow(
    "  repository_dispatch:\n    types: [suite]",
    `  lint:
    name: Lint
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - name: Lint files
        run: npm run lint
  test:
    needs: lint
    runs-on: \${{ matrix.os }}
    strategy:
      matrix:
        os: [ubuntu-latest, windows-latest]
        node: [22, 24]
        exclude:
          - { os: windows-latest, node: 22 }
        include:
          - { os: macos-latest, node: 24 }
          - { node: 22, cached: true }
    steps:
      - run: |
          npm test
          npm run e2e
  report:
    needs: [lint, test]
    runs-on: [self-hosted, large]
`,
  )}`,
  ".github/workflows/broken.yml": "on: push\njobs:\n  a:\n    needs: b\n",
  ".github/workflows/invalid.yml": "on: [push\n",
};

const test = emulatorTest({
  control: true,
  now: () => new Date("2026-05-01T12:00:00Z"),
  seed: {
    users: { alice: {}, bob: {} },
    organizations: { acme: { members: { alice: "owner", bob: "member" } } },
    repositories: {
      "acme/widgets": {
        files: { ...FILES, "README.md": "Widgets" },
        commits: [{ branch: "round", from: "main", message: "Round", author: "bob", files: { "a.txt": "a" } }],
        branches: { "release/1": "main", "release/old/1": "main", other: "main" },
        issues: [{ number: 1, title: "Broken", author: "bob" }],
        pulls: [{ number: 2, title: "Round corners", author: "bob", head: "round" }],
        collaborators: { bob: "push" },
      },
      "acme/plain": { files: { "README.md": "Plain" } },
    },
    tokens: {
      alice: { kind: "classic", user: "alice", scopes: "all" },
      bob: { kind: "classic", user: "bob", scopes: "all" },
    },
  },
});

async function write(
  emulator: Emulator,
  path: string,
  branch = "main",
  message = "Write",
  token = "alice",
  repo = "widgets",
) {
  const content = Buffer.from(`${path} ${branch}`).toString("base64");
  return clientFor(emulator, token).call(putContents, { owner: "acme", repo, path, branch, message, content });
}

/** Returns the runs as `path event branch`. */
async function runsOf(emulator: Emulator): Promise<string[]> {
  const { workflow_runs } = await clientFor(emulator, "alice").call(listWorkflowRuns, WIDGETS);
  return workflow_runs
    .map(({ path, event, head_branch }) => `${path.split("/").at(-1)} ${event} ${head_branch}`)
    .toSorted();
}

describe("a push", () => {
  test("starts the workflows that it triggers, for its commit", async ({ emulator }) => {
    const { commit } = await write(emulator, "a.txt");
    const { call } = clientFor(emulator, "alice");
    const { workflow_runs } = await call(listWorkflowRuns, WIDGETS);
    expect(workflow_runs).toMatchObject([
      {
        name: ".github/workflows/push.yml",
        display_title: "Write",
        event: "push",
        head_branch: "main",
        head_sha: commit.sha,
        run_number: 1,
        status: "queued",
        actor: { login: "alice" },
        pull_requests: [],
      },
    ]);
    const run_id = workflow_runs[0]?.id ?? 0;
    emulator.control.clock.advance(60);
    expect((await call(listWorkflowRuns, WIDGETS)).workflow_runs).toMatchObject([{ conclusion: "success" }]);
    expect(await call(listWorkflowRunJobs, { ...WIDGETS, run_id })).toMatchObject({
      jobs: [{ name: "test", labels: ["ubuntu-latest"], steps: [{}, { name: "Run npm test" }, {}] }],
    });
  });

  test("is filtered by branch and path", async ({ emulator }) => {
    for (const branch of ["release/1", "release/old/1", "other"]) await write(emulator, "a.txt", branch);
    expect(await runsOf(emulator)).toEqual(["push.yml push release/1"]);
    await write(emulator, "src/deep/code.ts", "other");
    await write(emulator, "src/notes.md", "other");
    expect(await runsOf(emulator)).toEqual(["paths.yml push other", "push.yml push release/1"]);
  });

  test("starts nothing if its message says so, and in a repository without workflows", async ({ emulator }) => {
    await write(emulator, "a.txt", "main", "Write [skip ci]");
    await write(emulator, "b.txt", "main", "Write\n\nskip-checks: true");
    await write(emulator, "a.txt", "main", "Write", "alice", "plain");
    expect(emulator.control.events().filter(({ event }) => event === "workflow_run")).toEqual([]);
  });

  test("by a job starts nothing", async ({ emulator }) => {
    const { token } = emulator.control.startJob({ repository: "acme/widgets", event: "issues" });
    await write(emulator, "a.txt", "main", "Write", token);
    expect(await runsOf(emulator)).toEqual(["test.yml issues main"]);
    await clientFor(emulator, token).call(createRepositoryDispatch, { ...WIDGETS, event_type: "deploy" });
    expect(await runsOf(emulator)).toEqual(["custom.yml repository_dispatch main", "test.yml issues main"]);
  });

  test("emits the events of its run", async ({ emulator }) => {
    await write(emulator, "a.txt");
    const names = emulator.control.events().map(({ event, action }) => `${event} ${action}`);
    expect(names).toEqual(["push null", "workflow_run requested", "check_run created", "workflow_job queued"]);
  });
});

test("a pull request starts workflows of its head commit, or of its base", async ({ emulator }) => {
  await write(emulator, "b.txt", "round");
  expect(await runsOf(emulator)).toEqual(["pulls.yml pull_request round", "pulls.yml pull_request_target main"]);
  const { workflow_runs } = await clientFor(emulator, "alice").call(listWorkflowRuns, { ...WIDGETS, branch: "round" });
  expect(workflow_runs).toMatchObject([{ display_title: "Round corners", pull_requests: [{ number: 2 }] }]);
  emulator.control.transition({ repository: "acme/widgets", pull: 2, to: "closed" });
  expect(await runsOf(emulator)).toHaveLength(2);
  // Opened again, it conflicts.
  await write(emulator, "b.txt", "main", "Conflict [skip ci]");
  emulator.control.transition({ repository: "acme/widgets", pull: 2, to: "open" });
  expect(await runsOf(emulator)).toEqual([
    "pulls.yml pull_request round",
    "pulls.yml pull_request_target main",
    "pulls.yml pull_request_target main",
  ]);
});

test("other events run on the default branch, filtered by their types", async ({ emulator }) => {
  emulator.control.transition({ repository: "acme/widgets", issue: 1, to: "closed" });
  await clientFor(emulator, "bob").call(starRepository, WIDGETS);
  expect(await runsOf(emulator)).toEqual(["closed.yml issues main", "closed.yml watch main"]);
  emulator.control.transition({ repository: "acme/widgets", issue: 1, to: "open" });
  emulator.control.sendEvent({ event: "issues", action: "closed", repository: "acme/widgets" });
  expect(await runsOf(emulator)).toHaveLength(2);
});

test("jobs have the names, labels and needs of their matrix, and a completed run starts others", async ({
  emulator,
}) => {
  const { call } = clientFor(emulator, "alice");
  await call(createRepositoryDispatch, { ...WIDGETS, event_type: "suite" });
  const { workflow_runs } = await call(listWorkflowRuns, WIDGETS);
  expect(workflow_runs).toMatchObject([{ name: "Suite", display_title: "All tests", event: "repository_dispatch" }]);
  const run_id = workflow_runs[0]?.id ?? 0;
  const { jobs } = await call(listWorkflowRunJobs, { ...WIDGETS, run_id });
  expect(jobs.map(({ name, labels }) => `${name}: ${labels.join()}`)).toEqual([
    "Lint: ubuntu-latest",
    "test (ubuntu-latest, 22, true): ubuntu-latest",
    "test (ubuntu-latest, 24): ubuntu-latest",
    "test (windows-latest, 24): windows-latest",
    "test (macos-latest, 24): macos-latest",
    "report: self-hosted,large",
  ]);
  emulator.control.clock.advance(300);
  const after = await call(listWorkflowRunJobs, { ...WIDGETS, run_id });
  expect(after.jobs.map(({ conclusion }) => conclusion)).toEqual([...Array.from({ length: 5 }, () => "success"), null]);
  expect(after.jobs[0]?.steps?.map(({ name }) => name)).toEqual([
    "Set up job",
    "Run actions/checkout@v4",
    "Lint files",
    "Complete job",
  ]);
  emulator.control.transition({ run: run_id, to: "completed" });
  expect(await runsOf(emulator)).toEqual(["after.yml workflow_run main", "matrix.yml repository_dispatch main"]);
});
