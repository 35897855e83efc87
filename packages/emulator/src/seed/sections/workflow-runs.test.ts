import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { ask } from "../../calling.fixture.ts";
import { startEmulator } from "../../emulator.ts";
import { SEED } from "../../resources/families/asking.fixture.ts";

const seedWith = (told: { runs?: object[]; organization?: object; enterprise?: object; widgets?: object }) => ({
  ...SEED,
  organizations: { ...SEED.organizations, acme: { ...SEED.organizations.acme, ...told.organization } },
  enterprises: { inc: { organizations: ["acme"], ...told.enterprise } },
  repositories: { ...SEED.repositories, "acme/widgets": { workflow_runs: told.runs ?? [], ...told.widgets } },
});

const run = (told: object) => ({ runs: [{ actor: "alice", ...told }] });
const jobs = (told: object) => run({ jobs: told });

describe("what doesn't fit is refused, with its place", () => {
  test.for([
    [run({ actor: "nobody" }), "0.actor", 'no user "nobody"'],
    [run({ pull_requests: [7] }), "0.pull_requests.0", "no pull request 7"],
    [run({ head_repository: "acme/none" }), "0.head_repository", "no repository"],
    [run({ sha: "abc" }), "0.sha", "no commit's id"],
    [run({ status: "queued", conclusion: "success" }), "0.conclusion", "only once a run is completed"],
    [jobs({}), "0.jobs", "one at least"],
    [jobs({ a: { needs: ["b"] } }), "0.jobs.a.needs", "doesn't have"],
    [jobs({ a: { needs: ["b"] }, b: { needs: ["a"] } }), "needs", "lead back"],
    [jobs({ a: { status: "queued" } }), "0.jobs.a.status", "its run's"],
    [jobs({ a: { status: "queued", conclusion: "success" } }), "0.jobs.a.conclusion", "only once"],
    [jobs({ a: { labels: ["self-hosted"] } }), "0.jobs.a", '"runner" says on which'],
    [jobs({ a: { reruns: [] } }), "0.jobs.a.reruns", ""],
    [{ organization: { runners: { one: { group: "none" } } } }, "runners.one.group", 'no runner group "none"'],
    [
      { organization: { runner_groups: { x: { repositories: ["other/things"] } } } },
      "x.repositories.0",
      "no repository of acme",
    ],
    [{ organization: { runner_groups: { x: { visibility: "all", repositories: [] } } } }, "x.repositories", "selected"],
    [
      { enterprise: { runner_groups: { x: { organizations: ["other"] } } } },
      "x.organizations.0",
      "no organization of inc",
    ],
  ] as const)("%j", async ([told, place, problem]) => {
    const starting = startEmulator({ seed: seedWith(told) });
    await expect(starting).rejects.toThrow(place);
    await expect(starting).rejects.toThrow(problem);
  });
});

const Jobs = z.object({ jobs: z.array(z.looseObject({ name: z.string(), conclusion: z.nullable(z.string()) })) });

async function jobsOf(told: object): Promise<z.output<typeof Jobs>["jobs"]> {
  const emulator = await startEmulator({ seed: seedWith(run(told)) });
  try {
    const Runs = z.object({ workflow_runs: z.array(z.looseObject({ id: z.int() })) });
    const emulated = await ask(emulator, "GET /repos/acme/widgets/actions/runs");
    const [{ id }] = z.parse(z.tuple([z.looseObject({ id: z.int() })]), z.parse(Runs, emulated.body).workflow_runs);
    return z.parse(Jobs, (await ask(emulator, `GET /repos/acme/widgets/actions/runs/${id}/jobs`)).body).jobs;
  } finally {
    await emulator.stop();
  }
}

describe("jobs are as their run", () => {
  test("where they say nothing", async () => {
    expect(await jobsOf({ conclusion: "failure", jobs: { a: {}, b: {} } })).toMatchObject([
      ...[
        { name: "a", conclusion: "failure" },
        { name: "b", conclusion: "failure" },
      ],
    ]);
    expect(await jobsOf({ conclusion: "stale" })).toMatchObject([{ name: "build", conclusion: "neutral" }]);
    expect(await jobsOf({ status: "pending" })).toMatchObject([{ status: "pending", conclusion: null }]);
  });

  test("and where one says why, the others went well", async () => {
    expect(await jobsOf({ conclusion: "failure", jobs: { a: {}, b: { conclusion: "failure" } } })).toMatchObject([
      ...[
        { name: "a", conclusion: "success" },
        { name: "b", conclusion: "failure" },
      ],
    ]);
  });

  test("one after the other where they need each other", async () => {
    const created = "2026-01-01T00:00:00Z";
    const told = { last: { needs: ["first"], wait: 1, seconds: 5 }, first: { wait: 3, seconds: 10 } };
    expect(await jobsOf({ created, jobs: told })).toMatchObject([
      { name: "first", started_at: "2026-01-01T00:00:03Z", completed_at: "2026-01-01T00:00:13Z" },
      { name: "last", started_at: "2026-01-01T00:00:14Z", completed_at: "2026-01-01T00:00:19Z" },
    ]);
    const own = { a: { started: "2026-01-01T01:00:00Z", completed: "2026-01-01T02:00:00Z" } };
    expect(await jobsOf({ created, jobs: own })).toMatchObject([
      { started_at: "2026-01-01T01:00:00Z", completed_at: "2026-01-01T02:00:00Z" },
    ]);
  });
});

test("a run is about the newest commit of its branch", async () => {
  const emulator = await startEmulator({
    seed: seedWith({
      widgets: { files: { "README.md": "hello" }, workflow_runs: [{ actor: "bob", title: "Not this" }] },
    }),
  });
  try {
    const { body } = await ask(emulator, "GET /repos/acme/widgets/actions/runs");
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
