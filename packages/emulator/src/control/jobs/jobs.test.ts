import { describe, expect } from "vitest";
import { ID_TOKEN, sendTokenRequest } from "../../oidc/id-token.fixture.ts";
import type { JobToStart } from "../../public.ts";
import { fetchControl, requestJson, sendRequest } from "../../requests.fixture.ts";
import { emulatorTest } from "../../vitest.ts";

const SEED = {
  users: { alice: {}, bob: {} },
  organizations: { acme: { members: { alice: "owner", bob: "member" } }, ownerless: {} },
  repositories: {
    "acme/widgets": {
      files: { ".github/workflows/ci.yml": 'on: push\nname: "Build & test"\n' },
      pulls: [
        { number: 1, title: "Round corners", author: "bob", head: "round" },
        { number: 2, title: "Change from a fork", author: "bob", head: "far", head_repository: "bob/widgets" },
      ],
      commits: [{ branch: "round", from: "main", message: "Round\n\nAll.", author: "bob", files: { "a.txt": "a" } }],
    },
    "bob/widgets": { fork_of: "acme/widgets" },
    "acme/old": { archived: true },
    "ownerless/things": {},
  },
  tokens: { alice: { kind: "classic", user: "alice", scopes: "all" } },
} as const;

const START = new Date("2026-05-01T12:00:00Z");
const test = emulatorTest({ seed: SEED, now: () => START, control: true, allowHookHosts: ["127.0.0.1:9"] });
const WIDGETS = "/repos/acme/widgets";

describe("started job", () => {
  test("has a run in progress", async ({ emulator }) => {
    const { control } = emulator;
    const { run, job } = control.startJob({ repository: "acme/widgets", workflow: ".github/workflows/ci.yml" });
    expect((await requestJson(emulator, `GET ${WIDGETS}/actions/runs/${run}`)).body).toMatchObject({
      name: "Build & test",
      path: ".github/workflows/ci.yml",
      run_number: 1,
      run_attempt: 1,
      event: "push",
      status: "in_progress",
      conclusion: null,
      head_branch: "main",
      pull_requests: [],
      actor: { login: "alice" },
      run_started_at: "2026-05-01T12:00:00Z",
    });
    expect((await requestJson(emulator, `GET ${WIDGETS}/actions/runs/${run}/jobs`)).body).toMatchObject({
      total_count: 1,
      jobs: [{ id: job, name: "test", status: "in_progress", conclusion: null, labels: ["ubuntu-latest"] }],
    });
    const next = control.startJob({ repository: "acme/widgets", workflow: ".github/workflows/ci.yml", job: "lint" });
    expect(next.env).toMatchObject({ GITHUB_RUN_NUMBER: "2", GITHUB_JOB: "lint" });
  });

  test("runs until its time limit and then times out", async ({ emulator }) => {
    const { control } = emulator;
    const hosted = control.startJob({ repository: "acme/widgets" });
    const selfHosted = control.startJob({ repository: "acme/widgets", runner_environment: "self-hosted" });
    const getRun = async ({ run }: { run: number }) => {
      const { body } = await requestJson(emulator, `GET ${WIDGETS}/actions/runs/${run}`);
      return body;
    };
    const inProgress = { status: "in_progress", conclusion: null };
    control.clock.advance(6 * 3600 - 1);
    expect(await getRun(hosted)).toMatchObject(inProgress);
    control.clock.advance(1);
    const timedOut = { status: "completed", conclusion: "timed_out" };
    expect(await getRun(hosted)).toMatchObject(timedOut);
    expect(await getRun(selfHosted)).toMatchObject(inProgress);
    control.clock.advance((5 * 24 - 6) * 3600);
    expect(await getRun(selfHosted)).toMatchObject(timedOut);
  });

  test("for a pull request is linked to that pull request", async ({ emulator }) => {
    const job = emulator.control.startJob({ repository: "acme/widgets", pull: 1 });
    expect((await requestJson(emulator, `GET ${WIDGETS}/actions/runs/${job.run}`)).body).toMatchObject({
      event: "pull_request",
      display_title: "Round corners",
      head_branch: "round",
      pull_requests: [{ number: 1 }],
      head_commit: { message: "Round\n\nAll." },
    });
    expect(job.env).toMatchObject({
      GITHUB_REF: "refs/pull/1/merge",
      GITHUB_REF_NAME: "1/merge",
      GITHUB_HEAD_REF: "round",
      GITHUB_BASE_REF: "main",
      GITHUB_EVENT_NAME: "pull_request",
    });
  });

  test("uses a free runner of its organization", async ({ emulator }) => {
    const { control } = emulator;
    const { body } = await requestJson(emulator, "POST /orgs/acme/actions/runners/registration-token");
    control.runners.register(String(Object(body).token), { name: "forge-1" });
    control.runners.connect("acme", "forge-1");
    const jobToStart = { repository: "acme/widgets", runner_environment: "self-hosted" } as const;
    expect(control.startJob(jobToStart).env).toMatchObject({
      RUNNER_NAME: "forge-1",
      RUNNER_ENVIRONMENT: "self-hosted",
    });
    expect((await requestJson(emulator, "GET /orgs/acme/actions/runners")).body).toMatchObject({
      runners: [{ busy: true }],
    });
    // That runner is busy now.
    expect(control.startJob(jobToStart).env).toMatchObject({ RUNNER_NAME: "Self-hosted runner" });
  });
});

