import fc from "fast-check";
import { describe, expect } from "vitest";
import * as z from "zod/mini";
import { pickSize } from "../../../../test/test-size.ts";
import { startEmulator } from "../emulator.ts";
import type { Emulator } from "../public.ts";
import { requestJson } from "../requests.fixture.ts";
import { SEED } from "../resources/shared/organization-seed.fixture.ts";
import { test as base, emulatorTest } from "../vitest.ts";

const START = Date.parse("2026-05-01T12:00:00Z");
const now = () => new Date(START);
/** Converts a response's timestamp to seconds since the start. */
const secondsSinceStart = (time: unknown) => (typeof time === "string" ? (Date.parse(time) - START) / 1000 : null);

const WIDGETS = "/repos/acme/widgets/actions";
const RUNNERS = "/orgs/acme/actions/runners";

const Run = z.looseObject({ id: z.int(), display_title: z.string(), status: z.string(), run_attempt: z.int() });
const Runs = z.object({ workflow_runs: z.array(Run) });
const Job = z.looseObject({
  id: z.int(),
  name: z.string(),
  status: z.string(),
  conclusion: z.nullable(z.string()),
  run_attempt: z.int(),
  started_at: z.string(),
  completed_at: z.nullable(z.string()),
  runner_name: z.nullable(z.string()),
  runner_group_name: z.nullable(z.string()),
});
const Jobs = z.object({ jobs: z.array(Job) });
const Runners = z.object({
  runners: z.array(z.looseObject({ id: z.int(), name: z.string(), busy: z.boolean(), runner_group_id: z.int() })),
});

const runsOf = async (emulator: Emulator) =>
  z.parse(Runs, (await requestJson(emulator, `GET ${WIDGETS}/runs?per_page=100`)).body).workflow_runs;
const jobsOf = async (emulator: Emulator, run: number) =>
  z.parse(Jobs, (await requestJson(emulator, `GET ${WIDGETS}/runs/${run}/jobs`)).body).jobs;
const runnersOf = async (emulator: Emulator) =>
  z.parse(Runners, (await requestJson(emulator, `GET ${RUNNERS}`)).body).runners;

async function runIdOf(emulator: Emulator, title: string): Promise<number> {
  return (await runsOf(emulator)).find((run) => run.display_title === title)?.id ?? 0;
}

async function runnerIdOf(emulator: Emulator, name: string): Promise<number> {
  return (await runnersOf(emulator)).find((runner) => runner.name === name)?.id ?? 0;
}

/** Returns each job as `name status-or-conclusion runner start end`, in seconds since the start. */
async function jobStates(emulator: Emulator, title: string): Promise<string[]> {
  const jobs = await jobsOf(emulator, await runIdOf(emulator, title));
  return jobs.map(({ name, status, conclusion, started_at, completed_at, runner_name }) =>
    status === "queued"
      ? `${name} queued`
      : [name, conclusion ?? status, runner_name, secondsSinceStart(started_at), secondsSinceStart(completed_at)]
          .join(" ")
          .trimEnd(),
  );
}

const selfHosted = (labels: string[], overrides: object = {}) => ({
  labels: ["self-hosted", ...labels],
  wait: 5,
  seconds: 60,
  conclusion: "failure",
  runner: "gone",
  ...overrides,
});
const run = (title: string, jobs: object) => ({ title, actor: "alice", jobs });

