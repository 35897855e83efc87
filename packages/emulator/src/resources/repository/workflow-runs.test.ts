import { inflateRawSync } from "node:zlib";
import { createClient } from "@forgehand/core";
import * as operations from "@forgehand/core/operations";
import { describe, expect } from "vitest";
import * as z from "zod/mini";
import { startEmulator } from "../../emulator.ts";
import type { Emulator } from "../../public.ts";
import { requestJson } from "../../requests.fixture.ts";
import { test as base, emulatorTest } from "../../vitest.ts";
import { SEED } from "../shared/organization-seed.fixture.ts";

const RUNS = "/repos/acme/widgets/actions/runs";
const SHA = "a".repeat(40);

/** Three dependent jobs and an independent one. `test` fails at first, so `deploy` is skipped. */
const chain = {
  build: { steps: ["Check out", { name: "Compile", seconds: 3, log: "compiling\ndone" }], seconds: 40 },
  test: { needs: ["build"], conclusion: "failure", seconds: 20, reruns: ["failure", "success"] },
  deploy: { needs: ["test"], conclusion: "skipped", seconds: 10 },
  lint: { seconds: 15 },
};

const workflow_runs = [
  { title: "Oldest", actor: "alice", created: "2026-01-01T08:00:00Z", status: "completed" },
  {
    title: "Chain",
    actor: "bob",
    created: "2026-04-20T10:00:00Z",
    pull_requests: [1],
    event: "pull_request",
    jobs: chain,
  },
  {
    title: "On a branch",
    actor: "bob",
    branch: "side",
    sha: SHA,
    created: "2026-04-21T10:00:00Z",
    workflow: ".github/workflows/nightly.yml",
    name: "Nightly",
    event: "schedule",
    conclusion: "timed_out",
  },
  { title: "Waits", actor: "alice", status: "waiting", created: "2026-04-22T10:00:00Z", check_suite: 777 },
  { title: "Runs", actor: "alice", status: "in_progress", created: "2026-04-30T23:59:59Z" },
  { title: "Queued", actor: "alice", status: "queued", created: "2026-05-01T00:00:00Z", attempt: 2 },
  { title: "From a fork", actor: "mallory", created: "2026-05-01T11:00:00Z", head_repository: "mallory/widgets" },
];

const seed = {
  ...SEED,
  repositories: {
    ...SEED.repositories,
    "acme/widgets": {
      collaborators: { bob: "push" },
      workflow_runs,
      pulls: [{ number: 1, title: "Round", author: "bob", head: "round" }],
    },
    "acme/gears": { private: true, workflow_runs: [{ actor: "alice" }] },
    "mallory/widgets": { fork_of: "acme/widgets", private: true },
  },
  tokens: {
    ...SEED.tokens,
    actionsReader: { kind: "fine-grained", user: "bob", permissions: { actions: "read" }, owner: "acme" },
  },
};
const now = () => new Date("2026-05-01T12:00:00Z");
const test = emulatorTest({ seed, now });

const Run = z.looseObject({
  id: z.int(),
  display_title: z.string(),
  status: z.string(),
  conclusion: z.nullable(z.string()),
  run_attempt: z.int(),
  pull_requests: z.array(z.unknown()),
  updated_at: z.string(),
  check_suite_id: z.int(),
});
const Runs = z.object({ total_count: z.int(), workflow_runs: z.array(Run) });
const Job = z.looseObject({
  id: z.int(),
  name: z.string(),
  status: z.string(),
  conclusion: z.nullable(z.string()),
  run_attempt: z.int(),
  started_at: z.nullable(z.string()),
  completed_at: z.nullable(z.string()),
  steps: z.array(z.looseObject({})),
});
const Jobs = z.object({ total_count: z.int(), jobs: z.array(Job) });

const listRuns = async (emulator: Emulator, query = "") =>
  z.parse(Runs, (await requestJson(emulator, `GET ${RUNS}${query}`)).body);
const runTitles = async (emulator: Emulator, query: string) =>
  (await listRuns(emulator, query)).workflow_runs.map((run) => run.display_title);
