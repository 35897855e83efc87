import fc from "fast-check";
import { describe, expect } from "vitest";
import * as z from "zod/mini";
import { sized } from "../../../../test/effort.ts";
import { ask } from "../calling.fixture.ts";
import { startEmulator } from "../emulator.ts";
import type { Emulator } from "../public.ts";
import { SEED } from "../resources/families/asking.fixture.ts";
import { test as base, emulatorTest } from "../vitest.ts";

const START = Date.parse("2026-05-01T12:00:00Z");
const now = () => new Date(START);
/** A time of an answer in seconds since the start. */
const since = (time: unknown) => (typeof time === "string" ? (Date.parse(time) - START) / 1000 : null);

const WIDGETS = "/repos/acme/widgets/actions";
const RUNNERS = "/orgs/acme/actions/runners";

const Run = z.looseObject({ id: z.int(), display_title: z.string(), status: z.string(), run_attempt: z.int() });
const Runs = z.object({ workflow_runs: z.array(Run) });
const Job = z.looseObject({
  ...{ id: z.int(), name: z.string(), status: z.string(), conclusion: z.nullable(z.string()), run_attempt: z.int() },
  ...{ started_at: z.string(), completed_at: z.nullable(z.string()), runner_name: z.nullable(z.string()) },
  runner_group_name: z.nullable(z.string()),
});
const Jobs = z.object({ jobs: z.array(Job) });
const Runners = z.object({
  runners: z.array(z.looseObject({ id: z.int(), name: z.string(), busy: z.boolean(), runner_group_id: z.int() })),
});

const runsOf = async (emulator: Emulator) =>
  z.parse(Runs, (await ask(emulator, `GET ${WIDGETS}/runs?per_page=100`)).body).workflow_runs;
const jobsOf = async (emulator: Emulator, run: number) =>
  z.parse(Jobs, (await ask(emulator, `GET ${WIDGETS}/runs/${run}/jobs`)).body).jobs;
const runnersOf = async (emulator: Emulator) => z.parse(Runners, (await ask(emulator, `GET ${RUNNERS}`)).body).runners;

async function idOf(emulator: Emulator, title: string): Promise<number> {
  return (await runsOf(emulator)).find((run) => run.display_title === title)?.id ?? 0;
}

async function runnerId(emulator: Emulator, name: string): Promise<number> {
  return (await runnersOf(emulator)).find((runner) => runner.name === name)?.id ?? 0;
}

/** Each job as `name status-or-conclusion runner from to`, in seconds since the start. */
async function stands(emulator: Emulator, title: string): Promise<string[]> {
  const jobs = await jobsOf(emulator, await idOf(emulator, title));
  return jobs.map(({ name, status, conclusion, started_at, completed_at, runner_name }) =>
    status === "queued"
      ? `${name} queued`
      : [name, conclusion ?? status, runner_name, since(started_at), since(completed_at)].join(" ").trimEnd(),
  );
}