const seed = {
  ...SEED,
  organizations: {
    acme: {
      members: { alice: "owner" },
      runner_groups: {
        closed: {},
        picky: {
          allows_public_repositories: true,
          restricted_to_workflows: true,
          selected_workflows: ["acme/widgets/.github/workflows/release.yml@main"],
        },
      },
      runners: {
        one: { labels: ["gpu", "small"] },
        two: { labels: ["small"] },
        away: { status: "offline", labels: ["rare"] },
        private: { group: "closed", labels: ["secret"] },
        releaser: { group: "picky", labels: ["release"] },
      },
    },
  },
  repositories: {
    "acme/widgets": {
      workflow_runs: [
        run("Two at once", { a: selfHosted(["small"]), b: selfHosted(["small"]), c: selfHosted(["gpu"]) }),
        run("Big", { big: selfHosted(["big"]) }),
        run("Rare", { rare: selfHosted(["rare"]) }),
        run("Secret", { secret: selfHosted(["secret"]) }),
        run("Release", { release: selfHosted(["release"]) }),
        {
          ...run("Allowed", { release: selfHosted(["release"]) }),
          workflow: ".github/workflows/release.yml",
          name: "Release",
        },
        {
          ...run("Moves", {
            first: { status: "in_progress", seconds: 100 },
            second: { needs: ["first"], status: "queued" },
          }),
          status: "in_progress",
          moves: true,
          created: "2026-05-01T11:59:00Z",
        },
        {
          ...run("Lost", { lost: { labels: ["self-hosted"], runner: "away", seconds: 80 } }),
          status: "in_progress",
          moves: true,
          created: "2026-05-01T11:59:58Z",
        },
        {
          ...run("On two", { long: { labels: ["self-hosted"], runner: "two", seconds: 80 } }),
          status: "in_progress",
          moves: true,
          created: "2026-05-01T11:59:58Z",
        },
      ],
    },
  },
  enterprises: { inc: { organizations: ["acme"], runners: { shared: { labels: ["big"] } } } },
  apps: {},
  tokens: { alice: SEED.tokens.alice },
};
const test = emulatorTest({ seed, now });

const rerun = async (emulator: Emulator, title: string) =>
  requestJson(emulator, `POST ${WIDGETS}/runs/${await runIdOf(emulator, title)}/rerun`);

describe("self-hosted runners", () => {
  test("run one job at a time and take the next one when idle", async ({ emulator }) => {
    await rerun(emulator, "Two at once");
    emulator.control.clock.advance(10);
    // `two` is busy until second 80, so `one` runs all jobs.
    expect(await jobStates(emulator, "Two at once")).toEqual(["a in_progress one 5", "b queued", "c queued"]);
    expect((await runnersOf(emulator)).filter(({ busy }) => busy).map(({ name }) => name)).toEqual([
      "one",
      "two",
      "away",
    ]);
    expect((await requestJson(emulator, `DELETE ${RUNNERS}/${await runnerIdOf(emulator, "one")}`)).status).toBe(422);
    emulator.control.clock.advance(1000);
    expect(await jobStates(emulator, "Two at once")).toEqual([
      "a success one 5 65",
      "b success one 65 125",
      "c success one 125 185",
    ]);
    expect((await runnersOf(emulator)).some(({ busy }) => busy)).toBe(false);
    expect((await requestJson(emulator, `DELETE ${RUNNERS}/${await runnerIdOf(emulator, "one")}`)).status).toBe(204);
    // The jobs keep the runner's name.
    expect((await jobStates(emulator, "Two at once"))[0]).toBe("a success one 5 65");
  });

  test("are selected by labels, including labels that were added later", async ({ emulator }) => {
    await rerun(emulator, "Rare");
    emulator.control.clock.advance(100);
    expect(await jobStates(emulator, "Rare")).toEqual(["rare queued"]);
    await requestJson(emulator, `POST ${RUNNERS}/${await runnerIdOf(emulator, "one")}/labels`, { labels: ["RARE"] });
    emulator.control.clock.advance(10);
    expect(await jobStates(emulator, "Rare")).toEqual(["rare in_progress one 100"]);
  });

  test("must be in a group that the repository can use", async ({ emulator }) => {
    await rerun(emulator, "Secret");
    emulator.control.clock.advance(100);
    expect(await jobStates(emulator, "Secret")).toEqual(["secret queued"]);
    const group = (await runnersOf(emulator)).find(({ name }) => name === "private")?.runner_group_id;
    const change = { name: "closed", allows_public_repositories: true };
    await requestJson(emulator, `PATCH /orgs/acme/actions/runner-groups/${group}`, change);
    emulator.control.clock.advance(100);
    expect(await jobStates(emulator, "Secret")).toEqual(["secret success private 100 160"]);
    expect((await jobsOf(emulator, await runIdOf(emulator, "Secret")))[0]?.runner_group_name).toBe("closed");
  });

  test("must be in a group that allows the workflow", async ({ emulator }) => {
    await rerun(emulator, "Release");
    await rerun(emulator, "Allowed");
    emulator.control.clock.advance(10);
    expect([await jobStates(emulator, "Release"), await jobStates(emulator, "Allowed")]).toEqual([
      ["release queued"],
      ["release in_progress releaser 5"],
    ]);
  });

  test("can be inherited from the enterprise", async ({ emulator }) => {
    await rerun(emulator, "Big");
    emulator.control.clock.advance(10);
    expect(await jobStates(emulator, "Big")).toEqual(["big in_progress shared 5"]);
  });

  test("a job fails if no runner takes it within a day", async ({ emulator }) => {
    await rerun(emulator, "Rare");
    emulator.control.clock.advance(86_400);
    expect(await jobStates(emulator, "Rare")).toEqual(["rare queued"]);
    emulator.control.clock.advance(10);
    expect(await jobStates(emulator, "Rare")).toEqual(["rare failure  86405 86405"]);
    expect((await runsOf(emulator)).find((item) => item.display_title === "Rare")).toMatchObject({
      conclusion: "failure",
    });
  });
});