async function runIdOf(emulator: Emulator, title: string): Promise<number> {
  return (await listRuns(emulator)).workflow_runs.find((run) => run.display_title === title)?.id ?? 0;
}
const getRun = async (emulator: Emulator, id: number) =>
  z.parse(Run, (await requestJson(emulator, `GET ${RUNS}/${id}`)).body);
const jobsOf = async (emulator: Emulator, id: number, query = "") =>
  z.parse(Jobs, (await requestJson(emulator, `GET ${RUNS}/${id}/jobs${query}`)).body).jobs;
const jobStates = async (emulator: Emulator, id: number, query = "") =>
  (await jobsOf(emulator, id, query)).map(({ name, run_attempt, status, conclusion }) =>
    [name, run_attempt, conclusion ?? status].join(" "),
  );

describe("the list of runs", () => {
  test("has the latest first, in pages", async ({ emulator }) => {
    const { total_count, workflow_runs: runs } = await listRuns(emulator);
    expect(total_count).toBe(7);
    const allTitles = ["From a fork", "Queued", "Runs", "Waits", "On a branch", "Chain", "Oldest"];
    expect(runs.map((run) => run.display_title)).toEqual(allTitles);
    const page = await requestJson(emulator, `GET ${RUNS}?per_page=3&page=2`);
    expect(z.parse(Runs, page.body)).toMatchObject({ total_count: 7, workflow_runs: [{}, {}, {}] });
    for (const rel of ["prev", "next", "last", "first"]) expect(page.link).toContain(`rel="${rel}"`);
    expect(await runTitles(emulator, "?per_page=3&page=3")).toEqual(["Oldest"]);
    expect(await runTitles(emulator, "?page=9")).toEqual([]);
  });

  test.for([
    ["actor=ALICE", ["Queued", "Runs", "Waits", "Oldest"]],
    ["actor=unknown-user", []],
    ["branch=side", ["On a branch"]],
    ["event=schedule", ["On a branch"]],
    ["event=pull_request&actor=bob", ["Chain"]],
    ["event=pull_request&actor=alice", []],
    ["check_suite_id=777", ["Waits"]],
    [`head_sha=${SHA}`, ["On a branch"]],
    ["status=completed", ["From a fork", "On a branch", "Chain", "Oldest"]],
    ["status=success", ["From a fork", "Oldest"]],
    ["status=failure", ["Chain"]],
    ["status=timed_out", ["On a branch"]],
    ["status=waiting", ["Waits"]],
    ["status=in_progress", ["Runs"]],
    ["status=queued", ["Queued"]],
    ["status=requested", []],
    ["created=2026-05-01", ["From a fork", "Queued"]],
    ["created=>=2026-05-01", ["From a fork", "Queued"]],
    ["created=>2026-04-30", ["From a fork", "Queued"]],
    ["created=<2026-05-01", ["Runs", "Waits", "On a branch", "Chain", "Oldest"]],
    ["created=<=2026-04-20", ["Chain", "Oldest"]],
    ["created=2026-04-20..2026-04-21", ["On a branch", "Chain"]],
    ["created=*..2026-04-20T09:59:59Z", ["Oldest"]],
    ["created=2026-05-01T00:00:00Z..*", ["From a fork", "Queued"]],
    ["created=>2026-05-01T00:00:00Z", ["From a fork"]],
    ["created=2026-05-01T13:00:00%2B02:00", ["From a fork"]],
    ["created=>=2026-04-30T23:59:59", ["From a fork", "Queued", "Runs"]],
  ] as const)("is filtered by %s", async ([query, expected], { emulator }) => {
    const { total_count, workflow_runs: runs } = await listRuns(
      emulator,
      `?${query.replace(/[<>]/g, encodeURIComponent)}`,
    );
    expect(runs.map((run) => run.display_title)).toEqual(expected);
    expect(total_count).toBe(expected.length);
  });

  test("rejects invalid filters", async ({ emulator }) => {
    const validationError = (field: string) => ({ status: 422, body: { errors: [{ field }] } });
    for (const created of ["soon", "2026-02-30", "2026-1-1", "1..2..3", "..", "", ">", "2026-13-01T00:00:00Z"]) {
      const query = encodeURIComponent(created);
      expect(await requestJson(emulator, `GET ${RUNS}?created=${query}`), created).toMatchObject(
        validationError("created"),
      );
    }
    expect(await requestJson(emulator, `GET ${RUNS}?status=done`)).toMatchObject(validationError("status"));
    expect(await requestJson(emulator, `GET ${RUNS}?check_suite_id=x`)).toMatchObject(
      validationError("check_suite_id"),
    );
  });

  test("requires access to the repository, and the permission", async ({ emulator }) => {
    expect((await fetch(`${emulator.apiUrl}${RUNS}`)).status).toBe(200);
    expect((await fetch(`${emulator.apiUrl}/repos/acme/gears/actions/runs`)).status).toBe(404);
    expect((await requestJson(emulator, "GET /repos/acme/gears/actions/runs", undefined, "mallory")).status).toBe(404);
    const gears = "GET /repos/acme/gears/actions/runs";
    expect((await requestJson(emulator, gears, undefined, "reader")).status).toBe(403);
    for (const token of ["actionsReader", "installation"])
      expect((await requestJson(emulator, gears, undefined, token)).status).toBe(200);
    const id = await runIdOf(emulator, "Chain");
    for (const route of [`POST ${RUNS}/${id}/rerun`, `DELETE ${RUNS}/${id}`, `POST ${RUNS}/${id}/cancel`]) {
      for (const token of ["actionsReader", "mallory"])
        expect((await requestJson(emulator, route, undefined, token)).status).toBe(403);
    }
  });

  base("returns at most 1,000 runs with a filter, although the total count is higher", async () => {
    const manyRuns = Array.from({ length: 1010 }, (_, index) => ({ actor: index < 5 ? "alice" : "bob", branch: "b" }));
    const repositories = { ...seed.repositories, "acme/widgets": { workflow_runs: manyRuns } };
    const emulator = await startEmulator({ seed: { ...seed, repositories } });
    try {
      const { pages } = createClient({ baseUrl: emulator.apiUrl, pace: "off" });
      const read = async (filter: object) => {
        let items = 0;
        const listing = pages(operations.listWorkflowRuns, { owner: "acme", repo: "widgets", per_page: 60, ...filter });
        for await (const page of listing) items += page.workflow_runs.length;
        return { items, total: listing.info.totalCount, truncated: listing.info.truncated };
      };
      expect(await read({})).toEqual({ items: 1010, total: 1010, truncated: false });
      expect(await read({ branch: "b" })).toEqual({ items: 1000, total: 1010, truncated: true });
      expect(await runTitles(emulator, "?branch=b&per_page=60&page=18")).toEqual([]);
      const last = await requestJson(emulator, `GET ${RUNS}?branch=b&per_page=60&page=17`);
      expect(z.parse(Runs, last.body).workflow_runs).toHaveLength(40);
      expect(last.link).not.toContain('rel="next"');
    } finally {
      await emulator.stop();
    }
  });
});

