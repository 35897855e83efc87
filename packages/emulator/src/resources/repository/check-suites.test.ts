import {
  createCheckRun,
  createCheckSuite,
  getCheckRun,
  getCheckSuite,
  getCommit,
  listCheckRunAnnotations,
  listCheckRuns,
  listCheckRunsOfSuite,
  listCheckSuites,
  putContents,
  rerequestCheckSuite,
  setCheckSuitePreferences,
  updateCheckRun,
} from "@forgehand/core/operations";
import { expect } from "vitest";
import type { Emulator } from "../../public.ts";
import { clientFor, requestJson } from "../../requests.fixture.ts";
import { emulatorTest } from "../../vitest.ts";

const WIDGETS = { owner: "acme", repo: "widgets" };
const APP = { owner: "acme", permissions: { checks: "write" }, installations: { acme: {} } };

const test = emulatorTest({
  seed: {
    users: { alice: {} },
    organizations: { acme: { members: { alice: "owner" } } },
    repositories: {
      "acme/widgets": {
        files: { "README.md": "# Widgets\n" },
        commits: [{ message: "One", files: { "one.md": "1\n" } }],
        workflow_runs: [{ actor: "alice", conclusion: "success", jobs: { build: {} } }],
        check_runs: [{ app: "linter", name: "lint", annotations: [{ path: "one.md", start_line: 1, message: "Hm." }] }],
        hooks: [{ url: "http://127.0.0.1:9/hook", events: ["*"] }],
      },
    },
    apps: { linter: APP, other: { ...APP, hook: { url: "http://127.0.0.1:9/app" } } },
    tokens: {
      alice: { kind: "classic", user: "alice", scopes: "all" },
      linter: { kind: "installation", app: "linter", account: "acme", permissions: "all" },
      other: { kind: "installation", app: "other", account: "acme", permissions: "all" },
      workflow: { kind: "workflow", repository: "acme/widgets", permissions: "all" },
    },
  },
});

const headOf = async (emulator: Emulator) =>
  (await clientFor(emulator, "alice").call(getCommit, { ...WIDGETS, ref: "main" })).sha;

const eventsOf = ({ control }: Emulator) => control.events().map(({ event, action }) => `${event} ${action}`);

test("lists jobs and the check runs of apps in the same form", async ({ emulator }) => {
  const { call } = clientFor(emulator, "alice");
  const list = async (filter: object = {}) => {
    const { check_runs, total_count } = await call(listCheckRuns, { ...WIDGETS, ref: "main", ...filter });
    expect(total_count).toBeGreaterThanOrEqual(check_runs.length);
    return check_runs.map(({ name }) => name);
  };
  expect(await list()).toEqual(["lint", "build"]);
  expect(await list({ per_page: 1, page: 2 })).toEqual(["build"]);
  expect(await list({ check_name: "build" })).toEqual(["build"]);
  expect(await list({ app_id: 15368 })).toEqual(["build"]);
  expect(await list({ status: "in_progress" })).toEqual([]);
  const { check_runs } = await call(listCheckRuns, { ...WIDGETS, ref: "main" });
  expect(check_runs).toMatchObject([
    { status: "completed", conclusion: "success", app: { slug: "linter" }, output: { annotations_count: 1 } },
    { status: "completed", conclusion: "success", app: { id: 15368 }, output: { annotations_count: 0 } },
  ]);
  for (const run of check_runs) {
    expect(await call(getCheckRun, { ...WIDGETS, check_run_id: run.id })).toEqual(run);
    const check_suite_id = run.check_suite?.id ?? 0;
    expect(await call(listCheckRunsOfSuite, { ...WIDGETS, check_suite_id })).toEqual({
      total_count: 1,
      check_runs: [run],
    });
  }
  await expect(call(listCheckRuns, { ...WIDGETS, ref: "none" })).rejects.toMatchObject({ status: 422 });
  await expect(call(getCheckRun, { ...WIDGETS, check_run_id: 99 })).rejects.toMatchObject({ status: 404 });
});

test("an app creates and completes a check run with annotations", async ({ emulator }) => {
  const { call } = clientFor(emulator, "other");
  const head_sha = await headOf(emulator);
  const created = await call(createCheckRun, { ...WIDGETS, head_sha, name: "scan", status: "in_progress" });
  expect(created).toMatchObject({
    name: "scan",
    head_sha,
    status: "in_progress",
    conclusion: null,
    app: { slug: "other" },
  });
  const check_run_id = created.id;
  const annotation = {
    path: "one.md",
    start_line: 1,
    end_line: 1,
    annotation_level: "warning",
    message: "Odd",
  } as const;
  const output = { title: "Found", summary: "One.", annotations: [annotation] };
  const target = { ...WIDGETS, check_run_id };
  await call(updateCheckRun, { ...target, output });
  const updated = await call(updateCheckRun, { ...target, conclusion: "neutral", output });
  expect(updated).toMatchObject({
    status: "completed",
    conclusion: "neutral",
    completed_at: expect.any(String),
    output: { title: "Found", summary: "One.", annotations_count: 2 },
  });
  expect(await call(listCheckRunAnnotations, { ...target, per_page: 1, page: 2 })).toMatchObject([
    { ...annotation, start_column: null, title: null, blob_href: expect.stringContaining(`/blob/${head_sha}/one.md`) },
  ]);
  expect(eventsOf(emulator)).toEqual(["check_run created", "check_run completed", "check_suite completed"]);
  // A new run of the same name hides the older one.
  await call(createCheckRun, { ...WIDGETS, head_sha, name: "scan" });
  const countOf = async (filter: "latest" | "all") =>
    (await call(listCheckRuns, { ...WIDGETS, ref: "main", check_name: "scan", filter })).total_count;
  expect([await countOf("latest"), await countOf("all")]).toEqual([1, 2]);
});

