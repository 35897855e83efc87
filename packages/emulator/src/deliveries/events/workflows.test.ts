import type { DialectName } from "@forgehand/core/dialects";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { pickSize } from "../../../../../test/test-size.ts";
import { startEmulator } from "../../emulator.ts";
import type { Emulator } from "../../public.ts";
import { requestJson } from "../../requests.fixture.ts";
import { type ReceivedDelivery, type Receiver, startReceiver } from "../receiver.fixture.ts";

const START = Date.parse("2026-05-01T12:00:00Z");
const now = () => new Date(START);
const EVENTS = ["workflow_run", "workflow_job", "check_run", "check_suite"];
const WIDGETS = "/repos/acme/widgets/actions";

const StatusFields = z.looseObject({ status: z.string(), conclusion: z.nullable(z.string()) });
const Payload = z.looseObject({
  action: z.string(),
  workflow_run: z.optional(StatusFields),
  workflow_job: z.optional(z.extend(StatusFields, { name: z.string(), steps: z.array(StatusFields) })),
  check_run: z.optional(z.extend(StatusFields, { name: z.string(), check_suite: StatusFields })),
  check_suite: z.optional(StatusFields),
});

/** Formats an event: `workflow_job queued build: queued`. */
function formatEvent({ headers, payload }: ReceivedDelivery): string {
  const parsed = z.parse(Payload, payload);
  const object = parsed.workflow_job ?? parsed.check_run ?? parsed.workflow_run ?? parsed.check_suite;
  const name = parsed.workflow_job?.name ?? parsed.check_run?.name;
  const event = headers["x-github-event"] ?? headers["x-svc-event"];
  return `${event} ${parsed.action}${name === undefined ? "" : ` ${name}`}: ${object?.conclusion ?? object?.status}`;
}

interface WorkflowEmulator extends AsyncDisposable {
  readonly emulator: Emulator;
  readonly receiver: Receiver;
  /** Events received since the last call. */
  newEvents(): Promise<string[]>;
  advance(seconds: number): void;
}

const selfHosted = { labels: ["self-hosted"], runner: "one" };

/** Starts an emulator with one repository that has a webhook and these runs. */
async function startWithRuns(
  workflow_runs: readonly object[],
  {
    dialect = "github",
    runners = {},
    extraSeed = {},
  }: { dialect?: DialectName; runners?: object; extraSeed?: object } = {},
): Promise<WorkflowEmulator> {
  const receiver = await startReceiver();
  const hooks = [{ url: receiver.url, content_type: "json", events: EVENTS }];
  const emulator = await startEmulator({
    dialect,
    now,
    seed: {
      users: { alice: {}, bob: {} },
      organizations: { acme: { members: { alice: "owner" }, runners } },
      repositories: { "acme/widgets": { hooks, workflow_runs }, "bob/widgets": {} },
      tokens: { alice: { kind: "classic", user: "alice", scopes: ["repo", "admin:org"] } },
      ...extraSeed,
    },
  });
  let readCount = 0;
  return {
    emulator,
    receiver,
    async newEvents() {
      await emulator.control.settled();
      const newDeliveries = receiver.received.slice(readCount);
      readCount += newDeliveries.length;
      return newDeliveries.map(formatEvent);
    },
    advance: (seconds) => emulator.control.clock.advance(seconds),
    async [Symbol.asyncDispose]() {
      await emulator.stop();
      await receiver[Symbol.asyncDispose]();
    },
  };
}

const rerun = async (service: WorkflowEmulator, run = 1) =>
  expect((await requestJson(service.emulator, `POST ${WIDGETS}/runs/${run}/rerun`)).status).toBe(201);

const twoJobs = {
  actor: "bob",
  jobs: {
    build: {
      wait: 2,
      seconds: 30,
      steps: [
        { name: "Compile", seconds: 1 },
        { name: "Test", seconds: 2 },
      ],
    },
    deploy: { needs: ["build"], wait: 1, seconds: 10 },
  },
};

const QUEUED = [
  "check_run created build: queued",
  "check_run created deploy: queued",
  "workflow_job queued build: queued",
];
const STARTED = ["workflow_job in_progress build: in_progress", "workflow_run in_progress: in_progress"];
const BUILD_COMPLETED = [
  "check_run completed build: success",
  "workflow_job completed build: success",
  "workflow_job queued deploy: queued",
];
const RUN_COMPLETED = [
  "check_run completed deploy: success",
  "workflow_job completed deploy: success",
  "check_suite completed: success",
  "workflow_run completed: success",
];