describe("a workflow run", () => {
  test("has its details, and its pull requests unless excluded", async ({ emulator }) => {
    const id = await runIdOf(emulator, "Chain");
    const { body } = await requestJson(emulator, `GET ${RUNS}/${id}`);
    const url = `${emulator.apiUrl}${RUNS}/${id}`;
    expect(body).toMatchObject({
      id,
      name: "CI",
      path: ".github/workflows/ci.yml",
      run_number: 2,
      run_attempt: 1,
      event: "pull_request",
      status: "completed",
      conclusion: "failure",
      head_branch: "main",
      check_suite_id: expect.any(Number),
      actor: { login: "bob" },
      triggering_actor: { login: "bob" },
      repository: { full_name: "acme/widgets" },
      head_repository: { full_name: "acme/widgets" },
      previous_attempt_url: null,
      jobs_url: `${url}/jobs`,
      head_commit: { message: "Chain", author: { name: "bob" } },
      created_at: "2026-04-20T10:00:00Z",
      pull_requests: [{ number: 1, head: { ref: "round", repo: { name: "widgets" } }, base: { ref: "main" } }],
    });
    expect((await requestJson(emulator, `GET ${RUNS}/${id}?exclude_pull_requests=true`)).body).toMatchObject({
      pull_requests: [],
    });
    const listed = await listRuns(emulator, "?exclude_pull_requests=true&actor=bob");
    expect(listed.workflow_runs.every((run) => run.pull_requests.length === 0)).toBe(true);
    expect((await listRuns(emulator, "?event=pull_request")).workflow_runs).toEqual([body]);
    expect((await requestJson(emulator, `GET ${RUNS}/4711`)).status).toBe(404);
    expect((await requestJson(emulator, `GET /repos/acme/gears/actions/runs/${id}`)).status).toBe(404);
  });

  test("has its own run number in another workflow", async ({ emulator }) => {
    const run = await getRun(emulator, await runIdOf(emulator, "On a branch"));
    expect(run).toMatchObject({ name: "Nightly", run_number: 1, head_sha: SHA, head_commit: { id: SHA } });
    expect(run["workflow_id"]).not.toBe((await getRun(emulator, await runIdOf(emulator, "Chain")))["workflow_id"]);
  });

  test("names the fork that it comes from", async ({ emulator }) => {
    const { body } = await requestJson(emulator, `GET ${RUNS}/${await runIdOf(emulator, "From a fork")}`);
    expect(body).toMatchObject({ head_repository: { full_name: "mallory/widgets" }, repository: { name: "widgets" } });
  });

  test("is deleted with its jobs once it has completed", async ({ emulator }) => {
    const id = await runIdOf(emulator, "Chain");
    expect((await requestJson(emulator, `DELETE ${RUNS}/${id}`, undefined, "bob")).status).toBe(204);
    for (const route of [
      `DELETE ${RUNS}/${id}`,
      `GET ${RUNS}/${id}`,
      `GET ${RUNS}/${id}/jobs`,
      `GET ${RUNS}/${id}/logs`,
    ]) {
      expect((await requestJson(emulator, route)).status).toBe(404);
    }
    expect((await listRuns(emulator)).total_count).toBe(6);
    for (const title of ["Waits", "Runs", "Queued"]) {
      expect((await requestJson(emulator, `DELETE ${RUNS}/${await runIdOf(emulator, title)}`)).status).toBe(403);
    }
  });

  test("keeps the status from its seed as time passes", async ({ emulator }) => {
    emulator.control.clock.advance(3 * 86_400);
    expect((await getRun(emulator, await runIdOf(emulator, "Runs"))).status).toBe("in_progress");
    expect((await getRun(emulator, await runIdOf(emulator, "Queued"))).status).toBe("queued");
  });
});