describe("an offline runner", () => {
  test("fails its job at the planned end", async ({ emulator }) => {
    expect(await jobStates(emulator, "Lost")).toEqual(["lost in_progress away 0"]);
    emulator.control.clock.advance(80);
    expect(await jobStates(emulator, "Lost")).toEqual(["lost failure away 0 80"]);
  });
});

describe("a seeded run that advances", () => {
  test("continues from its seeded state", async ({ emulator }) => {
    expect(await jobStates(emulator, "Moves")).toEqual(["first in_progress Hosted runner -58", "second queued"]);
    emulator.control.clock.advance(200);
    expect(await jobStates(emulator, "Moves")).toEqual([
      "first success Hosted runner -58 42",
      "second success Hosted runner 44 74",
    ]);
    expect(await jobStates(emulator, "On two")).toEqual(["long success two 0 80"]);
  });

  test("can be cancelled", async ({ emulator }) => {
    await requestJson(emulator, `POST ${WIDGETS}/runs/${await runIdOf(emulator, "Moves")}/cancel`);
    emulator.control.clock.advance(200);
    expect(await jobStates(emulator, "Moves")).toEqual([
      "first cancelled Hosted runner -58 5",
      "second cancelled  5 5",
    ]);
  });
});

// A reference model that computes the state second by second.

interface ModelJobPlan {
  readonly needs: readonly string[];
  readonly needsSelfHosted: boolean;
  readonly wait: number;
  readonly seconds: number;
  readonly outcomes: readonly string[];
}

interface ModelJob {
  readonly name: string;
  readonly attempt: number;
  status: "queued" | "in_progress" | "completed";
  conclusion: string | null;
  /** The time from which it can get a runner. */
  ready: number | undefined;
  start: number | undefined;
  end: number | undefined;
  runner: string | undefined;
}

interface ModelRun {
  attempt: number;
  cancelAt: number | undefined;
  /** All executions in order. */
  readonly jobs: ModelJob[];
}

const NEVER = Number.POSITIVE_INFINITY;

