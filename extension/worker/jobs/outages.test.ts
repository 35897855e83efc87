import { starRepository } from "@forgehand/core/operations";
import { afterEach, describe, expect, test } from "vitest";
import type { Job } from "../../lists/job.ts";
import { readItems } from "../../lists/read-lists.ts";
import {
  type InitialState,
  type JobEnvironment,
  startJobEnvironment,
  type TestWorker,
} from "./job-environment.fixture.ts";

// Jobs wait for limits, the network and server errors, and continue by themselves.

const MINUTE = 60_000;
const NO_REFUSALS = { primary: 0, inFlight: 0, points: 0, content: 0 };

let current: JobEnvironment | undefined;
afterEach(async () => {
  await current?.stop();
  current = undefined;
});

const many = (count: number, initialState: InitialState): InitialState[] =>
  Array.from({ length: count }, () => initialState);

async function begin(initialStates: readonly InitialState[], limits: string | object = "off"): Promise<JobEnvironment> {
  current = await startJobEnvironment(initialStates, { limits });
  return current;
}

async function unwatchAll(env: JobEnvironment, { jobs }: TestWorker): Promise<string> {
  const ids = (await env.lists.getAll("entries")).map(({ id }) => id);
  return jobs.start({ account: env.account, action: "unwatch", ids });
}

/** Records every state of a job, with the reasons of its waits. */
function recordStates() {
  const states: string[] = [];
  const onJobChanged = ({ state, waiting }: Job) => {
    const text = waiting ? `${state} for ${waiting.reason.kind}` : state;
    if (states.at(-1) !== text) states.push(text);
  };
  return { states, onJobChanged };
}

describe("rate limits", () => {
  test("are respected and fully used", async () => {
    const env = await begin(many(200, { watch: "watching" }), "published");
    const worker = env.startWorker();
    const startedAt = env.clock.now();
    const id = await unwatchAll(env, worker);
    await worker.run();
    const elapsed = env.clock.now() - startedAt;
    expect(await env.job(id)).toMatchObject({ state: "done", counts: { done: 200 } });
    // 200 writes cost 1,000 points. With 900 points a minute, they take until the second minute.
    expect(elapsed).toBeGreaterThanOrEqual(MINUTE);
    expect(elapsed).toBeLessThan(1.1 * MINUTE);
    expect(env.emulator.control.limits().find(({ calls }) => calls >= 200)).toMatchObject({ refused: NO_REFUSALS });
  });

  test("pause a job until they reset, with a known end", async () => {
    const limits = { primary: { user: { core: { limit: 50 } } } };
    const env = await begin(many(80, { watch: "watching" }), limits);
    const waits: (number | null)[] = [];
    const { states, onJobChanged } = recordStates();
    const worker = env.startWorker({
      onJobChanged(job) {
        onJobChanged(job);
        if (job.state === "waiting") waits.push(job.waiting?.until ?? null);
      },
    });
    const startedAt = env.clock.now();
    const id = await unwatchAll(env, worker);
    await worker.run();
    expect(await env.job(id)).toMatchObject({ state: "done", counts: { done: 80 } });
    expect(states).toEqual(["queued", "running", "waiting for limit", "running", "done"]);
    // The end of the wait is known.
    expect(Math.min(...waits.map((until) => until ?? 0))).toBeGreaterThan(startedAt + 50 * MINUTE);
    expect(env.emulator.control.limits().find(({ calls }) => calls >= 80)).toMatchObject({ refused: NO_REFUSALS });
  });

  test("determine the estimated duration and the ETA of a job", async () => {
    const env = await begin([...many(200, { watch: "watching" }), ...many(20, {})], "published");
    const etas: number[] = [];
    const worker = env.startWorker({
      onJobChanged: ({ eta, state }) => state === "running" && eta !== null && etas.push(eta),
    });
    const ids = (await env.lists.getAll("entries")).map(({ id }) => id);
    const request = { account: env.account, action: "unwatch", ids } as const;
    const estimate = await worker.jobs.estimate(request);
    expect(estimate).toMatchObject({ writes: 200, already: 20, checks: 0, jobsAhead: 0 });
    await worker.jobs.start(request);
    await worker.run();
    const endedAt = env.clock.now();
    expect(Math.abs(estimate.eta - endedAt)).toBeLessThan(10_000);
    const laterEtas = etas.slice(etas.length / 2);
    expect(Math.max(...laterEtas.map((eta) => Math.abs(eta - endedAt)))).toBeLessThan(0.2 * MINUTE);
  });
});