describe("cancelling a run", () => {
  test.for(["Waits", "Runs", "Queued"])(
    'completes a run in the state "%s" after some seconds',
    async (title, { emulator }) => {
      const id = await runIdOf(emulator, title);
      const before = await getRun(emulator, id);
      expect((await requestJson(emulator, `POST ${RUNS}/${id}/cancel`)).status).toBe(202);
      expect((await getRun(emulator, id)).status).toBe(before.status);
      emulator.control.clock.advance(4);
      // A second request doesn't postpone the cancellation.
      expect((await requestJson(emulator, `POST ${RUNS}/${id}/cancel`)).status).toBe(202);
      emulator.control.clock.advance(1);
      expect(await getRun(emulator, id)).toMatchObject({
        status: "completed",
        conclusion: "cancelled",
        updated_at: "2026-05-01T12:00:05Z",
      });
      expect(await jobsOf(emulator, id)).toMatchObject([
        { conclusion: "cancelled", completed_at: "2026-05-01T12:00:05Z" },
      ]);
      expect((await requestJson(emulator, `POST ${RUNS}/${id}/cancel`)).status).toBe(409);
      expect(await runTitles(emulator, "?status=cancelled")).toEqual([title]);
    },
  );

  test("rejects a completed run and an unknown one", async ({ emulator }) => {
    expect((await requestJson(emulator, `POST ${RUNS}/${await runIdOf(emulator, "Chain")}/cancel`)).status).toBe(409);
    expect((await requestJson(emulator, `POST ${RUNS}/4711/cancel`)).status).toBe(404);
  });

  test("starts no further job, but keeps the results of jobs that end in time", async ({ emulator }) => {
    const id = await runIdOf(emulator, "Chain");
    await requestJson(emulator, `POST ${RUNS}/${id}/rerun`);
    emulator.control.clock.advance(14); // lint ends at 17 seconds, build at 42
    await requestJson(emulator, `POST ${RUNS}/${id}/cancel`);
    emulator.control.clock.advance(60);
    expect(await jobStates(emulator, id)).toEqual([
      "build 2 cancelled",
      "test 2 cancelled",
      "deploy 2 cancelled",
      "lint 2 success",
    ]);
    expect(await getRun(emulator, id)).toMatchObject({ conclusion: "cancelled", updated_at: "2026-05-01T12:00:19Z" });
    const [build, , , lint] = await jobsOf(emulator, id);
    expect([lint?.completed_at, build?.completed_at]).toEqual(["2026-05-01T12:00:17Z", "2026-05-01T12:00:19Z"]);
    // Check out took 10 of the 40 seconds. Compile was stopped while it ran.
    expect(build?.steps).toMatchObject([{ conclusion: "success" }, { conclusion: "cancelled", status: "completed" }]);
  });
});