function createModel(plans: readonly Readonly<Record<string, ModelJobPlan>>[], runnerNames: readonly string[]) {
  const runs = plans.map((plan): ModelRun => {
    const jobs = Object.keys(plan).map((name): ModelJob => {
      const ended = { status: "completed", conclusion: "failure", ready: undefined } as const;
      return { name, attempt: 1, ...ended, start: undefined, end: undefined, runner: undefined };
    });
    return { attempt: 1, cancelAt: undefined, jobs };
  });
  const withLabel = new Set(runnerNames);
  let currentSecond = -1;

  const latest = (run: ModelRun) => {
    const byName = new Map<string, ModelJob>();
    for (const job of run.jobs) byName.set(job.name, job);
    return [...byName.values()].toSorted((a, b) => run.jobs.indexOf(a) - run.jobs.indexOf(b));
  };
  const planOf = (index: number, name: string): ModelJobPlan => {
    const plan = plans[index]?.[name];
    if (!plan) throw new Error(`The model has no job ${name}.`);
    return plan;
  };
  const complete = (job: ModelJob, conclusion: string, at: number) => {
    job.start ??= at;
    Object.assign(job, { status: "completed", conclusion, end: Math.max(at, job.start), ready: undefined });
  };
  const busy = () =>
    new Set(
      runs.flatMap((run) => run.jobs.flatMap(({ status, runner }) => (status === "in_progress" ? (runner ?? []) : []))),
    );

  /** Makes jobs ready whose needs have succeeded; skips those with a failed need. */
  function updateQueuedJobs(index: number, run: ModelRun, at: number): void {
    if (run.cancelAt !== undefined) return;
    for (let changed = true; changed; ) {
      changed = false;
      const jobs = latest(run);
      for (const job of jobs) {
        if (job.status !== "queued" || job.ready !== undefined) continue;
        const { needs, wait } = planOf(index, job.name);
        const before = jobs.filter(({ name }) => needs.includes(name));
        if (before.some(({ status }) => status !== "completed")) continue;
        changed = true;
        if (before.every(({ conclusion }) => conclusion === "success")) {
          job.ready = Math.max(at, ...before.map(({ end }) => end ?? 0)) + wait;
        } else complete(job, "skipped", at);
      }
    }
  }

  const isOver = (run: ModelRun) => latest(run).every(({ status }) => status === "completed");

  function advanceSecond(at: number): void {
    for (const [index, run] of runs.entries()) {
      for (const job of run.jobs) {
        const { seconds, outcomes } = planOf(index, job.name);
        if (job.status !== "in_progress" || (job.start ?? NEVER) + seconds > at) continue;
        const executions = run.jobs.filter(({ name }) => name === job.name);
        complete(job, outcomes[Math.min(executions.indexOf(job) - 1, outcomes.length - 1)] ?? "success", at);
      }
      updateQueuedJobs(index, run, at);
      if (isOver(run)) run.cancelAt = undefined;
    }
    for (const run of runs) {
      if ((run.cancelAt ?? NEVER) > at) continue;
      for (const job of latest(run)) if (job.status !== "completed") complete(job, "cancelled", at);
      run.cancelAt = undefined;
    }
    const waiting = runs
      .flatMap((run, index) => run.jobs.map((job) => ({ job, index })))
      .filter(({ job }) => job.status === "queued" && (job.ready ?? NEVER) <= at)
      .toSorted((a, b) => (a.job.ready ?? 0) - (b.job.ready ?? 0) || order.indexOf(a.job) - order.indexOf(b.job));
    for (const { job, index } of waiting) {
      const { needsSelfHosted } = planOf(index, job.name);
      const taken = busy();
      const runner = needsSelfHosted
        ? [...runnerNames].find((name) => withLabel.has(name) && !taken.has(name))
        : "Hosted runner";
      if (runner !== undefined) Object.assign(job, { status: "in_progress", start: at, runner, ready: undefined });
    }
  }

  /** All executions in the order they were created. */
  const order: ModelJob[] = [];

  /** Advances through every second up to now, and repeats the current one, since commands may have changed it. */
  function advance(at: number): void {
    for (currentSecond = Math.min(currentSecond, at - 1); currentSecond < at; ) {
      currentSecond += 1;
      // A job without duration ends in the same second.
      for (let before = ""; before !== JSON.stringify(runs); ) {
        before = JSON.stringify(runs);
        advanceSecond(currentSecond);
      }
    }
  }

  return {
    runs,
    advance,
    latest,
    busy,
    isOver,
    cancel(index: number, at: number): number {
      const run = runs[index];
      if (!run || isOver(run)) return 409;
      if (run.cancelAt !== undefined) return 202;
      run.cancelAt = at + 5;
      for (const job of run.jobs) if (job.status === "queued") job.ready = undefined;
      return 202;
    },
    rerun(index: number, selection: "all" | "failed" | string, at: number): number {
      const run = runs[index];
      if (!run || !isOver(run)) return 403;
      const failed = latest(run).filter(({ conclusion }) => conclusion === "failure" || conclusion === "cancelled");
      const selectedJobs =
        selection === "all"
          ? latest(run)
          : selection === "failed"
            ? failed
            : latest(run).filter(({ name }) => name === selection);
      if (selectedJobs.length === 0) return 403;
      const names = new Set(selectedJobs.map(({ name }) => name));
      for (const [name, { needs }] of Object.entries(plans[index] ?? {})) {
        // Plans list jobs after those that they need.
        if (needs.some((need) => names.has(need))) names.add(name);
      }
      run.attempt += 1;
      for (const { name } of latest(run).filter((job) => names.has(job.name))) {
        const job: ModelJob = {
          name,
          attempt: run.attempt,
          status: "queued",
          conclusion: null,
          ready: undefined,
          start: undefined,
          end: undefined,
          runner: undefined,
        };
        run.jobs.push(job);
        order.push(job);
      }
      updateQueuedJobs(index, run, at);
      return 201;
    },
    /** Adds or removes the label that the jobs require. */
    label(name: string, isAdded: boolean): void {
      if (isAdded) withLabel.add(name);
      else withLabel.delete(name);
    },
    status(run: ModelRun): string {
      if (isOver(run)) return "completed";
      const hasStarted = run.jobs.some(({ attempt, status }) => attempt === run.attempt && status !== "queued");
      return hasStarted ? "in_progress" : "queued";
    },
    conclusion(run: ModelRun): string | null {
      if (!isOver(run)) return null;
      const all = latest(run).map(({ conclusion }) => conclusion);
      if (all.includes("failure")) return "failure";
      if (all.includes("cancelled")) return "cancelled";
      return all.every((conclusion) => conclusion === "skipped") ? "skipped" : "success";
    },
  };
}

