import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { startEmulator } from "@forgehand/emulator";
import { Redis } from "ioredis";
import { expect, onTestFinished, test } from "vitest";
import { reservation } from "../../packages/core/src/client/pace/quota-store-contract.fixture.ts";
import { COMPILE_CACHE } from "../service/emulator-process.ts";
import { pickSize } from "../test-size.ts";
import type { QuotaProcessOptions } from "./quota-process.fixture.ts";
import { describeRedis, type RedisEngine } from "./redis.ts";
import { scaledQuotaStore, TIME_FACTOR } from "./scaled-quota-store.ts";

const FIXTURE = fileURLToPath(new URL("./quota-process.fixture.ts", import.meta.url));
const DAY = 24 * 60 * 60_000;
const LIMITS = { points: 300, inFlight: 6 };
/** Slots of calls that are not interactive. */
const ORDINARY_SLOTS = 4;
const NO_REJECTIONS = { primary: 0, inFlight: 0, points: 0, content: 0 };

interface QuotaProcess {
  readonly child: ChildProcess;
  /** Number of its calls that have ended. */
  readonly ended: () => number;
  /** Resolves once that many of its calls have ended. */
  readonly until: (count: number) => Promise<void>;
  /** Resolves with its exit code; null if it was killed. */
  readonly exit: Promise<number | null>;
}

function startProcess(options: QuotaProcessOptions): QuotaProcess {
  const child = fork(FIXTURE, [JSON.stringify(options)], {
    env: { ...process.env, NODE_COMPILE_CACHE: COMPILE_CACHE },
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let ended = 0;
  child.on("message", () => ended++);
  return {
    child,
    ended: () => ended,
    async until(count) {
      while (ended < count) await once(child, "message");
    },
    exit: once(child, "exit").then(([code]) => code),
  };
}

/** Starts an emulator with the store's limits, which are those of a short minute. */
async function startService(engine: RedisEngine) {
  const points = { limit: LIMITS.points, seconds: 60 / TIME_FACTOR };
  const emulator = await startEmulator({ limits: { secondary: { points, inFlight: { limit: LIMITS.inFlight } } } });
  onTestFinished(() => emulator.stop());
  const redis = new Redis(engine.url);
  onTestFinished(() => redis.disconnect());
  const quota = `${new URL(emulator.apiUrl).host} team`;
  const common = { redisUrl: engine.url, apiUrl: emulator.apiUrl, credentials: emulator.tokens["alice"] ?? "" };
  const defaults = { library: "redis", calls: 1, hangs: false, dateError: 0, limits: LIMITS } as const;
  return {
    emulator,
    start: (options: Partial<QuotaProcessOptions>) => startProcess({ ...common, ...defaults, ...options }),
    /** Returns the number of calls in flight by the store's state. */
    inFlight: () => redis.zcard(`forgehand:{${encodeURIComponent(quota)}}:leases`),
    quota,
    /** The store, with a clock that is ahead by some milliseconds. */
    store: (ahead = 0) => scaledQuotaStore(redis, ahead * TIME_FACTOR),
  };
}

describeRedis("processes that share a quota through Redis", (engine) => {
  test("never exceed the service's limits, also if one of them is killed", async () => {
    const { emulator, start, inFlight } = await startService(engine());
    const calls = pickSize(100, 400);
    const startedAt = performance.now();
    const processes = [
      start({ calls, dateError: DAY }),
      start({ calls, dateError: -DAY, library: "ioredis" }),
      start({ calls, library: "ioredis" }),
    ];
    const killed = start({ calls });
    await killed.until(calls / 10);
    killed.child.kill("SIGKILL");
    expect(await killed.exit).toBeNull();
    expect(await Promise.all(processes.map(({ exit }) => exit))).toEqual([0, 0, 0]);
    expect(processes.map(({ ended }) => ended())).toEqual([calls, calls, calls]);
    const [usage] = emulator.control.limits();
    expect(usage?.refused).toEqual(NO_REJECTIONS);
    // A fifth of the calls uses five points, the others one.
    const minutes = Math.floor(((usage?.calls ?? 0) * 1.8) / LIMITS.points);
    expect(performance.now() - startedAt).toBeGreaterThan((minutes * 60_000) / TIME_FACTOR);
    expect(await inFlight()).toBeLessThanOrEqual(LIMITS.inFlight);
  });

  test("get the slots of one that was killed", async () => {
    const { emulator, start, inFlight, store, quota } = await startService(engine());
    const holder = start({ calls: 20, hangs: true });
    await expect.poll(inFlight, { timeout: 60_000 }).toBe(ORDINARY_SLOTS);
    holder.child.kill("SIGKILL");
    await holder.exit;
    const waiting = start({ calls: 10, library: "ioredis" });
    const { inFlight: slots } = LIMITS;
    const call = reservation("1", { windows: [], inFlight: slots, ordinaryInFlight: ORDINARY_SLOTS });
    expect((await store().run(quota, call)).blocker).toMatchObject({ reason: "concurrency", wait: null });
    // The leases of its calls are over.
    await store(15_000).run(quota, { type: "renew", ids: [], lease: 0 });
    expect(await waiting.exit).toBe(0);
    expect(waiting.ended()).toBe(10);
    expect(emulator.control.limits()).toMatchObject([{ calls: 10, refused: NO_REJECTIONS }]);
    expect(await inFlight()).toBe(0);
  });
});