describe("rerunning", () => {
  test("creates a new attempt of all jobs, which proceed from queued to completed as time passes", async ({
    emulator,
  }) => {
    const id = await runIdOf(emulator, "Chain");
    expect((await requestJson(emulator, `POST ${RUNS}/${id}/rerun`, {}, "bob")).status).toBe(201);
    const url = `${emulator.apiUrl}${RUNS}/${id}`;
    expect(await getRun(emulator, id)).toMatchObject({
      status: "queued",
      conclusion: null,
      run_attempt: 2,
      run_started_at: "2026-05-01T12:00:00Z",
      created_at: "2026-04-20T10:00:00Z",
      previous_attempt_url: `${url}/attempts/1`,
    });
    expect(await jobStates(emulator, id)).toEqual([
      "build 2 queued",
      "test 2 queued",
      "deploy 2 queued",
      "lint 2 queued",
    ]);
    expect((await jobsOf(emulator, id))[0]).toMatchObject({
      started_at: "2026-05-01T12:00:00Z",
      completed_at: null,
      steps: [],
      runner_name: null,
    });

    emulator.control.clock.advance(2);
    expect((await getRun(emulator, id)).status).toBe("in_progress");
    expect(await jobStates(emulator, id)).toEqual([
      "build 2 in_progress",
      "test 2 queued",
      "deploy 2 queued",
      "lint 2 in_progress",
    ]);
    emulator.control.clock.advance(15);
    expect((await jobsOf(emulator, id))[0]?.steps).toMatchObject([
      { number: 1, name: "Check out", conclusion: "success", completed_at: "2026-05-01T12:00:12Z" },
      { number: 2, name: "Compile", status: "in_progress", conclusion: null, started_at: "2026-05-01T12:00:12Z" },
    ]);
    expect((await jobStates(emulator, id)).at(-1)).toBe("lint 2 success");
    emulator.control.clock.advance(3600);
    expect(await jobStates(emulator, id)).toEqual([
      "build 2 success",
      "test 2 failure",
      "deploy 2 skipped",
      "lint 2 success",
    ]);
    expect(await getRun(emulator, id)).toMatchObject({ conclusion: "failure", updated_at: "2026-05-01T12:01:04Z" });
    expect((await requestJson(emulator, `GET ${RUNS}/${id}/jobs?filter=all&per_page=5`)).body).toMatchObject({
      total_count: 8,
    });
    expect(await jobStates(emulator, id, "?filter=all&per_page=4")).toEqual([
      "build 1 success",
      "test 1 failure",
      "deploy 1 skipped",
      "lint 1 success",
    ]);
    expect((await jobsOf(emulator, id, "?per_page=3&page=2")).map(({ name }) => name)).toEqual(["lint"]);
  });

  test("failed jobs includes the jobs that depend on them, and keeps the others", async ({ emulator }) => {
    const id = await runIdOf(emulator, "Chain");
    expect((await requestJson(emulator, `POST ${RUNS}/${id}/rerun-failed-jobs`)).status).toBe(201);
    expect((await getRun(emulator, id)).status).toBe("queued");
    expect(await jobStates(emulator, id)).toEqual([
      "build 1 success",
      "lint 1 success",
      "test 2 queued",
      "deploy 2 queued",
    ]);
    emulator.control.clock.advance(22);
    expect(await getRun(emulator, id)).toMatchObject({ status: "completed", conclusion: "failure" });
    await requestJson(emulator, `POST ${RUNS}/${id}/rerun-failed-jobs`);
    emulator.control.clock.advance(3600);
    expect(await jobStates(emulator, id)).toEqual([
      "build 1 success",
      "lint 1 success",
      "test 3 success",
      "deploy 3 success",
    ]);
    // 2 seconds queued and 20 running, then 2 and 10.
    expect(await getRun(emulator, id)).toMatchObject({
      run_attempt: 3,
      conclusion: "success",
      updated_at: "2026-05-01T12:00:56Z",
    });
    expect((await requestJson(emulator, `POST ${RUNS}/${id}/rerun-failed-jobs`)).status).toBe(403);
  });

  test("a single job includes the jobs that depend on it", async ({ emulator }) => {
    const id = await runIdOf(emulator, "Chain");
    const rerun = async (name: string, body?: object) => {
      const job = (await jobsOf(emulator, id)).find((candidate) => candidate.name === name);
      return requestJson(emulator, `POST /repos/acme/widgets/actions/jobs/${job?.id}/rerun`, body);
    };
    const [first] = await jobsOf(emulator, id);
    expect((await rerun("build")).status).toBe(201);
    expect(await jobStates(emulator, id)).toEqual([
      "lint 1 success",
      "build 2 queued",
      "test 2 queued",
      "deploy 2 queued",
    ]);
    expect((await rerun("lint")).status).toBe(403);
    emulator.control.clock.advance(3600);
    // A job is skipped again if a job that it needs has not succeeded.
    expect((await rerun("deploy")).status).toBe(201);
    expect(await getRun(emulator, id)).toMatchObject({ status: "completed", conclusion: "failure", run_attempt: 3 });
    expect((await jobStates(emulator, id)).at(-1)).toBe("deploy 3 skipped");
    expect((await requestJson(emulator, `POST /repos/acme/widgets/actions/jobs/${first?.id}/rerun`)).status).toBe(403);
    expect((await requestJson(emulator, "POST /repos/acme/widgets/actions/jobs/4711/rerun")).status).toBe(404);
    expect((await requestJson(emulator, `POST /repos/acme/gears/actions/jobs/${first?.id}/rerun`)).status).toBe(404);
  });

  test("is rejected while the run is in progress, and a month after its creation", async ({ emulator }) => {
    const chainId = await runIdOf(emulator, "Chain");
    const oldest = await runIdOf(emulator, "Oldest");
    await requestJson(emulator, `POST ${RUNS}/${chainId}/rerun`);
    for (const kind of ["rerun", "rerun-failed-jobs"]) {
      expect((await requestJson(emulator, `POST ${RUNS}/${chainId}/${kind}`)).status).toBe(403);
      expect((await requestJson(emulator, `POST ${RUNS}/${oldest}/${kind}`)).status).toBe(403);
      expect((await requestJson(emulator, `POST ${RUNS}/4711/${kind}`)).status).toBe(404);
    }
    expect((await requestJson(emulator, `POST ${RUNS}/${await runIdOf(emulator, "Waits")}/rerun`)).status).toBe(403);
    expect((await getRun(emulator, chainId)).run_attempt).toBe(2);
    const bad = { enable_debug_logging: "yes" };
    const validationError = { status: 422, body: { errors: [{ field: "enable_debug_logging" }] } };
    expect(await requestJson(emulator, `POST ${RUNS}/${chainId}/rerun`, bad)).toMatchObject(validationError);
  });

  test("succeeds for one of two concurrent requests", async ({ emulator }) => {
    const id = await runIdOf(emulator, "Chain");
    const both = await Promise.all([1, 2].map(() => requestJson(emulator, `POST ${RUNS}/${id}/rerun`)));
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 403]);
    expect((await getRun(emulator, id)).run_attempt).toBe(2);
  });

  test("works with a workflow's own token, in its repository", async ({ emulator }) => {
    const id = await runIdOf(emulator, "Chain");
    expect((await requestJson(emulator, `POST ${RUNS}/${id}/rerun`, undefined, "workflow")).status).toBe(201);
    const run = await getRun(emulator, id);
    expect(run).toMatchObject({ actor: { login: "bob" }, triggering_actor: { login: "github-actions[bot]" } });
  });
});