const NAMES = ["a", "b", "c", "d"] as const;

/** Jobs of a run; each can need earlier ones. */
const plans = fc
  .array(
    fc.record({
      needs: fc.subarray([0, 1, 2]),
      needsSelfHosted: fc.constantFrom(true, true, false),
      wait: fc.nat(3),
      seconds: fc.nat(12),
      outcomes: fc.array(fc.constantFrom("success", "failure"), { minLength: 1, maxLength: 3 }),
    }),
    { minLength: 1, maxLength: 4 },
  )
  .map(
    (jobs): Record<string, ModelJobPlan> =>
      Object.fromEntries(
        jobs.map((job, index) => {
          const needs = job.needs.filter((need) => need < index).map((need) => NAMES[need] ?? "a");
          return [NAMES[index] ?? "", { ...job, needs }];
        }),
      ),
  );

const command = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant("wait" as const), seconds: fc.integer({ min: 0, max: 15 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("wait" as const), seconds: fc.constantFrom(200, -3, -10) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("rerun" as const), run: fc.nat(1) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("rerun failed" as const), run: fc.nat(1) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("rerun job" as const), run: fc.nat(1), job: fc.nat(3) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("cancel" as const), run: fc.nat(1) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("label" as const), runner: fc.nat(1), isAdded: fc.boolean() }),
  },
);