describe("idle quota", () => {
  /**
   * Runs a job for 50 seconds, then sends an interactive request.
   * @returns the items that were done, and whether the request was sent
   */
  async function runFor50Seconds(isUserAway: boolean): Promise<{ done: number; wasSent: boolean }> {
    const env = await begin(many(200, { watch: "watching" }), "published");
    const worker = env.startWorker({ isUserAway: () => isUserAway });
    const id = await unwatchAll(env, worker);
    await env.clock.runUntil(env.clock.sleep(50_000));
    const { counts } = await env.job(id);
    const interactiveOptions = { priority: "interactive", maxWait: 0 } as const;
    const sent = worker.client.call(starRepository, { owner: "parts", repo: "r1" }, interactiveOptions).then(
      () => true,
      () => false,
    );
    await env.clock.runUntil(sent);
    await worker.run();
    expect(env.emulator.control.limits().find(({ calls }) => calls >= 200)).toMatchObject({ refused: NO_REFUSALS });
    return { done: counts.done, wasSent: await sent };
  }

  test("is used while the user is away and reserved otherwise", async () => {
    const withUser = await runFor50Seconds(false);
    expect(withUser.wasSent).toBe(true);
    await current?.stop();
    expect((await runFor50Seconds(true)).done).toBeGreaterThan(withUser.done);
  });
});

describe("a network outage", () => {
  test("suspends a job, which then continues by itself", async () => {
    const env = await begin(many(60, { watch: "watching" }));
    const { states, onJobChanged } = recordStates();
    let calls = 0;
    let offlineSince = Infinity;
    const flakyFetch: typeof fetch = async (...request) => {
      if (++calls === 25) offlineSince = env.clock.now();
      if (env.clock.now() - offlineSince < 2 * MINUTE && calls >= 25) throw new TypeError("Failed to fetch");
      return env.fetch(...request);
    };
    const worker = env.startWorker({ fetch: flakyFetch, onJobChanged });
    const id = await unwatchAll(env, worker);
    await worker.run();
    expect(await env.job(id)).toMatchObject({ state: "done", counts: { done: 60, failed: 0 } });
    expect(states.slice(0, 3)).toEqual(["queued", "running", "waiting for offline"]);
    expect(states.at(-1)).toBe("done");
    // Writes with an unknown outcome were verified before they were repeated, so none of them was sent twice.
    const sent = env.emulator.control.calls().filter(({ method }) => method === "DELETE");
    expect(new Set(sent.map(({ path }) => path)).size).toBe(sent.length);
  });

  test("suspends a job only until the network is back", async () => {
    const env = await begin(many(3, { watch: "watching" }));
    let isOffline = true;
    const flakyFetch: typeof fetch = (...request) => {
      if (isOffline) return Promise.reject(new TypeError("Failed to fetch"));
      return env.fetch(...request);
    };
    const worker: TestWorker = env.startWorker({
      fetch: flakyFetch,
      onJobChanged({ state }) {
        if (state !== "waiting") return;
        isOffline = false;
        queueMicrotask(() => setImmediate(worker.jobs.wakeOffline));
      },
    });
    const id = await unwatchAll(env, worker);
    await worker.run();
    expect(await env.job(id)).toMatchObject({ state: "done" });
  });

  test("does not cause a write to be repeated if only its response was lost", async () => {
    const env = await begin(many(20, { watch: "watching" }));
    env.emulator.control.faults.add({
      operation: "deleteSubscription",
      cut: "connection",
      executed: true,
      rate: 0.3,
      seed: 3,
    });
    const worker = env.startWorker();
    const id = await unwatchAll(env, worker);
    await worker.run();
    expect(await env.job(id)).toMatchObject({ state: "done", counts: { done: 20 } });
    expect(
      (await readItems(env.lists, id)).every(
        ({ stateBefore }) => stateBefore && "watch" in stateBefore && stateBefore.watch === "watching",
      ),
    ).toBe(true);
  });
});

