import { starRepository } from "@forgehand/core/operations";
import { afterEach, describe, expect, test } from "vitest";
import type { Job } from "../../lists/job.ts";
import { readItems } from "../../lists/read.ts";
import { type Start, startWorld, type Worker, type World } from "./world.fixture.ts";

// What jobs wait for, and go on after by themselves: limits, the network, a forge that fails.

const MINUTE = 60_000;
const NONE = { primary: 0, inFlight: 0, points: 0, content: 0 };

let world: World | undefined;
afterEach(async () => {
  await world?.end();
  world = undefined;
});

const many = (count: number, start: Start): Start[] => Array.from({ length: count }, () => start);

async function begin(starts: readonly Start[], limits: string | object = "off"): Promise<World> {
  world = await startWorld(starts, { limits });
  return world;
}

async function unwatchAll(of: World, { jobs }: Worker): Promise<string> {
  const ids = (await of.lists.getAll("entries")).map(({ id }) => id);
  return jobs.start({ account: of.account, action: "unwatch", ids });
}

/** Every state that a job was seen in, with what it waited for. */
function watchStates() {
  const seen: string[] = [];
  const changed = ({ state, waiting }: Job) => {
    const now = waiting ? `${state} for ${waiting.why.kind}` : state;
    if (seen.at(-1) !== now) seen.push(now);
  };
  return { seen, changed };
}

describe("limits", () => {
  test("are kept to, and used as far as they go", async () => {
    const of = await begin(many(200, { watch: "watching" }), "published");
    const worker = of.work();
    const began = of.clock.now();
    const id = await unwatchAll(of, worker);
    await worker.run();
    const took = of.clock.now() - began;
    expect(await of.job(id)).toMatchObject({ state: "done", counts: { done: 200 } });
    // 1,000 points at 900 a minute begin in the second minute.
    expect(took).toBeGreaterThanOrEqual(MINUTE);
    expect(took).toBeLessThan(1.1 * MINUTE);
    expect(of.emulator.control.limits().find(({ calls }) => calls >= 200)).toMatchObject({ refused: NONE });
  });

  test("that end an hour later are waited for, with a clock", async () => {
    const limits = { primary: { user: { core: { limit: 50 } } } };
    const of = await begin(many(80, { watch: "watching" }), limits);
    const waits: (number | null)[] = [];
    const { seen, changed } = watchStates();
    const worker = of.work({
      changed(job) {
        changed(job);
        if (job.state === "waiting") waits.push(job.waiting?.until ?? null);
      },
    });
    const began = of.clock.now();
    const id = await unwatchAll(of, worker);
    await worker.run();
    expect(await of.job(id)).toMatchObject({ state: "done", counts: { done: 80 } });
    expect(seen).toEqual(["queued", "running", "waiting for limit", "running", "done"]);
    // Whoever waits is told the hour.
    expect(Math.min(...waits.map((until) => until ?? 0))).toBeGreaterThan(began + 50 * MINUTE);
    expect(of.emulator.control.limits().find(({ calls }) => calls >= 80)).toMatchObject({ refused: NONE });
  });

  test("tell beforehand how long it takes, and on the way when it will be done", async () => {
    const of = await begin([...many(200, { watch: "watching" }), ...many(20, {})], "published");
    const etas: number[] = [];
    const worker = of.work({ changed: ({ eta, state }) => state === "running" && eta !== null && etas.push(eta) });
    const ids = (await of.lists.getAll("entries")).map(({ id }) => id);
    const asked = { account: of.account, action: "unwatch", ids } as const;
    const estimate = await worker.jobs.estimate(asked);
    expect(estimate).toMatchObject({ writes: 200, already: 20, looks: 0, ahead: 0 });
    await worker.jobs.start(asked);
    await worker.run();
    const over = of.clock.now();
    expect(Math.abs(estimate.eta - over)).toBeLessThan(10_000);
    const late = etas.slice(etas.length / 2);
    expect(Math.max(...late.map((eta) => Math.abs(eta - over)))).toBeLessThan(0.2 * MINUTE);
  });
});

describe("the room that limits keep for people", () => {
  /** What has become of a job after most of a minute, and whether a click then gets through. */
  async function mostOfAMinute(isAlone: boolean): Promise<{ done: number; clicked: boolean }> {
    const of = await begin(many(200, { watch: "watching" }), "published");
    const worker = of.work({ isAlone: () => isAlone });
    const id = await unwatchAll(of, worker);
    await of.clock.runUntil(of.clock.sleep(50_000));
    const { counts } = await of.job(id);
    const click = { priority: "interactive", maxWait: 0 } as const;
    const went = worker.client.call(starRepository, { owner: "parts", repo: "r1" }, click).then(
      () => true,
      () => false,
    );
    await of.clock.runUntil(went);
    await worker.run();
    expect(of.emulator.control.limits().find(({ calls }) => calls >= 200)).toMatchObject({ refused: NONE });
    return { done: counts.done, clicked: await went };
  }

  test("is used while nobody is there, and else left to them", async () => {
    const withPeople = await mostOfAMinute(false);
    expect(withPeople.clicked).toBe(true);
    await world?.end();
    expect((await mostOfAMinute(true)).done).toBeGreaterThan(withPeople.done);
  });
});

