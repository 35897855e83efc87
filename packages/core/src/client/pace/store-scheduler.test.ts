import { describe, expect, test } from "vitest";
import { createVirtualClock, type VirtualClock } from "../../../../../test/clock/virtual-clock.ts";
import { isConnectionError, isInputError, isRateLimitError } from "../../errors.ts";
import { createClient } from "../client.ts";
import type { CallEvent } from "../events.ts";
import { jsonResponse, mockClient, subscription } from "../mock-client.fixture.ts";
import { memoryQuotaStore } from "./memory-quota-store.ts";
import type { PaceOptions } from "./pace-options.ts";
import { MINUTE, pacedClient, secondaryLimitResponse, type WatchedPromise } from "./paced.fixture.ts";
import type { QuotaCommand, RunQuotaCommand } from "./quota-store.ts";
import { createQuotaStore } from "./store-quotas.ts";

const respond = (method: string | undefined) =>
  method === "PUT" ? new Response(null, { status: 204 }) : jsonResponse(subscription);

/** A store whose failures a test controls, and the commands that it received. */
function createTestStore(clock: VirtualClock) {
  let memory = memoryQuotaStore({ now: clock.monotonic });
  let failure: Error | "hangs" | undefined;
  const commands: QuotaCommand[] = [];
  const run: RunQuotaCommand = async (quota, command) => {
    if (failure === "hangs") return new Promise(() => {});
    if (failure) throw failure;
    commands.push(command);
    return memory.run(quota, command);
  };
  return {
    commands,
    setFailure: (changed: typeof failure) => {
      failure = changed;
    },
    /** Loses everything, like an engine without persistence that is restarted. */
    restart: () => {
      memory = memoryQuotaStore({ now: clock.monotonic });
    },
    /** A client of a process of its own. */
    startProcess: (pace: Partial<PaceOptions> = {}, createResponse: (method?: string) => Response = respond) =>
      pacedClient(
        { clock: { ...clock }, pace: { owner: "team", store: createQuotaStore(run), ...pace } },
        createResponse,
        clock,
      ),
  };
}

const errorOf = ({ outcome }: WatchedPromise) => {
  const result = outcome();
  return typeof result === "object" ? result.error : undefined;
};

/** Writes per minute with the published limits, without those that are reserved for interactive calls. */
const WRITES = 177;