const own = (labels: string[], told: object = {}) => ({
  ...{ labels: ["self-hosted", ...labels], wait: 5, seconds: 60, conclusion: "failure", runner: "gone" },
  ...told,
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
          ...{ allows_public_repositories: true, restricted_to_workflows: true },
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
        run("Two at once", { a: own(["small"]), b: own(["small"]), c: own(["gpu"]) }),
        run("Big", { big: own(["big"]) }),
        run("Rare", { rare: own(["rare"]) }),
        run("Secret", { secret: own(["secret"]) }),
        run("Release", { release: own(["release"]) }),
        {
          ...run("Allowed", { release: own(["release"]) }),
          workflow: ".github/workflows/release.yml",
          name: "Release",
        },
        {
          ...run("Moves", {
            first: { status: "in_progress", seconds: 100 },
            second: { needs: ["first"], status: "queued" },
          }),
          ...{ status: "in_progress", moves: true, created: "2026-05-01T11:59:00Z" },
        },
        {
          ...run("Lost", { lost: { labels: ["self-hosted"], runner: "away", seconds: 80 } }),
          ...{ status: "in_progress", moves: true, created: "2026-05-01T11:59:58Z" },
        },
        {
          ...run("On two", { long: { labels: ["self-hosted"], runner: "two", seconds: 80 } }),
          ...{ status: "in_progress", moves: true, created: "2026-05-01T11:59:58Z" },
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
  ask(emulator, `POST ${WIDGETS}/runs/${await idOf(emulator, title)}/rerun`);

describe("self-hosted runners", () => {
  test("take one job at a time, and the next when they are free", async ({ emulator }) => {
    await rerun(emulator, "Two at once");
    emulator.control.clock.advance(10);
    // `two` is at work for another until 80, so `one` does it all.
    expect(await stands(emulator, "Two at once")).toEqual(["a in_progress one 5", "b queued", "c queued"]);
    expect((await runnersOf(emulator)).filter(({ busy }) => busy).map(({ name }) => name)).toEqual([
      "one",
      "two",
      "away",
    ]);
    expect((await ask(emulator, `DELETE ${RUNNERS}/${await runnerId(emulator, "one")}`)).status).toBe(422);
    emulator.control.clock.advance(1000);
    expect(await stands(emulator, "Two at once")).toEqual([
      ...["a success one 5 65", "b success one 65 125", "c success one 125 185"],
    ]);
    expect((await runnersOf(emulator)).some(({ busy }) => busy)).toBe(false);
    expect((await ask(emulator, `DELETE ${RUNNERS}/${await runnerId(emulator, "one")}`)).status).toBe(204);
    // Its jobs still say where they ran.
    expect((await stands(emulator, "Two at once"))[0]).toBe("a success one 5 65");
  });

  test("are found by their labels, from when they have them", async ({ emulator }) => {
    await rerun(emulator, "Rare");
    emulator.control.clock.advance(100);
    expect(await stands(emulator, "Rare")).toEqual(["rare queued"]);
    await ask(emulator, `POST ${RUNNERS}/${await runnerId(emulator, "one")}/labels`, { labels: ["RARE"] });
    emulator.control.clock.advance(10);
    expect(await stands(emulator, "Rare")).toEqual(["rare in_progress one 100"]);
  });

  test("are only those of groups that the repository may use", async ({ emulator }) => {
    await rerun(emulator, "Secret");
    emulator.control.clock.advance(100);
    expect(await stands(emulator, "Secret")).toEqual(["secret queued"]);
    const group = (await runnersOf(emulator)).find(({ name }) => name === "private")?.runner_group_id;
    const change = { name: "closed", allows_public_repositories: true };
    await ask(emulator, `PATCH /orgs/acme/actions/runner-groups/${group}`, change);
    emulator.control.clock.advance(100);
    expect(await stands(emulator, "Secret")).toEqual(["secret success private 100 160"]);
    expect((await jobsOf(emulator, await idOf(emulator, "Secret")))[0]?.runner_group_name).toBe("closed");
  });

  test("are only those of groups that run the workflow", async ({ emulator }) => {
    await rerun(emulator, "Release");
    await rerun(emulator, "Allowed");
    emulator.control.clock.advance(10);
    expect([await stands(emulator, "Release"), await stands(emulator, "Allowed")]).toEqual([
      ...[["release queued"], ["release in_progress releaser 5"]],
    ]);
  });

  test("may be the enterprise's, of a group that is inherited", async ({ emulator }) => {
    await rerun(emulator, "Big");
    emulator.control.clock.advance(10);
    expect(await stands(emulator, "Big")).toEqual(["big in_progress shared 5"]);
  });

  test("that a job waits a day for in vain fail it", async ({ emulator }) => {
    await rerun(emulator, "Rare");
    emulator.control.clock.advance(86_400);
    expect(await stands(emulator, "Rare")).toEqual(["rare queued"]);
    emulator.control.clock.advance(10);
    expect(await stands(emulator, "Rare")).toEqual(["rare failure  86405 86405"]);
    expect((await runsOf(emulator)).find((one) => one.display_title === "Rare")).toMatchObject({
      conclusion: "failure",
    });
  });
});

describe("a runner that is no longer heard of", () => {
  test("fails its job when that should be over", async ({ emulator }) => {
    expect(await stands(emulator, "Lost")).toEqual(["lost in_progress away 0"]);
    emulator.control.clock.advance(80);
    expect(await stands(emulator, "Lost")).toEqual(["lost failure away 0 80"]);
  });
});

describe("a seed's run that moves", () => {
  test("goes on from where it stands", async ({ emulator }) => {
    expect(await stands(emulator, "Moves")).toEqual(["first in_progress Hosted runner -58", "second queued"]);
    emulator.control.clock.advance(200);
    expect(await stands(emulator, "Moves")).toEqual([
      ...["first success Hosted runner -58 42", "second success Hosted runner 44 74"],
    ]);
    expect(await stands(emulator, "On two")).toEqual(["long success two 0 80"]);
  });

  test("can be cancelled on the way", async ({ emulator }) => {
    await ask(emulator, `POST ${WIDGETS}/runs/${await idOf(emulator, "Moves")}/cancel`);
    emulator.control.clock.advance(200);
    expect(await stands(emulator, "Moves")).toEqual(["first cancelled Hosted runner -58 5", "second cancelled  5 5"]);
  });
});

// The model: everything that is, gone through second by second.

interface Plan {
  readonly needs: readonly string[];
  readonly own: boolean;
  readonly wait: number;
  readonly seconds: number;
  readonly outcomes: readonly string[];
}

interface ModelJob {
  readonly name: string;
  readonly attempt: number;
  status: "queued" | "in_progress" | "completed";
  conclusion: string | null;
  /** When it may have a runner. */
  ready: number | undefined;
  start: number | undefined;
  end: number | undefined;
  runner: string | undefined;
}

interface ModelRun {
  attempt: number;
  cancelAt: number | undefined;
  /** Every execution, in order. */
  readonly jobs: ModelJob[];
}

const NEVER = Number.POSITIVE_INFINITY;

function createModel(plans: readonly Readonly<Record<string, Plan>>[], runnerNames: readonly string[]) {
  const runs = plans.map((plan): ModelRun => {
    const jobs = Object.keys(plan).map((name): ModelJob => {
      const ended = { status: "completed", conclusion: "failure", ready: undefined } as const;
      return { name, attempt: 1, ...ended, start: undefined, end: undefined, runner: undefined };
    });
    return { attempt: 1, cancelAt: undefined, jobs };
  });
  const has = new Set(runnerNames);
  let done = -1;

  const latest = (run: ModelRun) => {
    const byName = new Map<string, ModelJob>();
    for (const job of run.jobs) byName.set(job.name, job);
    return [...byName.values()].toSorted((a, b) => run.jobs.indexOf(a) - run.jobs.indexOf(b));
  };
  const planOf = (index: number, name: string): Plan => {
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

  /** What needs nothing more is ready; what needs what failed is skipped. */
  function prepare(index: number, run: ModelRun, at: number): void {
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

  function second(at: number): void {
    for (const [index, run] of runs.entries()) {
      for (const job of run.jobs) {
        const { seconds, outcomes } = planOf(index, job.name);
        if (job.status !== "in_progress" || (job.start ?? NEVER) + seconds > at) continue;
        const executions = run.jobs.filter(({ name }) => name === job.name);
        complete(job, outcomes[Math.min(executions.indexOf(job) - 1, outcomes.length - 1)] ?? "success", at);
      }
      prepare(index, run, at);
      if (isOver(run)) run.cancelAt = undefined;
    }
    for (const run of runs) {
      if ((run.cancelAt ?? NEVER) > at) continue;
      for (const job of latest(run)) if (job.status !== "completed") complete(job, "cancelled", at);
      run.cancelAt = undefined;
    }
    const waiting = runs
      .flatMap((run, index) => run.jobs.map((job, place) => ({ job, index, place })))
      .filter(({ job }) => job.status === "queued" && (job.ready ?? NEVER) <= at)
      .toSorted((a, b) => (a.job.ready ?? 0) - (b.job.ready ?? 0) || order.indexOf(a.job) - order.indexOf(b.job));
    for (const { job, index } of waiting) {
      const { own: needsOwn } = planOf(index, job.name);
      const taken = busy();
      const runner = needsOwn ? [...runnerNames].find((name) => has.has(name) && !taken.has(name)) : "Hosted runner";
      if (runner !== undefined) Object.assign(job, { status: "in_progress", start: at, runner, ready: undefined });
    }
  }

  /** Executions of all runs in the order in which they came to be. */
  const order: ModelJob[] = [];

  /** Goes through every second that has passed, and through this one once more: something may have been said in it. */
  function settle(at: number): void {
    for (done = Math.min(done, at - 1); done < at; ) {
      done += 1;
      // What takes no time is over within its second.
      for (let before = ""; before !== JSON.stringify(runs); ) {
        before = JSON.stringify(runs);
        second(done);
      }
    }
  }

  return {
    runs,
    settle,
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
    rerun(index: number, which: "all" | "failed" | string, at: number): number {
      const run = runs[index];
      if (!run || !isOver(run)) return 403;
      const failed = latest(run).filter(({ conclusion }) => conclusion === "failure" || conclusion === "cancelled");
      const first =
        which === "all" ? latest(run) : which === "failed" ? failed : latest(run).filter(({ name }) => name === which);
      if (first.length === 0) return 403;
      const names = new Set(first.map(({ name }) => name));
      for (const [name, { needs }] of Object.entries(plans[index] ?? {})) {
        // Jobs are written after those that they need.
        if (needs.some((need) => names.has(need))) names.add(name);
      }
      run.attempt += 1;
      for (const { name } of latest(run).filter((job) => names.has(job.name))) {
        const job: ModelJob = {
          ...{ name, attempt: run.attempt, status: "queued", conclusion: null, ready: undefined },
          ...{ start: undefined, end: undefined, runner: undefined },
        };
        run.jobs.push(job);
        order.push(job);
      }
      prepare(index, run, at);
      return 201;
    },
    /** A runner gets the label that the jobs ask for, or loses it. */
    label(name: string, isThere: boolean): void {
      if (isThere) has.add(name);
      else has.delete(name);
    },
    status(run: ModelRun): string {
      if (isOver(run)) return "completed";
      const begun = run.jobs.some(({ attempt, status }) => attempt === run.attempt && status !== "queued");
      return begun ? "in_progress" : "queued";
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

/** A run's jobs: each may need those before it. */
const plans = fc
  .array(
    fc.record({
      needs: fc.subarray([0, 1, 2]),
      own: fc.constantFrom(true, true, false),
      wait: fc.nat(3),
      seconds: fc.nat(12),
      outcomes: fc.array(fc.constantFrom("success", "failure"), { minLength: 1, maxLength: 3 }),
    }),
    { minLength: 1, maxLength: 4 },
  )
  .map(
    (jobs): Record<string, Plan> =>
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
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("label" as const), runner: fc.nat(1), there: fc.boolean() }) },
);

base("runs, jobs and runners do what a model does, second by second", async () => {
  const property = fc.asyncProperty(
    fc.tuple(plans, plans),
    fc.array(command, { minLength: 1, maxLength: 14 }),
    async (told, commands) => {
      const workflow_runs = told.map((jobs, index) => ({
        ...{ title: `run ${index}`, actor: "alice" },
        jobs: Object.fromEntries(
          Object.entries(jobs).map(([name, { needs, own: isOwn, wait, seconds, outcomes }]) => {
            const where = isOwn ? { labels: ["self-hosted", "fit"], runner: "gone" } : {};
            return [name, { ...{ needs, wait, seconds, conclusion: "failure", reruns: outcomes }, ...where }];
          }),
        ),
      }));
      const names = ["one", "two"];
      const runners = Object.fromEntries(names.map((name) => [name, { labels: ["fit"] }]));
      const emulator = await startEmulator({
        now,
        seed: {
          ...{ users: { alice: {} }, organizations: { acme: { members: { alice: "owner" }, runners } } },
          ...{ repositories: { "acme/widgets": { workflow_runs } }, tokens: { alice: SEED.tokens.alice } },
        },
      });
      try {
        const ids = (await runsOf(emulator)).toSorted((a, b) => a.id - b.id).map(({ id }) => id);
        const runnerIds = (await runnersOf(emulator)).map(({ id }) => id);
        const model = createModel(told, names);
        let at = 0;
        for (const [index, one] of commands.entries()) {
          const id = "run" in one ? ids[one.run] : undefined;
          if (one.kind === "wait") {
            // A time that nobody was there for before the clock was put back never was.
            if (one.seconds < 0) await runsOf(emulator);
            at += one.seconds;
            emulator.control.clock.advance(one.seconds);
          } else if (one.kind === "label") {
            const path = `${RUNNERS}/${runnerIds[one.runner]}/labels`;
            await (one.there
              ? ask(emulator, `POST ${path}`, { labels: ["fit"] })
              : ask(emulator, `DELETE ${path}/fit`));
            model.label(names[one.runner] ?? "", one.there);
          } else if (one.kind === "cancel") {
            const { status } = await ask(emulator, `POST ${WIDGETS}/runs/${id}/cancel`);
            expect(status, `${index}`).toBe(model.cancel(one.run, at));
          } else if (one.kind === "rerun job") {
            const jobs = await jobsOf(emulator, id ?? 0);
            const job = jobs[one.job % jobs.length];
            const { status } = await ask(emulator, `POST ${WIDGETS}/jobs/${job?.id}/rerun`);
            expect(status, `${index}`).toBe(model.rerun(one.run, job?.name ?? "", at));
          } else {
            const [path, which] = one.kind === "rerun" ? ["rerun", "all"] : ["rerun-failed-jobs", "failed"];
            const { status } = await ask(emulator, `POST ${WIDGETS}/runs/${id}/${path}`);
            expect(status, `${index}`).toBe(model.rerun(one.run, which ?? "", at));
          }
          model.settle(at);
          // Not every step is looked at: nothing may depend on it.
          if (index % 3 !== 2 && index !== commands.length - 1) continue;
          await compare(emulator, model, ids, at);
        }
      } finally {
        await emulator.stop();
      }
    },
  );
  await fc.assert(property, { numRuns: sized(10, 30) });
});

type Model = ReturnType<typeof createModel>;

async function compare(emulator: Emulator, model: Model, ids: readonly number[], at: number): Promise<void> {
  const answered = await Promise.all(ids.map((id) => ask(emulator, `GET ${WIDGETS}/runs/${id}`)));
  const found = answered.map(({ body }) => z.parse(z.looseObject({ conclusion: z.nullable(z.string()) }), body));
  expect(found.map((one) => [one["status"], one.conclusion, one["run_attempt"]])).toEqual(
    model.runs.map((one) => [model.status(one), model.conclusion(one), one.attempt]),
  );
  for (const [index, id] of ids.entries()) {
    const jobs = (await jobsOf(emulator, id)).map((job) =>
      job.run_attempt === 1
        ? [job.name, 1]
        : [
            ...[job.name, job.run_attempt, job.status, job.conclusion],
            ...[job.status === "queued" ? null : since(job.started_at), since(job.completed_at), job.runner_name],
          ],
    );
    const one = model.runs[index];
    const expected = (one ? model.latest(one) : []).map((job) =>
      job.attempt === 1
        ? [job.name, 1]
        : [
            ...[job.name, job.attempt, job.status, job.conclusion],
            ...[job.start ?? null, job.end ?? null, job.runner ?? null],
          ],
    );
    expect(jobs, `run ${index} at ${at}`).toEqual(expected);
  }
  const working = (await runnersOf(emulator)).flatMap(({ name, busy }) => (busy ? name : []));
  expect(new Set(working)).toEqual(new Set([...model.busy()].filter((name) => name !== "Hosted runner")));
}