describe.each(["github", "svc"] as const)("rerun (%s)", (dialect) => {
  test("emits each step once as time passes", async () => {
    await using service = await startWithRuns([twoJobs], { dialect });
    expect(await service.newEvents()).toEqual([]);
    await rerun(service);
    expect(await service.newEvents()).toEqual(QUEUED);
    service.advance(2);
    expect(await service.newEvents()).toEqual(STARTED);
    // All changes were already emitted, so reading the state emits nothing.
    await requestJson(service.emulator, `GET ${WIDGETS}/runs/1`);
    expect(await service.newEvents()).toEqual([]);
    service.advance(30);
    await requestJson(service.emulator, `GET ${WIDGETS}/runs/1`);
    expect(await service.newEvents()).toEqual(BUILD_COMPLETED);
    service.advance(11);
    expect(await service.newEvents()).toEqual(["workflow_job in_progress deploy: in_progress", ...RUN_COMPLETED]);
  });

  test("emits the state at the time of each step when the clock is set forward", async () => {
    await using service = await startWithRuns([twoJobs], { dialect });
    await rerun(service);
    service.advance(86_400);
    const lines = [
      ...QUEUED,
      ...STARTED,
      ...BUILD_COMPLETED,
      "workflow_job in_progress deploy: in_progress",
      ...RUN_COMPLETED,
    ];
    expect(await service.newEvents()).toEqual(lines);
    const payload = (line: string) => service.receiver.received[lines.indexOf(line)]?.payload;
    expect(payload("workflow_job in_progress build: in_progress")).toMatchObject({
      workflow_job: {
        started_at: "2026-05-01T12:00:02Z",
        completed_at: null,
        run_attempt: 2,
        runner_name: "Hosted runner",
        steps: [
          { name: "Compile", status: "in_progress" },
          { name: "Test", status: "queued", started_at: null },
        ],
      },
      organization: { login: "acme" },
      repository: { full_name: "acme/widgets" },
      sender: { login: "alice" },
    });
    expect(payload("workflow_run in_progress: in_progress")).toMatchObject({
      workflow_run: { run_attempt: 2, updated_at: "2026-05-01T12:00:02Z", actor: { login: "bob" } },
      workflow: { name: "CI", path: ".github/workflows/ci.yml", state: "active" },
    });
    expect(payload("check_run completed build: success")).toMatchObject({
      check_run: {
        completed_at: "2026-05-01T12:00:32Z",
        output: { annotations_count: 0 },
        app: { slug: `${dialect}-actions` },
        check_suite: { status: "in_progress", conclusion: null },
      },
    });
    expect(payload("check_suite completed: success")).toMatchObject({
      check_suite: { latest_check_runs_count: 2, head_branch: "main", updated_at: "2026-05-01T12:00:43Z" },
    });
  });
});

test("emits the events of a new run when it starts and when it is completed", async () => {
  await using service = await startWithRuns([]);
  const { control } = service.emulator;
  const { run } = control.startJob({ repository: "acme/widgets", actor: "bob" });
  expect(await service.newEvents()).toEqual([
    "workflow_run requested: queued",
    "check_run created test: queued",
    "workflow_job queued test: queued",
    "workflow_job in_progress test: in_progress",
    "workflow_run in_progress: in_progress",
  ]);
  expect(service.receiver.received[0]?.payload).toMatchObject({
    workflow_run: { id: run, run_attempt: 1, event: "push", previous_attempt_url: null },
    sender: { login: "bob" },
  });
  control.transition({ run, to: "completed", conclusion: "failure" });
  expect(await service.newEvents()).toEqual([
    "check_run completed test: failure",
    "workflow_job completed test: failure",
    "check_suite completed: failure",
    "workflow_run completed: failure",
  ]);
});