describe("server errors", () => {
  test("are retried with growing delays", async () => {
    const env = await begin(many(20, { watch: "watching" }));
    env.emulator.control.faults.add({ status: 503 });
    const { states, onJobChanged } = recordStates();
    const waits: number[] = [];
    const worker = env.startWorker({
      onJobChanged(job) {
        onJobChanged(job);
        const until = job.waiting?.until ?? null;
        if (until !== null && until !== waits.at(-1)) waits.push(until);
        if (waits.length === 4) env.emulator.control.faults.clear();
      },
    });
    const id = await unwatchAll(env, worker);
    await worker.run();
    expect(await env.job(id)).toMatchObject({ state: "done", counts: { done: 20, failed: 0 } });
    expect(states).toContain("waiting for service");
    const gaps = waits.slice(1).map((until, index) => until - (waits[index] ?? 0));
    expect(gaps).toEqual(gaps.toSorted((a, b) => a - b));
  });

  test("for one repository do not stop the others", async () => {
    const env = await begin(many(20, { watch: "watching" }));
    const failingFetch: typeof fetch = (url, init) => {
      const isFailing = String(url).includes("/r7/");
      return isFailing ? Promise.resolve(new Response("{}", { status: 502 })) : env.fetch(url, init);
    };
    const reported: Job[] = [];
    const worker = env.startWorker({ fetch: failingFetch, onJobFailed: (job) => reported.push(job) });
    const id = await unwatchAll(env, worker);
    await worker.run();
    expect(await env.job(id)).toMatchObject({ state: "done", counts: { done: 19, failed: 1 } });
    expect(reported).toEqual([await env.job(id)]);
    expect(await readItems(env.lists, id, "failed")).toMatchObject([
      { name: "r7", reason: { kind: "unverified", cause: "service" } },
    ]);
  });
});

describe("a killed worker", () => {
  test("reports a cancelled job's changes correctly after a restart", async () => {
    const env = await begin(many(40, { watch: "watching" }));
    const worker: TestWorker = env.startWorker({
      onJobChanged({ id, counts, state }) {
        if (counts.done === 5) void worker.jobs.cancel(id);
        if (state === "cancelling") worker.kill();
      },
    });
    const id = await unwatchAll(env, worker);
    await worker.run();
    const next = env.startWorker();
    await next.jobs.resumeAll();
    await next.run();
    const { state, counts } = await env.job(id);
    expect({ state, ...counts }).toMatchObject({ state: "cancelled", inProgress: 0, notStarted: 0, failed: 0 });
    const unchanged = (await env.states("watch")).filter((state) => "watch" in state && state.watch === "watching");
    expect(unchanged).toHaveLength(counts.skipped);
  });

  test("continues a wait for a limit after a restart", async () => {
    const env = await begin(many(80, { watch: "watching" }), { primary: { user: { core: { limit: 50 } } } });
    const worker: TestWorker = env.startWorker({ onJobChanged: ({ state }) => state === "waiting" && worker.kill() });
    const id = await unwatchAll(env, worker);
    await worker.run();
    const { waiting } = await env.job(id);
    const next = env.startWorker();
    await next.jobs.resumeAll();
    await next.run();
    expect(await env.job(id)).toMatchObject({ state: "done", counts: { done: 80 } });
    expect(env.clock.now()).toBeGreaterThanOrEqual(waiting?.until ?? Infinity);
    expect(env.emulator.control.limits().find(({ calls }) => calls >= 80)).toMatchObject({ refused: NO_REFUSALS });
  });
});