base("matches a reference model of runs, jobs and runners second by second", async () => {
  const property = fc.asyncProperty(
    fc.tuple(plans, plans),
    fc.array(command, { minLength: 1, maxLength: 14 }),
    async (overrides, commands) => {
      const workflow_runs = overrides.map((jobs, index) => ({
        title: `run ${index}`,
        actor: "alice",
        jobs: Object.fromEntries(
          Object.entries(jobs).map(([name, { needs, needsSelfHosted, wait, seconds, outcomes }]) => {
            const placement = needsSelfHosted ? { labels: ["self-hosted", "fit"], runner: "gone" } : {};
            return [name, { needs, wait, seconds, conclusion: "failure", reruns: outcomes, ...placement }];
          }),
        ),
      }));
      const names = ["one", "two"];
      const runners = Object.fromEntries(names.map((name) => [name, { labels: ["fit"] }]));
      const emulator = await startEmulator({
        now,
        seed: {
          users: { alice: {} },
          organizations: { acme: { members: { alice: "owner" }, runners } },
          repositories: { "acme/widgets": { workflow_runs } },
          tokens: { alice: SEED.tokens.alice },
        },
      });
      try {
        const ids = (await runsOf(emulator)).toSorted((a, b) => a.id - b.id).map(({ id }) => id);
        const runnerIds = (await runnersOf(emulator)).map(({ id }) => id);
        const model = createModel(overrides, names);
        let at = 0;
        for (const [index, item] of commands.entries()) {
          const id = "run" in item ? ids[item.run] : undefined;
          if (item.kind === "wait") {
            // Changes are only computed on access, so the state is read before the clock is set back.
            if (item.seconds < 0) await runsOf(emulator);
            at += item.seconds;
            emulator.control.clock.advance(item.seconds);
          } else if (item.kind === "label") {
            const path = `${RUNNERS}/${runnerIds[item.runner]}/labels`;
            await (item.isAdded
              ? requestJson(emulator, `POST ${path}`, { labels: ["fit"] })
              : requestJson(emulator, `DELETE ${path}/fit`));
            model.label(names[item.runner] ?? "", item.isAdded);
          } else if (item.kind === "cancel") {
            const { status } = await requestJson(emulator, `POST ${WIDGETS}/runs/${id}/cancel`);
            expect(status, `${index}`).toBe(model.cancel(item.run, at));
          } else if (item.kind === "rerun job") {
            const jobs = await jobsOf(emulator, id ?? 0);
            const job = jobs[item.job % jobs.length];
            const { status } = await requestJson(emulator, `POST ${WIDGETS}/jobs/${job?.id}/rerun`);
            expect(status, `${index}`).toBe(model.rerun(item.run, job?.name ?? "", at));
          } else {
            const [path, selection] = item.kind === "rerun" ? ["rerun", "all"] : ["rerun-failed-jobs", "failed"];
            const { status } = await requestJson(emulator, `POST ${WIDGETS}/runs/${id}/${path}`);
            expect(status, `${index}`).toBe(model.rerun(item.run, selection ?? "", at));
          }
          model.advance(at);
          // The state is only compared at some steps, since reading it must not affect the result.
          if (index % 3 !== 2 && index !== commands.length - 1) continue;
          await compare(emulator, model, ids, at);
        }
      } finally {
        await emulator.stop();
      }
    },
  );
  await fc.assert(property, { numRuns: pickSize(10, 30) });
});

type WorkflowModel = ReturnType<typeof createModel>;

async function compare(emulator: Emulator, model: WorkflowModel, ids: readonly number[], at: number): Promise<void> {
  const responses = await Promise.all(ids.map((id) => requestJson(emulator, `GET ${WIDGETS}/runs/${id}`)));
  const found = responses.map(({ body }) => z.parse(z.looseObject({ conclusion: z.nullable(z.string()) }), body));
  expect(found.map((item) => [item["status"], item.conclusion, item["run_attempt"]])).toEqual(
    model.runs.map((item) => [model.status(item), model.conclusion(item), item.attempt]),
  );
  for (const [index, id] of ids.entries()) {
    const jobs = (await jobsOf(emulator, id)).map((job) =>
      job.run_attempt === 1
        ? [job.name, 1]
        : [
            job.name,
            job.run_attempt,
            job.status,
            job.conclusion,
            job.status === "queued" ? null : secondsSinceStart(job.started_at),
            secondsSinceStart(job.completed_at),
            job.runner_name,
          ],
    );
    const item = model.runs[index];
    const expected = (item ? model.latest(item) : []).map((job) =>
      job.attempt === 1
        ? [job.name, 1]
        : [job.name, job.attempt, job.status, job.conclusion, job.start ?? null, job.end ?? null, job.runner ?? null],
    );
    expect(jobs, `run ${index} at ${at}`).toEqual(expected);
  }
  const working = (await runnersOf(emulator)).flatMap(({ name, busy }) => (busy ? name : []));
  expect(new Set(working)).toEqual(new Set([...model.busy()].filter((name) => name !== "Hosted runner")));
}