describe("events are emitted for", () => {
  test("skipped jobs that were never queued", async () => {
    const jobs = {
      build: { wait: 0, seconds: 5, reruns: ["failure"] },
      deploy: { needs: ["build"] },
      notify: { needs: ["deploy"] },
    };
    await using service = await startWithRuns([{ actor: "alice", jobs }]);
    await rerun(service);
    await service.newEvents();
    service.advance(60);
    expect(await service.newEvents()).toEqual([
      "check_run completed build: failure",
      "workflow_job completed build: failure",
      "check_run completed deploy: skipped",
      "workflow_job completed deploy: skipped",
      "check_run completed notify: skipped",
      "workflow_job completed notify: skipped",
      "check_suite completed: failure",
      "workflow_run completed: failure",
    ]);
  });

  test("a cancelled run once it has stopped", async () => {
    await using service = await startWithRuns([twoJobs]);
    await rerun(service);
    service.advance(2);
    await service.newEvents();
    await requestJson(service.emulator, `POST ${WIDGETS}/runs/1/cancel`);
    expect(await service.newEvents()).toEqual([]);
    service.advance(5);
    expect(await service.newEvents()).toEqual([
      "check_run completed build: cancelled",
      "workflow_job completed build: cancelled",
      "check_run completed deploy: cancelled",
      "workflow_job completed deploy: cancelled",
      "check_suite completed: cancelled",
      "workflow_run completed: cancelled",
    ]);
    const { payload } = service.receiver.received.at(-3) ?? {};
    expect(payload).toMatchObject({
      action: "completed",
      workflow_job: { name: "deploy", runner_name: null, steps: [] },
    });
  });

  test("a job whose runner is lost, a job with an ephemeral runner, and a job without a runner", async () => {
    const jobs = { lost: selfHosted, other: { ...selfHosted, labels: ["self-hosted", "rare"] } };
    await using service = await startWithRuns([{ actor: "alice", jobs }], { runners: { one: { ephemeral: true } } });
    await rerun(service);
    service.advance(2);
    await service.newEvents();
    service.emulator.control.runners.disconnect("acme", "one");
    service.advance(30);
    expect(await service.newEvents()).toEqual([
      "check_run completed lost: failure",
      "workflow_job completed lost: failure",
    ]);
    expect(service.receiver.received.at(-1)?.payload).toMatchObject({ workflow_job: { runner_name: "one" } });
    expect((await requestJson(service.emulator, "GET /orgs/acme/actions/runners")).body).toMatchObject({
      total_count: 0,
    });
    service.advance(2 * 86_400);
    expect(await service.newEvents()).toEqual([
      "check_run completed other: failure",
      "workflow_job completed other: failure",
      "check_suite completed: failure",
      "workflow_run completed: failure",
    ]);
  });

  test("a job that a runner takes when it connects", async () => {
    const jobs = { build: { ...selfHosted, wait: 0 } };
    await using service = await startWithRuns([{ actor: "alice", jobs }], { runners: { one: { status: "offline" } } });
    await rerun(service);
    await service.newEvents();
    service.emulator.control.runners.connect("acme", "one");
    expect(await service.newEvents()).toEqual([
      "workflow_job in_progress build: in_progress",
      "workflow_run in_progress: in_progress",
    ]);
  });
});

test("emits nothing for seeded runs until they continue", async () => {
  const jobs = {
    first: { status: "in_progress", seconds: 10 },
    second: { needs: ["first"], status: "queued", seconds: 10 },
  };
  const moving = { actor: "alice", status: "in_progress", moves: true, jobs };
  const runs = [
    { ...moving, created: "2026-05-01T11:59:55Z" },
    { ...moving, created: "2026-04-01T12:00:00Z" },
  ];
  await using service = await startWithRuns(runs);
  expect(await service.newEvents()).toEqual([]);
  expect((await requestJson(service.emulator, `GET ${WIDGETS}/runs/2`)).body).toMatchObject({ status: "completed" });
  expect(await service.newEvents()).toEqual([]);
  service.advance(60);
  expect(await service.newEvents()).toEqual([
    "check_run completed first: success",
    "workflow_job completed first: success",
    "workflow_job queued second: queued",
    "workflow_job in_progress second: in_progress",
    "check_run completed second: success",
    "workflow_job completed second: success",
    "check_suite completed: success",
    "workflow_run completed: success",
  ]);
});

test("completes a suite with the last of its runs", async () => {
  const runSpec = { actor: "alice", check_suite: 77, jobs: { build: { wait: 0, seconds: 10 } } };
  await using service = await startWithRuns([
    runSpec,
    { ...runSpec, jobs: { test: { wait: 0, seconds: 20, reruns: ["failure"] } } },
  ]);
  await rerun(service, 1);
  await rerun(service, 2);
  await service.newEvents();
  service.advance(15);
  expect((await service.newEvents()).slice(2)).toEqual(["workflow_run completed: success"]);
  service.advance(15);
  expect((await service.newEvents()).slice(2)).toEqual([
    "check_suite completed: failure",
    "workflow_run completed: failure",
  ]);
});

test("omits the branch in checks of commits from a fork", async () => {
  const run = { actor: "bob", head_repository: "bob/widgets", jobs: { build: { wait: 0, seconds: 1 } } };
  await using service = await startWithRuns([run]);
  await rerun(service);
  service.advance(10);
  const lines = await service.newEvents();
  const suite = service.receiver.received[lines.indexOf("check_suite completed: success")]?.payload;
  expect(suite).toMatchObject({ check_suite: { head_branch: null, pull_requests: [] } });
});

