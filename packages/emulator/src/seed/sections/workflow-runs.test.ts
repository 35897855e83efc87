import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { startEmulator } from "../../emulator.ts";
import { requestJson } from "../../requests.fixture.ts";
import { SEED } from "../../resources/shared/organization-seed.fixture.ts";

const seedWith = (fields: { runs?: object[]; organization?: object; enterprise?: object; widgets?: object }) => ({
  ...SEED,
  organizations: { ...SEED.organizations, acme: { ...SEED.organizations.acme, ...fields.organization } },
  enterprises: { inc: { organizations: ["acme"], ...fields.enterprise } },
  repositories: { ...SEED.repositories, "acme/widgets": { workflow_runs: fields.runs ?? [], ...fields.widgets } },
});

const run = (fields: object) => ({ runs: [{ actor: "alice", ...fields }] });
const jobs = (fields: object) => run({ jobs: fields });

describe("rejects an invalid run, with its path", () => {
  test.for([
    [run({ actor: "unknown-user" }), "0.actor", 'existing user or bot, got "unknown-user"'],
    [run({ pull_requests: [7] }), "0.pull_requests.0", "existing pull request, got 7"],
    [run({ head_repository: "acme/none" }), "0.head_repository", "existing repository"],
    [run({ sha: "abc" }), "0.sha", "must be a commit id"],
    [run({ status: "queued", conclusion: "success" }), "0.conclusion", "omitted until the run is completed"],
    [jobs({}), "0.jobs", "at least one job"],
    [jobs({ a: { needs: ["b"] } }), "0.jobs.a.needs", "jobs of this run"],
    [jobs({ a: { needs: ["b"] }, b: { needs: ["a"] } }), "needs", "circular"],
    [jobs({ a: { status: "queued" } }), "0.jobs.a.status", "because the run is"],
    [jobs({ a: { status: "queued", conclusion: "success" } }), "0.jobs.a.conclusion", "omitted until the job"],
    [jobs({ a: { labels: ["self-hosted"] } }), "0.jobs.a", 'must have "runner"'],
    [jobs({ a: { reruns: [] } }), "0.jobs.a.reruns", ""],
    [
      { organization: { runners: { one: { group: "none" } } } },
      "runners.one.group",
      'existing runner group, got "none"',
    ],
    [
      { organization: { runner_groups: { x: { repositories: ["other/things"] } } } },
      "x.repositories.0",
      "must be a repository of acme",
    ],
    [{ organization: { runner_groups: { x: { visibility: "all", repositories: [] } } } }, "x.repositories", "selected"],
    [
      { enterprise: { runner_groups: { x: { organizations: ["other"] } } } },
      "x.organizations.0",
      "must be an organization of inc",
    ],
  ] as const)("%j", async ([fields, path, problem]) => {
    const starting = startEmulator({ seed: seedWith(fields) });
    await expect(starting).rejects.toThrow(path);
    await expect(starting).rejects.toThrow(problem);
  });
});

const Jobs = z.object({ jobs: z.array(z.looseObject({ name: z.string(), conclusion: z.nullable(z.string()) })) });

async function jobsOf(fields: object): Promise<z.output<typeof Jobs>["jobs"]> {
  const emulator = await startEmulator({ seed: seedWith(run(fields)) });
  try {
    const Runs = z.object({ workflow_runs: z.array(z.looseObject({ id: z.int() })) });
    const emulated = await requestJson(emulator, "GET /repos/acme/widgets/actions/runs");
    const [{ id }] = z.parse(z.tuple([z.looseObject({ id: z.int() })]), z.parse(Runs, emulated.body).workflow_runs);
    return z.parse(Jobs, (await requestJson(emulator, `GET /repos/acme/widgets/actions/runs/${id}/jobs`)).body).jobs;
  } finally {
    await emulator.stop();
  }
}

describe("jobs", () => {
  test("inherit status and conclusion from the run", async () => {
    expect(await jobsOf({ conclusion: "failure", jobs: { a: {}, b: {} } })).toMatchObject([
      { name: "a", conclusion: "failure" },
      { name: "b", conclusion: "failure" },
    ]);
    expect(await jobsOf({ conclusion: "stale" })).toMatchObject([{ name: "build", conclusion: "neutral" }]);
    expect(await jobsOf({ status: "pending" })).toMatchObject([{ status: "pending", conclusion: null }]);
  });

  test("succeed if another job has the conclusion of the run", async () => {
    expect(await jobsOf({ conclusion: "failure", jobs: { a: {}, b: { conclusion: "failure" } } })).toMatchObject([
      { name: "a", conclusion: "success" },
      { name: "b", conclusion: "failure" },
    ]);
  });

  test("run after the jobs that they need", async () => {
    const created = "2026-01-01T00:00:00Z";
    const fields = { last: { needs: ["first"], wait: 1, seconds: 5 }, first: { wait: 3, seconds: 10 } };
    expect(await jobsOf({ created, jobs: fields })).toMatchObject([
      { name: "first", started_at: "2026-01-01T00:00:03Z", completed_at: "2026-01-01T00:00:13Z" },
      { name: "last", started_at: "2026-01-01T00:00:14Z", completed_at: "2026-01-01T00:00:19Z" },
    ]);
    const jobWithTimes = { a: { started: "2026-01-01T01:00:00Z", completed: "2026-01-01T02:00:00Z" } };
    expect(await jobsOf({ created, jobs: jobWithTimes })).toMatchObject([
      { started_at: "2026-01-01T01:00:00Z", completed_at: "2026-01-01T02:00:00Z" },
    ]);
  });
});

test("a run belongs to its branch's current commit", async () => {
  const emulator = await startEmulator({
    seed: seedWith({
      widgets: { files: { "README.md": "hello" }, workflow_runs: [{ actor: "bob", title: "Not this" }] },
    }),
  });
  try {
    const { body } = await requestJson(emulator, "GET /repos/acme/widgets/actions/runs");
    const Commit = z.looseObject({ id: z.string(), tree_id: z.string(), message: z.string() });
    const Runs = z.object({ workflow_runs: z.array(z.looseObject({ head_sha: z.string(), head_commit: Commit })) });
    const [found] = z.parse(Runs, body).workflow_runs;
    expect(found?.head_commit.id).toBe(found?.head_sha);
    expect(found?.head_commit.tree_id).not.toBe(found?.head_sha);
    expect(found?.head_commit.message).not.toBe("Not this");
  } finally {
    await emulator.stop();
  }
});