test("emits events for started jobs only", async ({ emulator }) => {
  const { control } = emulator;
  const config = { url: "http://127.0.0.1:9/", content_type: "json" };
  await requestJson(emulator, `POST ${WIDGETS}/hooks`, { config, events: ["workflow_run", "workflow_job"] });
  const workflowEvents = () =>
    control.events().flatMap(({ event, action }) => (event.startsWith("workflow") ? `${event} ${action}` : []));
  expect(() => control.startJob({ repository: "acme/widgets", permissions: { nothing: "read" } })).toThrow(RangeError);
  expect(workflowEvents()).toEqual([]);
  control.startJob({ repository: "acme/widgets" });
  expect(workflowEvents()).toEqual([
    "workflow_run requested",
    "workflow_job queued",
    "workflow_job in_progress",
    "workflow_run in_progress",
  ]);
});

describe("built-in token", () => {
  test("has the granted permissions in its repository only", async ({ emulator }) => {
    const { control } = emulator;
    const statusOf = async (token: string, route: string, body?: object) =>
      (await requestJson(emulator, route, body, token)).status;
    const all = control.startJob({ repository: "acme/widgets" }).token;
    expect(await statusOf(all, `PUT ${WIDGETS}/actions/oidc/customization/sub`, { use_default: true })).toBe(201);
    expect(await statusOf(all, "PUT /orgs/acme/actions/oidc/customization/sub", {})).toBe(403);
    const reader = control.startJob({ repository: "acme/widgets", permissions: { "pull-requests": "read" } }).token;
    expect(await statusOf(reader, `GET ${WIDGETS}/pulls/1`)).toBe(200);
    expect(await statusOf(reader, `POST ${WIDGETS}/pulls/1/requested_reviewers`, { reviewers: ["alice"] })).toBe(403);
    expect(await statusOf(reader, WIDGETS.replace("/repos", "GET /repos"))).toBe(200);
    // Workflow files can't request these permissions, so no job has them.
    expect(await statusOf(all, `GET ${WIDGETS}/actions/variables`)).toBe(403);
    expect(await statusOf(all, `POST ${WIDGETS}/actions/variables`, { name: "A", value: "1" })).toBe(403);
    expect(await statusOf(all, `GET ${WIDGETS}/hooks`)).toBe(403);
    expect(await statusOf(all, `PATCH ${WIDGETS}`, { description: "" })).toBe(403);
  });

  test("expires when the job is cancelled or reaches its time limit", async ({ emulator }) => {
    const { control } = emulator;
    const read = async (token: string) => (await sendRequest(emulator, `GET ${WIDGETS}`, token)).status;
    const [long, stopped] = [
      control.startJob({ repository: "acme/widgets" }),
      control.startJob({ repository: "acme/widgets", permissions: ID_TOKEN }),
    ];
    await requestJson(emulator, `POST ${WIDGETS}/actions/runs/${stopped.run}/cancel`);
    expect(await read(stopped.token)).toBe(200);
    control.clock.advance(5);
    // Nothing has read the run since it was cancelled.
    expect(await read(stopped.token)).toBe(401);
    expect((await sendTokenRequest(stopped)).status).toBe(403);
    expect(await read(long.token)).toBe(200);
    control.clock.advance(6 * 3600 - 5);
    expect(await read(long.token)).toBe(401);
    // A completed job doesn't start again.
    await requestJson(emulator, `GET ${WIDGETS}/actions/runs/${long.run}`);
    control.clock.advance(-3600);
    expect(await read(long.token)).toBe(401);
  });

  test("expires when a transition completes the run", async ({ emulator }) => {
    const { control } = emulator;
    const job = control.startJob({ repository: "acme/widgets", permissions: ID_TOKEN });
    expect((await sendTokenRequest(job)).status).toBe(200);
    control.transition({ run: job.run, to: "completed", conclusion: "failure" });
    expect((await sendRequest(emulator, `GET ${WIDGETS}`, job.token)).status).toBe(401);
    expect((await sendTokenRequest(job)).status).toBe(403);
  });

  test("expires when a transition completes the job by its ID", async ({ emulator }) => {
    const { control } = emulator;
    const { run, job, token } = control.startJob({ repository: "acme/widgets" });
    control.transition({ run, job, to: "completed" });
    expect((await sendRequest(emulator, `GET ${WIDGETS}`, token)).status).toBe(401);
  });

  test("is read-only for a fork's pull request, unless the workflow runs on the base", async ({ emulator }) => {
    const { control } = emulator;
    const jobToStart = {
      repository: "acme/widgets",
      pull: 2,
      permissions: { contents: "write", "id-token": "write" },
    } as const;
    const file = { message: "m", content: "" };
    const fromFork = control.startJob(jobToStart);
    expect(fromFork.env).not.toHaveProperty("ACTIONS_ID_TOKEN_REQUEST_URL");
    expect((await requestJson(emulator, `PUT ${WIDGETS}/contents/b.txt`, file, fromFork.token)).status).toBe(403);
    const trusted = control.startJob({ ...jobToStart, event: "pull_request_target" });
    expect(trusted.env).toHaveProperty("ACTIONS_ID_TOKEN_REQUEST_URL");
    expect((await requestJson(emulator, `PUT ${WIDGETS}/contents/b.txt`, file, trusted.token)).status).toBe(201);
  });
});