describe("processes with one quota", () => {
  test("send together what one could send alone", async () => {
    const clock = createVirtualClock();
    const { startProcess } = createTestStore(clock);
    const processes = Array.from({ length: 4 }, () => startProcess());
    const writes = processes.flatMap(({ write }) => Array.from({ length: 100 }, () => write()));
    const sent = () => processes.reduce((sum, process) => sum + process.sent(), 0);
    await clock.advance(0.9 * MINUTE);
    expect(sent()).toBe(WRITES);
    await clock.advance(MINUTE);
    expect(sent()).toBe(2 * WRITES);
    await clock.advance(MINUTE);
    expect(writes.map(({ outcome }) => outcome())).toEqual(writes.map(() => "done"));
    expect(clock.pendingTimers()).toBe(0);
  });

  test("wait no longer if further calls arrive meanwhile", async () => {
    const clock = createVirtualClock();
    const { startProcess } = createTestStore(clock);
    const process = startProcess();
    for (let count = 0; count < WRITES + 5; count++) process.write();
    for (let seconds = 0; seconds < 60; seconds += 10) {
      await clock.advance(10_000);
      process.write();
    }
    await clock.advance(0);
    expect([process.sent(), clock.pendingTimers()]).toEqual([WRITES, 1]);
    await clock.advance(3000);
    expect([process.sent(), clock.pendingTimers()]).toEqual([WRITES + 11, 1]);
  });

  test("leave interactive calls their reserve", async () => {
    const clock = createVirtualClock();
    const { startProcess } = createTestStore(clock);
    const [busy, user] = [startProcess(), startProcess()];
    for (let count = 0; count < 300; count++) busy.write();
    await clock.advance(0.5 * MINUTE);
    const read = user.read({ priority: "interactive" });
    await clock.advance(200);
    expect(read.outcome()).toBe("done");
  });

  test("pause together after a rejection", async () => {
    const clock = createVirtualClock();
    const { startProcess } = createTestStore(clock);
    const rejected = startProcess({}, () => secondaryLimitResponse(30));
    const other = startProcess();
    rejected.read();
    await clock.advance(200);
    const read = other.read();
    await clock.advance(29_000);
    expect([read.outcome(), other.sent()]).toEqual(["pending", 0]);
    await clock.advance(2000);
    expect(read.outcome()).toBe("done");
  });

  test("get the slots of a process that was killed", async () => {
    const clock = createVirtualClock();
    const { startProcess } = createTestStore(clock);
    const limits = { inFlight: 3 };
    const shared = memoryQuotaStore({ now: clock.monotonic });
    const never = new Promise<never>(() => {});
    let isKilled = false;
    const killed = mockClient(() => never, {
      clock: { ...clock, after: (delay, run) => clock.after(delay, () => isKilled || run()) },
      pace: {
        owner: "team",
        store: createQuotaStore((quota, command) => (isKilled ? never : shared.run(quota, command))),
        limits,
      },
    });
    for (let count = 0; count < 3; count++) void killed.request("GET /user").catch(() => {});
    await clock.advance(0);
    isKilled = true;
    const next = startProcess({ store: shared, limits });
    const read = next.read();
    await clock.advance(14_000);
    expect(read.outcome()).toBe("pending");
    await clock.advance(1500);
    expect(read.outcome()).toBe("done");
  });
});

describe("a call", () => {
  test("fails at once with the retry time if the store knows that it would have to wait too long", async () => {
    const clock = createVirtualClock();
    const { startProcess } = createTestStore(clock);
    startProcess({}, () => secondaryLimitResponse(60)).read();
    await clock.advance(200);
    const read = startProcess().read({ maxWait: 1000 });
    await clock.advance(0);
    const error = errorOf(read);
    expect(isRateLimitError(error) && error.until?.getTime()).toBeGreaterThan(clock.now() + 59_000);
  });

  test("says in an event what it waits for", async () => {
    const clock = createVirtualClock();
    const events: CallEvent[] = [];
    const pace = { owner: "team", store: memoryQuotaStore({ now: clock.monotonic }) };
    const { read } = pacedClient({ clock, pace, onEvent: (event) => events.push(event) }, undefined, clock);
    for (let count = 0; count < 60; count++) read({ priority: "bulk" });
    await clock.advance(0);
    expect(events.some((event) => event.type === "wait" && event.reason === "concurrency")).toBe(true);
  });

  test("that is aborted while it waits uses nothing", async () => {
    const clock = createVirtualClock();
    const { startProcess, commands } = createTestStore(clock);
    startProcess({}, () => secondaryLimitResponse(60)).read();
    await clock.advance(200);
    const controller = new AbortController();
    const process = startProcess();
    const read = process.read({ signal: controller.signal });
    await clock.advance(0);
    controller.abort(new Error("enough"));
    await clock.advance(2 * MINUTE);
    expect([errorOf(read), process.sent()]).toEqual([new Error("enough"), 0]);
    expect(commands.filter(({ type }) => type === "settle")).toHaveLength(1);
    expect(clock.pendingTimers()).toBe(0);
  });
});