describe("logs", () => {
  /** Returns the files of a zip archive, as its central directory lists them. */
  function unzip(bytes: Buffer): ReadonlyMap<string, string> {
    const end = bytes.lastIndexOf(Buffer.from("PK\x05\x06"));
    const files = new Map<string, string>();
    let offset = bytes.readUInt32LE(end + 16);
    for (let entriesLeft = bytes.readUInt16LE(end + 10); entriesLeft > 0; entriesLeft--) {
      const [compressedSize, nameLength] = [bytes.readUInt32LE(offset + 20), bytes.readUInt16LE(offset + 28)];
      const name = bytes.toString("utf8", offset + 46, offset + 46 + nameLength);
      const local = bytes.readUInt32LE(offset + 42);
      const start = local + 30 + bytes.readUInt16LE(local + 26);
      files.set(name, inflateRawSync(bytes.subarray(start, start + compressedSize)).toString());
      offset += 46 + nameLength;
    }
    return files;
  }

  async function logsOf(emulator: Emulator, id: number): Promise<ReadonlyMap<string, string>> {
    const { call } = createClient({ baseUrl: emulator.apiUrl, credentials: emulator.tokens["bob"] ?? "", pace: "off" });
    const link = await call(operations.getWorkflowRunLogs, { owner: "acme", repo: "widgets", run_id: id });
    const response = await fetch(link);
    expect(response.headers.get("content-type")).toBe("application/zip");
    return unzip(Buffer.from(await response.arrayBuffer()));
  }

  test("have a file for each job that ran, and for each of its steps", async ({ emulator }) => {
    const files = await logsOf(emulator, await runIdOf(emulator, "Chain"));
    expect([...files.keys()]).toEqual([
      "0_build.txt",
      "build/1_Check out.txt",
      "build/2_Compile.txt",
      "1_test.txt",
      "test/1_Set up job.txt",
      "test/2_Run test.txt",
      "3_lint.txt",
      "lint/1_Set up job.txt",
      "lint/2_Run lint.txt",
      "lint/3_Complete job.txt",
    ]);
    expect(files.get("0_build.txt")).toContain("2026-04-20T10:00:12.0000000Z compiling\n");
    expect(files.get("0_build.txt")).toContain(files.get("build/2_Compile.txt"));
    expect(files.get("1_test.txt")).toContain("##[error]Process completed with exit code 1.");
    expect(files.get("3_lint.txt")).not.toContain("##[debug]");
  });

  test("contain more with debug logging", async ({ emulator }) => {
    const id = await runIdOf(emulator, "Chain");
    await requestJson(emulator, `POST ${RUNS}/${id}/rerun`, { enable_debug_logging: true });
    expect((await requestJson(emulator, `GET ${RUNS}/${id}/logs`)).status).toBe(404);
    emulator.control.clock.advance(3);
    expect([...(await logsOf(emulator, id)).keys()]).toContain("0_build.txt");
    emulator.control.clock.advance(3600);
    const files = await logsOf(emulator, id);
    expect(files.get("0_build.txt")).toContain("##[debug]Finishing: Compile");
    const { id: build } = (await jobsOf(emulator, id))[0] ?? { id: 0 };
    await requestJson(emulator, `POST /repos/acme/widgets/actions/jobs/${build}/rerun`, { enable_debugger: true });
    emulator.control.clock.advance(3600);
    const newLogs = [...(await logsOf(emulator, id)).values()].join("");
    expect(newLogs).toContain("The debugger is enabled");
    expect(newLogs).not.toContain("Finishing: Compile");
  });

  test("can be downloaded for a minute, from the signed URL only", async ({ emulator }) => {
    const id = await runIdOf(emulator, "Chain");
    const headers = { authorization: `Bearer ${emulator.tokens["bob"]}` };
    const response = await fetch(`${emulator.apiUrl}${RUNS}/${id}/logs`, { headers, redirect: "manual" });
    expect(response.status).toBe(302);
    const link = response.headers.get("location") ?? "";
    const other = link.replace(`/${id}/`, `/${await runIdOf(emulator, "Oldest")}/`);
    for (const wrong of [
      other,
      link.replace(/mark=(.)/, (_, first) => `mark=${first === "A" ? "B" : "A"}`),
      link.replace(/ends=\d/, "ends=9"),
      link.split("?")[0] ?? "",
    ]) {
      expect((await fetch(wrong)).status, wrong).toBe(403);
    }
    emulator.control.clock.advance(59);
    expect((await fetch(link)).status).toBe(200);
    emulator.control.clock.advance(2);
    expect((await fetch(link)).status).toBe(403);
    // The logs of a deleted run are gone.
    const { headers: fresh } = await fetch(`${emulator.apiUrl}${RUNS}/${id}/logs`, { headers, redirect: "manual" });
    await requestJson(emulator, `DELETE ${RUNS}/${id}`);
    expect((await fetch(fresh.get("location") ?? "")).status).toBe(404);
  });

  test("require permission to read the run, and expire", async ({ emulator }) => {
    const [id, oldest] = [await runIdOf(emulator, "Chain"), await runIdOf(emulator, "Oldest")];
    expect((await requestJson(emulator, `GET ${RUNS}/${id}/logs`, undefined, "reader")).status).toBe(403);
    expect((await requestJson(emulator, `GET ${RUNS}/4711/logs`)).status).toBe(404);
    expect((await requestJson(emulator, `GET ${RUNS}/${await runIdOf(emulator, "Queued")}/logs`)).status).toBe(404);
    expect((await requestJson(emulator, `GET ${RUNS}/${oldest}/logs`)).status).toBe(404);
  });
});

describe("jobs", () => {
  test("have their runner and times", async ({ emulator }) => {
    const id = await runIdOf(emulator, "Chain");
    const [build, , deploy] = await jobsOf(emulator, id);
    expect(build).toMatchObject({
      run_id: id,
      workflow_name: "CI",
      head_branch: "main",
      labels: ["ubuntu-latest"],
      runner_id: null,
      started_at: "2026-04-20T10:00:02Z",
      completed_at: "2026-04-20T10:00:42Z",
      runner_name: expect.any(String),
    });
    expect(deploy).toMatchObject({ conclusion: "skipped", steps: [], runner_name: null });
    expect((await requestJson(emulator, `GET ${RUNS}/4711/jobs`)).status).toBe(404);
    expect(await requestJson(emulator, `GET ${RUNS}/${id}/jobs?filter=newest`)).toMatchObject({
      status: 422,
      body: { errors: [{ field: "filter" }] },
    });
  });
});