describe("environment", () => {
  test("has the variables of a runner", async ({ emulator }) => {
    const { apiUrl, webUrl, control } = emulator;
    const { run, job, token, env } = control.startJob({
      repository: "acme/widgets",
      actor: "bob",
      event: "workflow_dispatch",
      permissions: ID_TOKEN,
    });
    expect(env).toEqual({
      CI: "true",
      GITHUB_ACTIONS: "true",
      GITHUB_TOKEN: token,
      GITHUB_JOB: "test",
      GITHUB_API_URL: apiUrl,
      GITHUB_SERVER_URL: webUrl,
      GITHUB_EVENT_NAME: "workflow_dispatch",
      GITHUB_REPOSITORY: "acme/widgets",
      GITHUB_REPOSITORY_OWNER: "acme",
      GITHUB_REPOSITORY_ID: expect.stringMatching(/^\d+$/),
      GITHUB_REPOSITORY_OWNER_ID: expect.any(String),
      GITHUB_ACTOR: "bob",
      GITHUB_ACTOR_ID: expect.any(String),
      GITHUB_TRIGGERING_ACTOR: "bob",
      GITHUB_SHA: expect.stringMatching(/^[0-9a-f]{40}$/),
      GITHUB_REF: "refs/heads/main",
      GITHUB_REF_NAME: "main",
      GITHUB_REF_TYPE: "branch",
      GITHUB_REF_PROTECTED: "false",
      GITHUB_HEAD_REF: "",
      GITHUB_BASE_REF: "",
      GITHUB_WORKFLOW: ".github/workflows/test.yml",
      GITHUB_WORKFLOW_SHA: env["GITHUB_SHA"],
      GITHUB_WORKFLOW_REF: "acme/widgets/.github/workflows/test.yml@refs/heads/main",
      GITHUB_RUN_ID: `${run}`,
      GITHUB_RUN_NUMBER: "1",
      GITHUB_RUN_ATTEMPT: "1",
      RUNNER_NAME: "Hosted runner",
      RUNNER_ENVIRONMENT: "github-hosted",
      ACTIONS_ID_TOKEN_REQUEST_URL: `${webUrl}/_services/token/jobs/${job}/idtoken?api-version=2.0`,
      ACTIONS_ID_TOKEN_REQUEST_TOKEN: expect.any(String),
    });
    expect(token).toMatch(/^ghs_/);
  });
});