describe("the network", () => {
  test("may be away: the job waits, and goes on by itself", async () => {
    const of = await begin(many(60, { watch: "watching" }));
    const { seen, changed } = watchStates();
    let calls = 0;
    let awaySince = Infinity;
    const flaky: typeof fetch = async (...request) => {
      if (++calls === 25) awaySince = of.clock.now();
      if (of.clock.now() - awaySince < 2 * MINUTE && calls >= 25) throw new TypeError("Failed to fetch");
      return of.fetch(...request);
    };
    const worker = of.work({ fetch: flaky, changed });
    const id = await unwatchAll(of, worker);
    await worker.run();
    expect(await of.job(id)).toMatchObject({ state: "done", counts: { done: 60, failed: 0 } });
    expect(seen.slice(0, 3)).toEqual(["queued", "running", "waiting for offline"]);
    expect(seen.at(-1)).toBe("done");
    // What had not arrived was looked at before it was sent again, so nothing was done twice.
    const sent = of.emulator.control.calls().filter(({ method }) => method === "DELETE");
    expect(new Set(sent.map(({ path }) => path)).size).toBe(sent.length);
  });

  test("is back: nobody waits for the next try", async () => {
    const of = await begin(many(3, { watch: "watching" }));
    let isAway = true;
    const flaky: typeof fetch = (...request) => {
      if (isAway) return Promise.reject(new TypeError("Failed to fetch"));
      return of.fetch(...request);
    };
    const worker: Worker = of.work({
      fetch: flaky,
      changed({ state }) {
        if (state !== "waiting") return;
        isAway = false;
        queueMicrotask(() => setImmediate(worker.jobs.online));
      },
    });
    const id = await unwatchAll(of, worker);
    await worker.run();
    expect(await of.job(id)).toMatchObject({ state: "done" });
  });

  test("loses answers: what was done is not done again", async () => {
    const of = await begin(many(20, { watch: "watching" }));
    of.emulator.control.faults.add({
      operation: "deleteSubscription",
      cut: "connection",
      executed: true,
      rate: 0.3,
      seed: 3,
    });
    const worker = of.work();
    const id = await unwatchAll(of, worker);
    await worker.run();
    expect(await of.job(id)).toMatchObject({ state: "done", counts: { done: 20 } });
    expect(
      (await readItems(of.lists, id)).every(({ before }) => before && "watch" in before && before.watch === "watching"),
    ).toBe(true);
  });
});

describe("a forge that fails", () => {
  test("is asked again later, and more and more rarely", async () => {
    const of = await begin(many(20, { watch: "watching" }));
    of.emulator.control.faults.add({ status: 503 });
    const { seen, changed } = watchStates();
    const waits: number[] = [];
    const worker = of.work({
      changed(job) {
        changed(job);
        const until = job.waiting?.until ?? null;
        if (until !== null && until !== waits.at(-1)) waits.push(until);
        if (waits.length === 4) of.emulator.control.faults.clear();
      },
    });
    const id = await unwatchAll(of, worker);
    await worker.run();
    expect(await of.job(id)).toMatchObject({ state: "done", counts: { done: 20, failed: 0 } });
    expect(seen).toContain("waiting for forge");
    const gaps = waits.slice(1).map((until, index) => until - (waits[index] ?? 0));
    expect(gaps).toEqual(gaps.toSorted((a, b) => a - b));
  });

  test("at one repository only is no reason to leave the others", async () => {
    const of = await begin(many(20, { watch: "watching" }));
    const bad: typeof fetch = (url, init) => {
      const isBad = String(url).includes("/r7/");
      return isBad ? Promise.resolve(new Response("{}", { status: 502 })) : of.fetch(url, init);
    };
    const told: Job[] = [];
    const worker = of.work({ fetch: bad, failed: (job) => told.push(job) });
    const id = await unwatchAll(of, worker);
    await worker.run();
    expect(await of.job(id)).toMatchObject({ state: "done", counts: { done: 19, failed: 1 } });
    expect(told).toEqual([await of.job(id)]);
    expect(await readItems(of.lists, id, "failed")).toMatchObject([{ name: "r7", why: { kind: "forge" } }]);
  });
});

describe("a worker that was killed", () => {
  test("while a job was being cancelled says truly what was done", async () => {
    const of = await begin(many(40, { watch: "watching" }));
    const worker: Worker = of.work({
      changed({ id, counts, state }) {
        if (counts.done === 5) void worker.jobs.cancel(id);
        if (state === "cancelling") worker.kill();
      },
    });
    const id = await unwatchAll(of, worker);
    await worker.run();
    const next = of.work();
    await next.jobs.wake();
    await next.run();
    const { state, counts } = await of.job(id);
    expect({ state, ...counts }).toMatchObject({ state: "cancelled", underWay: 0, notBegun: 0, failed: 0 });
    const left = (await of.states("watch")).filter((one) => "watch" in one && one.watch === "watching");
    expect(left).toHaveLength(counts.skipped);
  });

  test("while it waited for a limit goes on waiting", async () => {
    const of = await begin(many(80, { watch: "watching" }), { primary: { user: { core: { limit: 50 } } } });
    const worker: Worker = of.work({ changed: ({ state }) => state === "waiting" && worker.kill() });
    const id = await unwatchAll(of, worker);
    await worker.run();
    const { waiting } = await of.job(id);
    const next = of.work();
    await next.jobs.wake();
    await next.run();
    expect(await of.job(id)).toMatchObject({ state: "done", counts: { done: 80 } });
    expect(of.clock.now()).toBeGreaterThanOrEqual(waiting?.until ?? Infinity);
    expect(of.emulator.control.limits().find(({ calls }) => calls >= 80)).toMatchObject({ refused: NONE });
  });
});