test("sends check events to apps with permission", async () => {
  await using receiver = await startReceiver();
  const hook = { url: receiver.url, content_type: "json" };
  const permissions = { metadata: "read", checks: "read" };
  const installations = { acme: { permissions } };
  const apps = { robot: { owner: "acme", permissions, events: ["check_run"], hook, installations } };
  await using service = await startWithRuns([{ actor: "alice", jobs: { build: { wait: 0, seconds: 1 } } }], {
    extraSeed: { apps },
  });
  await rerun(service);
  service.advance(10);
  await service.newEvents();
  expect(receiver.received.map(formatEvent)).toEqual([
    "check_run created build: queued",
    "check_run completed build: success",
  ]);
  expect(receiver.received[0]?.payload).toMatchObject({ installation: { id: 1 } });
});

// Property: the events don't depend on how the clock advances or when the state is read.

const NAMES = ["a", "b", "c"] as const;
const plans = fc
  .array(
    fc.record({
      needs: fc.subarray([0, 1]),
      isSelfHosted: fc.boolean(),
      wait: fc.nat(3),
      seconds: fc.nat(9),
      reruns: fc.array(fc.constantFrom("success", "failure"), { minLength: 1, maxLength: 2 }),
    }),
    { minLength: 1, maxLength: 3 },
  )
  .map((jobs) =>
    Object.fromEntries(
      jobs.map(({ needs, isSelfHosted, ...job }, index) => [
        NAMES[index] ?? "",
        {
          ...job,
          needs: needs.filter((need) => need < index).map((need) => NAMES[need] ?? ""),
          ...(isSelfHosted ? selfHosted : {}),
        },
      ]),
    ),
  );

test("emits the same events whether the clock advances in one step or in several", async () => {
  const property = fc.asyncProperty(
    fc.tuple(plans, plans),
    fc.array(fc.record({ seconds: fc.integer({ min: 1, max: 20 }), isRead: fc.boolean() }), { maxLength: 5 }),
    fc.option(fc.nat(5)),
    async (jobs, pauses, cancelAfter) => {
      const runs = jobs.map((runJobs) => ({ actor: "alice", jobs: runJobs }));
      const payloadsAfter = async (steps: typeof pauses) => {
        await using service = await startWithRuns(runs, { runners: { one: {} } });
        await rerun(service, 1);
        await rerun(service, 2);
        if (cancelAfter !== null) {
          service.advance(cancelAfter);
          await requestJson(service.emulator, `POST ${WIDGETS}/runs/1/cancel`);
        }
        for (const { seconds, isRead } of steps) {
          service.advance(seconds);
          if (isRead) await requestJson(service.emulator, `GET ${WIDGETS}/runs`);
        }
        service.advance(100 - steps.reduce((sum, { seconds }) => sum + seconds, 0));
        await service.newEvents();
        // Each emulator has its own port, which occurs in URLs.
        const text = JSON.stringify(service.receiver.received.map(({ payload }) => payload));
        return text.replaceAll(/127\.0\.0\.1:\d+/g, "host");
      };
      const [once, often] = [await payloadsAfter([]), await payloadsAfter(pauses)];
      expect(often).toBe(once);
      checkOrder(once);
    },
  );
  await fc.assert(property, { numRuns: pickSize(2, 4) });
});

/** Checks that every check starts and ends once, and that every job goes through its states in order. */
function checkOrder(text: string): void {
  const events = z.parse(z.array(Payload), JSON.parse(text));
  const byJob = Map.groupBy(
    events.flatMap(({ action, workflow_job: job }) => (job ? [{ action, id: job["id"], status: job.status }] : [])),
    ({ id }) => id,
  );
  for (const steps of byJob.values()) {
    expect(steps.map(({ action }) => action)).toEqual(steps.map(({ status }) => status));
    const order = ["queued", "in_progress", "completed"];
    const positions = steps.map(({ action }) => order.indexOf(action));
    expect(positions).toEqual(positions.toSorted());
    expect(new Set(positions).size).toBe(positions.length);
    expect(positions.at(-1)).toBe(2);
  }
  const checks = events.flatMap(({ action, check_run: check }) => (check ? [`${action} ${check["id"]}`] : []));
  expect(new Set(checks).size).toBe(checks.length);
  expect(checks).toHaveLength(2 * byJob.size);
}