describe("environment in the neutral dialect", () => {
  const it = emulatorTest({ seed: SEED, dialect: "svc" });
  it("has neutral names", ({ emulator }) => {
    const { token, env } = emulator.control.startJob({
      repository: "acme/widgets",
      ref: "round",
      permissions: ID_TOKEN,
    });
    expect(env).toMatchObject({ SVC_TOKEN: token, SVC_REF: "refs/heads/round", RUNNER_ENVIRONMENT: "svc-hosted" });
    expect(Object.keys(env).filter((name) => /github/i.test(name))).toEqual([]);
    expect(env).toHaveProperty("ACTIONS_ID_TOKEN_REQUEST_URL");
    expect(token).toMatch(/^svcs_/);
  });
});

describe("job to start", () => {
  const W = { repository: "acme/widgets" };
  test.for<[JobToStart, string]>([
    [{ repository: "acme/nothing" }, 'There is no repository "acme/nothing".'],
    [{ repository: "acme" }, 'There is no repository "acme".'],
    [{ repository: "acme/old" }, "acme/old is archived"],
    [{ repository: "ownerless/things" }, "ownerless has no owner"],
    [{ ...W, actor: "mallory" }, 'There is no user "mallory".'],
    [{ ...W, actor: "acme" }, 'There is no user "acme".'],
    [{ ...W, ref: "refs/heads/nothing" }, 'acme/widgets has no branch or tag "refs/heads/nothing".'],
    [{ repository: "acme/widgets", ref: "v1" }, 'no branch or tag "v1"'],
    [{ ...W, sha: "0".repeat(40) }, "acme/widgets has no commit"],
    [{ ...W, pull: 9 }, "acme/widgets has no pull request 9."],
    [{ ...W, pull: 1, event: "push" }, "The event push is not about a pull request."],
    [{ ...W, pull: 1, ref: "main" }, 'omit "ref"'],
    [{ ...W, event: "pull_request" }, 'set "pull"'],
    [{ ...W, event: "Push it" }, 'event must be the name of an event, got "Push it".'],
    [{ ...W, workflow: "ci.yml" }, 'got "ci.yml"'],
    [{ ...W, job: "" }, "The job's name must not be empty."],
    [{ ...W, environment: "" }, "The environment's name"],
    [
      { ...W, permissions: { contnets: "read" } },
      'permissions: unexpected value "contnets". Workflow files can request actions, ',
    ],
    [{ ...W, permissions: { members: "read" } }, 'unexpected value "members"'],
    [{ ...W, permissions: { administration: "read" } }, 'unexpected value "administration"'],
    [{ ...W, permissions: { models: "write" } }, "permissions.models must be read, got write."],
    [{ ...W, job_workflow_ref: "acme/widgets@main" }, "job_workflow_ref must be"],
    [{ ...W, job_workflow_ref: "acme/no/.github/workflows/a.yml@main" }, 'no repository "acme/no"'],
    [{ ...W, job_workflow_ref: "acme/widgets/.github/workflows/a.yml@v9", environment: "new" }, '"v9"'],
  ])("is rejected without effects if invalid: %j", async ([job, message], { emulator }) => {
    const { control } = emulator;
    expect(() => control.startJob(job)).toThrow(RangeError);
    expect(() => control.startJob(job)).toThrow(message);
    const init = { method: "POST", body: JSON.stringify(job) };
    const response = await fetchControl(emulator, "/jobs", init);
    expect(response.status).toBe(422);
    expect(await response.json()).toEqual({ message: expect.stringContaining(message) });
    expect((await requestJson(emulator, `GET ${WIDGETS}/actions/runs`)).body).toMatchObject({ total_count: 0 });
    expect((await requestJson(emulator, `GET ${WIDGETS}/environments`)).body).toMatchObject({ total_count: 0 });
  });

  test("can be sent over HTTP", async ({ emulator }) => {
    const { control } = emulator;
    const response = await fetchControl(emulator, "/jobs", { method: "POST", body: JSON.stringify(W) });
    expect(await response.json()).toEqual({
      run: expect.any(Number),
      job: expect.any(Number),
      token: expect.any(String),
      env: expect.objectContaining({ GITHUB_REPOSITORY: "acme/widgets" }),
    });
    const invalid = await fetchControl(emulator, "/jobs", {
      method: "POST",
      body: JSON.stringify({ ...W, pull: "1" }),
    });
    expect(invalid.status).toBe(422);
    const inEmpty = control.startJob({ repository: "ownerless/things", actor: "bob", sha: "a".repeat(40) });
    expect(inEmpty.env).toMatchObject({ GITHUB_SHA: "a".repeat(40), GITHUB_REF: "refs/heads/main" });
  });
});