test("only the app that created a check run can change it, and users can't create any", async ({ emulator }) => {
  const head_sha = await headOf(emulator);
  const { check_runs } = await clientFor(emulator, "alice").call(listCheckRuns, { ...WIDGETS, ref: "main" });
  const update = (id: number | undefined, token: string) =>
    requestJson(emulator, `PATCH /repos/acme/widgets/check-runs/${id}`, { name: "mine" }, token);
  expect((await update(check_runs[0]?.id, "other")).status).toBe(403);
  expect((await update(check_runs[0]?.id, "linter")).status).toBe(200);
  expect((await update(check_runs[1]?.id, "linter")).status).toBe(403);
  expect((await update(99, "linter")).status).toBe(404);
  const create = (body: object, token: string) =>
    requestJson(emulator, "POST /repos/acme/widgets/check-runs", { head_sha, name: "x", ...body }, token);
  expect((await create({}, "alice")).status).toBe(403);
  expect((await create({}, "workflow")).body).toMatchObject({ app: { id: 15368 } });
  expect((await create({ head_sha: "c".repeat(40) }, "linter")).status).toBe(422);
  expect((await create({ status: "completed" }, "linter")).status).toBe(422);
});

test("suites are created once, listed, and requested again", async ({ emulator }) => {
  const { call } = clientFor(emulator, "other");
  const head_sha = await headOf(emulator);
  const suite = await call(createCheckSuite, { ...WIDGETS, head_sha });
  expect(suite).toMatchObject({ head_sha, head_branch: "main", status: "queued", app: { slug: "other" } });
  const again = await requestJson(emulator, "POST /repos/acme/widgets/check-suites", { head_sha }, "other");
  expect(again).toMatchObject({ status: 200, body: { id: suite.id } });
  const list = async (filter: object = {}) => {
    const { check_suites } = await call(listCheckSuites, { ...WIDGETS, ref: "main", ...filter });
    return check_suites.map(({ app }) => app?.slug);
  };
  expect(await list()).toEqual(["github-actions", "linter", "other"]);
  expect(await list({ per_page: 1, page: 2 })).toEqual(["linter"]);
  expect(await list({ check_name: "lint" })).toEqual(["linter"]);
  expect(await list({ app_id: suite.app?.id })).toEqual(["other"]);
  await call(createCheckRun, { ...WIDGETS, head_sha, name: "scan", conclusion: "failure" });
  const target = { ...WIDGETS, check_suite_id: suite.id };
  expect(await call(getCheckSuite, target)).toMatchObject({ status: "completed", conclusion: "failure" });
  await call(rerequestCheckSuite, target);
  expect(await call(getCheckSuite, target)).toMatchObject({ status: "queued", conclusion: null });
  expect(eventsOf(emulator).at(-1)).toBe("check_suite rerequested");
  // Workflows run again.
  const [{ id } = { id: 0 }] = (await call(listCheckSuites, { ...WIDGETS, ref: "main", app_id: 15368 })).check_suites;
  await call(rerequestCheckSuite, { ...WIDGETS, check_suite_id: id });
  expect(await call(getCheckSuite, { ...WIDGETS, check_suite_id: id })).toMatchObject({ conclusion: null });
  await expect(call(getCheckSuite, { ...WIDGETS, check_suite_id: 99 })).rejects.toMatchObject({ status: 404 });
});

test("a push requests a check suite from each app, unless the preferences exclude it", async ({ emulator }) => {
  const { call } = clientFor(emulator, "alice");
  const push = (path: string) =>
    call(putContents, { ...WIDGETS, path, message: "Add", content: Buffer.from(path).toString("base64") });
  const suites = async () => {
    const { check_suites } = await call(listCheckSuites, { ...WIDGETS, ref: "main" });
    return check_suites.map(({ app, status }) => `${app?.slug} ${status}`);
  };
  await push("two.md");
  expect(await suites()).toEqual(["linter queued", "other queued"]);
  const requests = emulator.control.events().filter(({ event }) => event === "check_suite");
  // Only the app of the suite receives its event; the other app has no webhook.
  expect(requests.map(({ action, hooks }) => [action, hooks.length])).toEqual([
    ["requested", 0],
    ["requested", 1],
  ]);
  const { check_suites } = await call(listCheckSuites, { ...WIDGETS, ref: "main" });
  const app_id = check_suites[0]?.app?.id ?? 0;
  await call(setCheckSuitePreferences, { ...WIDGETS, auto_trigger_checks: [{ app_id, setting: false }] });
  await push("three.md");
  expect(await suites()).toEqual(["other queued"]);
});

test("preferences of check suites are kept by app", async ({ emulator }) => {
  const { call } = clientFor(emulator, "alice");
  const { check_runs } = await call(listCheckRuns, { ...WIDGETS, ref: "main" });
  const app_id = check_runs[0]?.app?.id ?? 0;
  const set = (app: number, setting: boolean) =>
    call(setCheckSuitePreferences, { ...WIDGETS, auto_trigger_checks: [{ app_id: app, setting }] });
  expect(await set(app_id, false)).toMatchObject({
    preferences: { auto_trigger_checks: [{ app_id, setting: false }] },
    repository: { name: "widgets" },
  });
  expect((await set(app_id, true)).preferences.auto_trigger_checks).toEqual([{ app_id, setting: true }]);
  await expect(set(99_999, true)).rejects.toMatchObject({ status: 422 });
});