describe("while the store fails", () => {
  const REFUSED = Object.assign(new Error("connect ECONNREFUSED 127.0.0.1:6379"), { code: "ECONNREFUSED" });

  test.each([
    ["refuses connections", REFUSED, 0],
    ["doesn't answer", "hangs", 2000],
  ] as const)("that %s, calls are rejected before they are sent", async (_, failure, wait) => {
    const clock = createVirtualClock();
    const { startProcess, setFailure } = createTestStore(clock);
    const process = startProcess();
    setFailure(failure);
    const reads = [process.read(), process.read()];
    await clock.advance(wait);
    for (const read of reads) {
      const error = errorOf(read);
      expect(isConnectionError(error) && error.outcome).toBe("none");
      expect(String(error)).toContain("Not sent, because the store of the quota fails: ");
    }
    expect([process.sent(), clock.pendingTimers()]).toEqual([0, 0]);
    setFailure(undefined);
    const later = process.read();
    await clock.advance(200);
    expect(later.outcome()).toBe("done");
  });

  test("calls can continue with a share after a minute, and return to the store with what they have used", async () => {
    const clock = createVirtualClock();
    const { startProcess, setFailure, commands } = createTestStore(clock);
    const process = startProcess({ onStoreError: "1/4" });
    setFailure(REFUSED);
    const writes = Array.from({ length: 400 }, () => process.write());
    await clock.advance(MINUTE - 1);
    expect(process.sent()).toBe(0);
    await clock.advance(50_000);
    // A quarter of 180, without the reserve.
    expect(process.sent()).toBeGreaterThan(40);
    expect(process.sent()).toBeLessThanOrEqual(45);
    const sentAlone = process.sent();
    setFailure(undefined);
    await clock.advance(3000);
    const recorded = commands.flatMap((command) => (command.type === "record" ? command.usage : []));
    expect(recorded.filter(({ name }) => name === "points")).toHaveLength(sentAlone);
    expect(process.sent()).toBeGreaterThan(sentAlone);
    await clock.advance(3 * MINUTE);
    expect(writes.every(({ outcome }) => outcome() === "done")).toBe(true);
    expect(clock.pendingTimers()).toBe(0);
  });

  test("a rejection pauses the calls that continue without it", async () => {
    const clock = createVirtualClock();
    const { startProcess, setFailure } = createTestStore(clock);
    let response: (method?: string) => Response = respond;
    const process = startProcess({ onStoreError: "1/2" }, (method) => response(method));
    process.read();
    await clock.advance(50);
    setFailure(REFUSED);
    response = () => secondaryLimitResponse(300);
    const read = process.read();
    await clock.advance(2 * MINUTE);
    expect(read.outcome()).toBe("pending");
    response = respond;
    await clock.advance(5 * MINUTE);
    expect(read.outcome()).toBe("done");
  });
});

test("a store that has lost its state learns what the processes have used", async () => {
  const clock = createVirtualClock();
  const { startProcess, restart } = createTestStore(clock);
  const processes = [startProcess(), startProcess()];
  const writes = processes.flatMap(({ write }) => Array.from({ length: 200 }, () => write()));
  const sent = () => processes.reduce((sum, process) => sum + process.sent(), 0);
  await clock.advance(0.5 * MINUTE);
  restart();
  await clock.advance(0.45 * MINUTE);
  expect(sent()).toBe(WRITES);
  await clock.advance(3 * MINUTE);
  expect(writes.every(({ outcome }) => outcome() === "done")).toBe(true);
});

describe("options", () => {
  const store = memoryQuotaStore();
  const create = (pace: object) => createClient({ baseUrl: "https://forge.test", anonymous: true, pace });

  test.each([
    ["pace.store", { store: {} }],
    ["pace.share", { store, share: "1/2" }],
    ["pace.storage", { store, storage: { get: async () => undefined, set: async () => {} } }],
    ["pace.onStoreError", { store, onStoreError: "wait" }],
    ["pace.onStoreError", { store, onStoreError: "3/2" }],
  ])("names %s if it is invalid", (field, pace) => {
    try {
      create(pace);
      expect.unreachable();
    } catch (error) {
      expect(isInputError(error) && error.field).toBe(field);
    }
  });

  test("need an owner if the token's account is unknown", () => {
    const create = () => createClient({ baseUrl: "https://forge.test", credentials: () => "ghp_x", pace: { store } });
    expect(create).toThrow("pace.owner is required to store usage");
  });
});
