import { setImmediate as tick } from "node:timers/promises";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, describe, expect, expectTypeOf, type Mock, test, vi } from "vitest";
import { isDeliveryError } from "../errors.ts";
import { incoming, SECRET } from "./deliveries.fixture.ts";
import type { DeliveryOf } from "./delivery-types.ts";
import { memoryStore } from "./memory-store.ts";
import { createReceiver } from "./receiver.ts";
import type { Receiver, ReceiverFailure, ReceiverOptions } from "./receiver-types.ts";
import type { DeliveryStore } from "./store.ts";

const LEASE = 60_000;

const unhandled: unknown[] = [];
const keepUnhandled = (error: unknown) => unhandled.push(error);
beforeAll(() => {
  process.on("unhandledRejection", keepUnhandled);
});
afterAll(() => {
  process.off("unhandledRejection", keepUnhandled);
});
afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  await tick();
  expect(unhandled.splice(0)).toEqual([]);
});

/** A receiver of forks, whose payload anybody may make up. */
const receiving = (fork: (guid: string) => unknown, options: Partial<ReceiverOptions> = {}): Receiver =>
  createReceiver({ secrets: SECRET, on: { fork: ({ guid }) => fork(guid) }, onError: () => {}, ...options });

const fork = (guid: string) => incoming({ event: "fork", payload: {}, guid });

/** What a receiver answers to a fork. */
async function send(receiver: Receiver, guid: string): Promise<readonly [status: number, words: string]> {
  const answer = await receiver(await fork(guid));
  return [answer.status, (await answer.text()).trim()];
}

const HANDLED = [200, "Handled."];
const HANDLED_BEFORE = [200, "It was handled before."];
const BUSY = [409, "It is being handled."];
const FAILED = [500, "It could not be handled."];
const UNKNOWN = [500, "Which deliveries were handled can't be told at the moment."];
const RECEIVED = [202, "Received."];
const FULL = [503, "Too much is waiting to be handled."];
const STOPPING = [503, "This receiver is stopping."];

/** Something that is waited for until it is let go on. */
function gate() {
  let open = () => {};
  let fail = (_: unknown) => {};
  const opened = new Promise<void>((resolve, reject) => {
    open = resolve;
    fail = reject;
  });
  return { opened, open, fail };
}

/** A handler that waits to be let go on. */
function held() {
  const begun = gate();
  const { opened, open, fail } = gate();
  const handle = () => {
    begun.open();
    return opened;
  };
  return { handle, begun: begun.opened, open, fail };
}

/** Waits for as long as it takes to take a delivery on: signatures are of other threads. */
async function settle(): Promise<void> {
  for (let times = 0; times < 10; times++) {
    await crypto.subtle.digest("SHA-256", new Uint8Array(1));
    await tick();
  }
}

/** Waits until a function was called so many times; the clock stays where it is. */
async function calls(of: Mock, times: number): Promise<void> {
  while (of.mock.calls.length < times) await tick();
}

async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false;
  promise.then(
    () => {
      settled = true;
    },
    () => {},
  );
  await settle();
  return settled;
}

/** A store that takes its time for everything. */
function slowStore(store: DeliveryStore = memoryStore()): DeliveryStore {
  return {
    async claim(...given) {
      await tick();
      const claim = await store.claim(...given);
      await tick();
      return claim;
    },
    async complete(guid) {
      await tick();
      await store.complete(guid);
    },
    async release(...given) {
      await tick();
      await store.release(...given);
    },
  };
}

describe("each GUID is handled once", () => {
  test("one after the other", async () => {
    const handle = vi.fn();
    const receiver = receiving(handle);
    expect(await send(receiver, "one")).toEqual(HANDLED);
    expect(await send(receiver, "one")).toEqual(HANDLED_BEFORE);
    expect(await send(receiver, "two")).toEqual(HANDLED);
    expect(handle.mock.calls).toEqual([["one"], ["two"]]);
  });

  test.each(["handled", "received"] as const)("many at once, answered when %s", async (answer) => {
    for (const store of [memoryStore(), slowStore()]) {
      const handle = vi.fn(() => tick());
      const receiver = receiving(handle, { store, answer });
      const answers = await Promise.all(Array.from({ length: 50 }, () => send(receiver, "one")));
      expect(handle).toHaveBeenCalledOnce();
      const first = answer === "handled" ? HANDLED : RECEIVED;
      expect(answers.filter(([, words]) => words === first[1])).toEqual([first]);
      const others = answers.filter(([, words]) => words !== first[1]);
      for (const one of others) expect([BUSY, HANDLED_BEFORE]).toContainEqual(one);
      await receiver.stop();
    }
  });

  test("by several receivers with one store", async () => {
    const store = slowStore();
    const handle = vi.fn(() => tick());
    const receivers = Array.from({ length: 5 }, () => receiving(handle, { store }));
    await Promise.all(receivers.flatMap((receiver) => [send(receiver, "one"), send(receiver, "one")]));
    expect(handle).toHaveBeenCalledOnce();
  });

  test("who comes while it is being handled is not told that it was", async () => {
    const { handle, begun, open } = held();
    const receiver = receiving(handle);
    const first = send(receiver, "one");
    await begun;
    expect(await send(receiver, "one")).toEqual(BUSY);
    open();
    expect(await first).toEqual(HANDLED);
    expect(await send(receiver, "one")).toEqual(HANDLED_BEFORE);
  });

  test.each([
    ["throws", () => () => new Error("broken")],
    ["throws nothing", () => () => undefined],
  ])("and again after a handler that %s", async (_, error) => {
    for (const fails of [
      () => {
        throw error();
      },
      () => Promise.reject(error()),
    ]) {
      const onError = vi.fn();
      const handle = vi.fn<(guid: string) => unknown>().mockImplementationOnce(fails).mockImplementationOnce(fails);
      const receiver = receiving(handle, { onError });
      expect(await send(receiver, "one")).toEqual(FAILED);
      expect(await send(receiver, "one")).toEqual(FAILED);
      expect(await send(receiver, "one")).toEqual(HANDLED);
      expect(await send(receiver, "one")).toEqual(HANDLED_BEFORE);
      expect(handle).toHaveBeenCalledTimes(3);
      expect(onError.mock.calls).toHaveLength(2);
      expect(onError.mock.calls[0]?.[1]).toMatchObject({ at: "handler", delivery: { guid: "one", event: "fork" } });
    }
  });

  test("whatever happens: each that ever succeeded did so once, and the answers tell", {
    timeout: 20_000,
  }, async () => {
    const outcome = fc.record({ isSuccess: fc.boolean(), ticks: fc.nat(3) });
    const guids = ["one", "two", "three"] as const;
    const history = fc.record({
      outcomes: fc.record({
        one: fc.array(outcome, { maxLength: 4 }),
        two: fc.array(outcome, { maxLength: 4 }),
        three: fc.array(outcome, { maxLength: 4 }),
      }),
      arrivals: fc.array(fc.record({ guid: fc.constantFrom(...guids), at: fc.constantFrom(0, 1), ticks: fc.nat(4) }), {
        maxLength: 15,
      }),
      answer: fc.constantFrom("handled" as const, "received" as const),
      concurrency: fc.integer({ min: 1, max: 3 }),
      backlog: fc.nat(5),
      isSlow: fc.boolean(),
    });
    const signed = new Map<string, Request>();
    for (const guid of guids) signed.set(guid, await fork(guid));

    await fc.assert(
      fc.asyncProperty(history, async ({ outcomes, arrivals, isSlow, ...options }) => {
        const left = { ...outcomes };
        const running = new Set<string>();
        const succeeded = new Set<string>();
        const failed: string[] = [];
        const wrong: string[] = [];
        const handle = async (guid: string) => {
          if (running.has(guid)) wrong.push(`${guid} is handled twice at once`);
          if (succeeded.has(guid)) wrong.push(`${guid} is handled again`);
          running.add(guid);
          if (running.size > 2 * options.concurrency) wrong.push("too many at once");
          const known = guids.find((one) => one === guid) ?? "one";
          const [next = { isSuccess: true, ticks: 0 }, ...rest] = left[known];
          left[known] = rest;
          for (let times = 0; times < next.ticks; times++) await tick();
          running.delete(guid);
          if (next.isSuccess) succeeded.add(guid);
          else {
            failed.push(guid);
            throw new Error(guid);
          }
        };
        const works: Promise<unknown>[] = [];
        const told: string[] = [];
        const onError = (_: unknown, what: ReceiverFailure) => {
          if (what.at !== "request") told.push(what.delivery.guid);
        };
        const store = isSlow ? slowStore() : memoryStore();
        const receivers = [
          receiving(handle, { store, onError, ...options }),
          receiving(handle, { store, onError, ...options }),
        ];
        const arrive = async (guid: string, at: number) => {
          const request = signed.get(guid)?.clone();
          if (!request) throw new Error("no request");
          const isBefore = succeeded.has(guid);
          const answer = await receivers[at]?.(request, { waitUntil: (work: Promise<unknown>) => works.push(work) });
          const text = `${answer?.status} ${(await answer?.text())?.trim()}`;
          if (text === HANDLED.join(" ") && (isBefore || !succeeded.has(guid))) wrong.push(`${guid}: ${text}`);
          if (text === HANDLED_BEFORE.join(" ") && !succeeded.has(guid)) wrong.push(`${guid}: ${text}`);
          if (isBefore && ![HANDLED_BEFORE, FULL, BUSY].some((one) => one.join(" ") === text))
            wrong.push(`${guid}: ${text}`);
          return text;
        };
        const answers: Promise<string>[] = [];
        for (const { guid, at, ticks } of arrivals) {
          for (let times = 0; times < ticks; times++) await tick();
          answers.push(arrive(guid, at));
        }
        const all = await Promise.all(answers);
        await Promise.all(works);
        // Every failure was told, and where it is answered, it was answered as one.
        expect(told).toEqual(failed);
        const tally = (what: readonly (number | string)[]) => all.filter((one) => one === what.join(" ")).length;
        if (options.answer === "handled") {
          expect([tally(HANDLED), tally(FAILED), tally(RECEIVED)]).toEqual([succeeded.size, failed.length, 0]);
        } else {
          expect([tally(HANDLED), tally(FAILED), tally(RECEIVED)]).toEqual([0, 0, succeeded.size + failed.length]);
        }
        // Whoever sends on until it is told that it was handled gets there.
        for (const guid of guids) {
          for (let times = 0; !succeeded.has(guid) && times < 10; times++) {
            await arrive(guid, times % 2);
            await Promise.all(works);
          }
          expect(await arrive(guid, 0)).toBe(HANDLED_BEFORE.join(" "));
        }
        await Promise.all(receivers.map((receiver) => receiver.stop()));
        expect(wrong).toEqual([]);
      }),
      { numRuns: 40 },
    );
  });
});

describe("answering at once", () => {
  test("comes before the handler is done, which the runtime is told of", async () => {
    const { opened, open } = gate();
    const done = vi.fn();
    const receiver = receiving(() => opened.then(done), { answer: "received" });
    const waitUntil = vi.fn<(work: Promise<unknown>) => void>();
    // As a worker's runtime calls what it was given: with its bindings, and then its context.
    const answer = await receiver(await fork("one"), { KEY: "value" }, { waitUntil });
    expect([answer.status, (await answer.text()).trim()]).toEqual(RECEIVED);
    expect(await send(receiver, "one")).toEqual(BUSY);
    expect(done).not.toHaveBeenCalled();
    const work = waitUntil.mock.calls[0]?.[0] ?? Promise.resolve();
    expect(await isSettled(work)).toBe(false);
    open();
    await work;
    expect(done).toHaveBeenCalledOnce();
    expect(await send(receiver, "one")).toEqual(HANDLED_BEFORE);
  });

  test("or not: a runtime is told of the work either way, as it may end it once the sender hung up", async () => {
    const { handle, begun, open } = held();
    const receiver = receiving(handle);
    const waitUntil = vi.fn<(work: Promise<unknown>) => void>();
    const answer = receiver(await fork("one"), { waitUntil });
    await begun;
    expect(await isSettled(waitUntil.mock.calls[0]?.[0] ?? Promise.resolve())).toBe(false);
    open();
    expect((await answer).status).toBe(200);
  });

  test("leaves failures to be told, and the next attempt to be handled", async () => {
    const error = new Error("broken");
    const onError = vi.fn();
    const handle = vi.fn<(guid: string) => unknown>().mockRejectedValueOnce(error);
    const receiver = receiving(handle, { answer: "received", onError });
    expect(await send(receiver, "one")).toEqual(RECEIVED);
    await calls(onError, 1);
    expect(onError.mock.calls).toEqual([
      [error, { at: "handler", delivery: expect.objectContaining({ guid: "one" }) }],
    ]);
    expect(await send(receiver, "one")).toEqual(RECEIVED);
    await settle();
    expect(handle).toHaveBeenCalledTimes(2);
    expect(await send(receiver, "one")).toEqual(HANDLED_BEFORE);
  });

  test("waits for the store: what it can't take on is not said to be received", async () => {
    const store: DeliveryStore = { ...memoryStore(), claim: () => Promise.reject(new Error("away")) };
    expect(
      await send(
        receiving(() => {}, { answer: "received", store }),
        "one",
      ),
    ).toEqual(UNKNOWN);
  });

  test("takes whatever servers hand over beside a request", async () => {
    const throwing = () => {
      throw new TypeError("Illegal invocation");
    };
    const contexts = [
      undefined,
      null,
      {},
      5,
      () => {},
      { waitUntil: undefined },
      { waitUntil: 5 },
      { waitUntil: throwing },
    ];
    for (const context of contexts) {
      const handle = vi.fn();
      const receiver = receiving(handle, { answer: "received" });
      const answer: Response = await Reflect.apply(receiver, undefined, [await fork("one"), context]);
      expect(answer.status).toBe(202);
      await receiver.stop();
      expect(handle).toHaveBeenCalledOnce();
    }
  });
});

describe("so many at once", () => {
  test("run, and the others after them in their order", async () => {
    let running = 0;
    let most = 0;
    const started: string[] = [];
    const { opened, open } = gate();
    const receiver = receiving(
      async (guid) => {
        started.push(guid);
        running += 1;
        most = Math.max(most, running);
        await opened;
        for (let times = 0; times <= started.length % 3; times++) await tick();
        running -= 1;
        if (started.length % 4 === 0) throw new Error("a failure frees its slot as well");
      },
      { concurrency: 3, answer: "received" },
    );
    const guids = Array.from({ length: 30 }, (_, index) => `guid-${index}`);
    for (const guid of guids) expect(await send(receiver, guid)).toEqual(RECEIVED);
    open();
    await receiver.stop();
    expect([most, running, started]).toEqual([3, 0, guids]);
  });

  test.each([memoryStore, slowStore])(
    "wait, and no more: they are sent away and not taken on, %o",
    async (makeStore) => {
      const store = makeStore();
      const claim = vi.fn(store.claim);
      const complete = vi.fn(store.complete);
      const { opened, open } = gate();
      const handle = vi.fn(() => opened);
      const receiver = receiving(handle, {
        concurrency: 2,
        backlog: 3,
        answer: "received",
        store: { ...store, claim, complete },
      });
      const guids = Array.from({ length: 12 }, (_, index) => `guid-${index}`);
      // All of them at the same moment: none may slip in while another is on its way to its place.
      const requests = await Promise.all(guids.map(fork));
      const answers = await Promise.all(requests.map((request) => receiver(request)));
      const statuses = answers.map(({ status }) => status);
      expect(statuses.filter((status) => status === 202)).toHaveLength(5);
      expect(statuses.filter((status) => status === 503)).toHaveLength(7);
      expect(claim).toHaveBeenCalledTimes(5);
      const away = answers.find(({ status }) => status === 503);
      expect(away?.headers.get("retry-after")).toMatch(/^\d+$/);
      expect((await away?.text())?.trim()).toBe(FULL[1]);
      open();
      await calls(complete, 5);
      await settle();
      for (const [index, guid] of guids.entries()) {
        expect(await send(receiver, guid)).toEqual(statuses[index] === 202 ? HANDLED_BEFORE : RECEIVED);
        await settle();
      }
      expect(handle).toHaveBeenCalledTimes(12);
    },
  );

  test("may be one, and none may wait", async () => {
    const { handle, begun, open } = held();
    const receiver = receiving(handle, { concurrency: 1, backlog: 0 });
    const first = send(receiver, "one");
    await begun;
    expect(await send(receiver, "two")).toEqual(FULL);
    open();
    expect(await first).toEqual(HANDLED);
    expect(await send(receiver, "two")).toEqual(HANDLED);
  });

  test("that never end hold their own slots and nobody else's", async () => {
    const endless = held();
    const receiver = receiving((guid) => (guid === "endless" ? endless.handle() : undefined), { concurrency: 2 });
    const answer = send(receiver, "endless");
    await endless.begun;
    for (const guid of ["one", "two", "three"]) expect(await send(receiver, guid)).toEqual(HANDLED);
    expect(await send(receiver, "endless")).toEqual(BUSY);
    expect(await isSettled(answer)).toBe(false);
  });
});

describe("stopping", () => {
  test.each(["handled", "received"] as const)(
    "waits for what runs and what waits, answered when %s",
    async (answer) => {
      const { opened, open } = gate();
      const done: string[] = [];
      const store = memoryStore();
      const claim = vi.fn(store.claim);
      const handle = (guid: string) => opened.then(() => done.push(guid));
      const receiver = receiving(handle, { concurrency: 1, answer, store: { ...store, claim } });
      const answers = ["one", "two", "three"].map((guid) => send(receiver, guid));
      await calls(claim, 3);
      const stopped = receiver.stop();
      const again = receiver.stop();
      expect(await send(receiver, "four")).toEqual(STOPPING);
      expect((await receiver(await fork("five"))).headers.get("retry-after")).toMatch(/^\d+$/);
      expect(await isSettled(stopped)).toBe(false);
      open();
      await Promise.all([stopped, again]);
      expect(done.toSorted()).toEqual(["one", "three", "two"]);
      expect(await Promise.all(answers)).toEqual(Array(3).fill(answer === "handled" ? HANDLED : RECEIVED));
      expect(await send(receiver, "six")).toEqual(STOPPING);
      await receiver.stop();
      const pulled = vi.fn();
      const { headers } = await fork("seven");
      const body = new ReadableStream({ pull: pulled }, { highWaterMark: 0 });
      expect((await receiver({ method: "POST", headers, body })).status).toBe(503);
      expect(pulled).not.toHaveBeenCalled();
    },
  );

  test("is done at once where nothing is to be done", async () => {
    await receiving(() => {}).stop();
  });

  test("waits no longer than it may", async () => {
    const { handle, begun, open } = held();
    const receiver = receiving(handle);
    const answer = send(receiver, "one");
    await begun;
    await receiver.stop({ within: 5 });
    expect(await send(receiver, "two")).toEqual(STOPPING);
    open();
    await receiver.stop({ within: 60_000 });
    expect(await answer).toEqual(HANDLED);
  });

  test.each([undefined, Number.POSITIVE_INFINITY, 2 ** 31])("waits as long as it takes within %s", async (within) => {
    const { handle, begun, open } = held();
    const receiver = receiving(handle);
    const answer = send(receiver, "one");
    await begun;
    const stopped = receiver.stop({ within });
    // Longer than a timer that runs out at once.
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(await isSettled(stopped)).toBe(false);
    open();
    await stopped;
    expect(await answer).toEqual(HANDLED);
  });

  test.each([Number.NaN, -1, "5", null])("is refused within %s, and goes on", async (within) => {
    const receiver = receiving(() => {});
    await expect(Reflect.apply(receiver.stop, undefined, [{ within }])).rejects.toMatchObject({
      ...{ name: "InputError", field: "within" },
    });
    expect(await send(receiver, "one")).toEqual(HANDLED);
  });

  test("waits for what is on its way to the store", async () => {
    const { opened, open } = gate();
    const store = memoryStore();
    const claim = vi.fn<DeliveryStore["claim"]>((...given) => opened.then(() => store.claim(...given)));
    const handle = vi.fn();
    const receiver = receiving(handle, { store: { ...store, claim } });
    const answer = send(receiver, "one");
    await calls(claim, 1);
    const stopped = receiver.stop();
    expect(await isSettled(stopped)).toBe(false);
    open();
    await stopped;
    expect(handle).toHaveBeenCalledOnce();
    expect(await answer).toEqual(HANDLED);
  });

  test("takes nothing on whose body is still coming", async () => {
    const { opened, open } = gate();
    const handle = vi.fn();
    const receiver = receiving(handle);
    const request = await fork("one");
    const whole = new Uint8Array(await request.arrayBuffer());
    async function* late() {
      await opened;
      yield whole;
    }
    const answer = receiver({ method: "POST", headers: request.headers, body: late() });
    await settle();
    await receiver.stop();
    open();
    expect((await answer).status).toBe(503);
    expect(handle).not.toHaveBeenCalled();
  });
});

describe("a store", () => {
  const error = new Error("the store is away");
  const away: [string, () => never | Promise<never>][] = [
    [
      "throws",
      () => {
        throw error;
      },
    ],
    ["rejects", () => Promise.reject(error)],
  ];

  test.each(away)("that %s when it is asked: nothing is handled", async (_, fails) => {
    const onError = vi.fn();
    const handle = vi.fn();
    const claim = vi.fn<DeliveryStore["claim"]>(memoryStore().claim).mockImplementationOnce(fails);
    const receiver = receiving(handle, { store: { ...memoryStore(), claim }, onError });
    expect(await send(receiver, "one")).toEqual(UNKNOWN);
    expect(handle).not.toHaveBeenCalled();
    expect(onError.mock.calls).toEqual([[error, { at: "store", delivery: expect.objectContaining({ guid: "one" }) }]]);
    expect(await send(receiver, "one")).toEqual(HANDLED);
  });

  test.each(away)("that %s when it is told of a success: it was one all the same", async (_, complete) => {
    const onError = vi.fn();
    const receiver = receiving(() => {}, { store: { ...memoryStore(), complete }, onError });
    expect(await send(receiver, "one")).toEqual(HANDLED);
    expect(onError.mock.calls).toEqual([[error, { at: "store", delivery: expect.objectContaining({ guid: "one" }) }]]);
    expect(await send(receiver, "one")).toEqual(BUSY);
  });

  test.each(away)(
    "that %s when it is told of a failure: it can be handled once the lease is over",
    async (_, release) => {
      vi.useFakeTimers({ toFake: ["Date"], now: 0 });
      const onError = vi.fn();
      const broken = new Error("broken");
      const handle = vi.fn<(guid: string) => unknown>().mockRejectedValueOnce(broken);
      const receiver = receiving(handle, { store: { ...memoryStore(), release }, lease: LEASE, onError });
      expect(await send(receiver, "one")).toEqual(FAILED);
      expect(onError.mock.calls.map(([what, { at }]) => [what, at])).toEqual([
        [broken, "handler"],
        [error, "store"],
      ]);
      expect(await send(receiver, "one")).toEqual(BUSY);
      vi.setSystemTime(LEASE);
      expect(await send(receiver, "one")).toEqual(HANDLED);
    },
  );

  test.each(["claim", "complete", "release"] as const)(
    "that never answers %s keeps nothing else from it",
    async (name) => {
      const store = memoryStore();
      const never = () => new Promise<never>(() => {});
      const hanging: DeliveryStore = {
        claim: (guid, ...given) => (name === "claim" && guid === "hangs" ? never() : store.claim(guid, ...given)),
        complete: (guid) => (name === "complete" && guid === "hangs" ? never() : store.complete(guid)),
        release: (guid, owner) => (name === "release" && guid === "hangs" ? never() : store.release(guid, owner)),
      };
      const handle = (guid: string) => {
        if (name === "release" && guid === "hangs") throw new Error("broken");
      };
      const receiver = receiving(handle, { store: hanging, concurrency: 2 });
      const hangs = send(receiver, "hangs");
      expect(await isSettled(hangs)).toBe(false);
      for (const guid of ["one", "two", "three"]) expect(await send(receiver, guid)).toEqual(HANDLED);
      expect(await isSettled(hangs)).toBe(false);
    },
  );

  test.each([undefined, null, true, "OK", 1])("that answers what means nothing has not answered: %s", async (said) => {
    const onError = vi.fn();
    const handle = vi.fn();
    const options = { store: { ...memoryStore(), claim: () => said }, onError };
    const receiver: Receiver = Reflect.apply(receiving, undefined, [handle, options]);
    expect(await send(receiver, "one")).toEqual(UNKNOWN);
    expect(handle).not.toHaveBeenCalled();
    expect(onError.mock.calls).toEqual([[expect.objectContaining({ field: "store.claim" }), expect.anything()]]);
  });
});

describe("a handler that takes longer than the lease", () => {
  test("has failed, and leaves its slot to the next", async () => {
    const onError = vi.fn();
    const { handle, open } = held();
    const handled: string[] = [];
    const receiver = receiving((guid) => (guid === "stuck" ? handle() : handled.push(guid)), {
      ...{ concurrency: 1, lease: 30, onError },
    });
    const stuck = send(receiver, "stuck");
    const next = send(receiver, "next");
    expect([await stuck, await next, handled]).toEqual([FAILED, HANDLED, ["next"]]);
    const error = expect.objectContaining({ message: expect.stringContaining("longer than the lease, 30 ms") });
    expect(onError).toHaveBeenCalledExactlyOnceWith(error, expect.objectContaining({ at: "handler" }));
    open();
    await receiver.stop();
  });

  test("and gets there after all has handled its delivery", async () => {
    const { handle, open } = held();
    const receiver = receiving(handle, { lease: 30 });
    expect(await send(receiver, "one")).toEqual(FAILED);
    open();
    await tick();
    expect(await send(receiver, "one")).toEqual(HANDLED_BEFORE);
  });
});

describe("a lease that is over", () => {
  const start = () => {
    vi.useFakeTimers({ toFake: ["Date"], now: 0 });
    const store = memoryStore();
    return {
      pass: (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds),
      receiver: (handle: (guid: string) => unknown, options: Partial<ReceiverOptions> = {}) =>
        receiving(handle, { store, lease: LEASE, ...options }),
    };
  };

  test("lets another take over, from whom a late failure takes nothing away", async () => {
    const { pass, receiver } = start();
    const first = held();
    const second = held();
    const slow = send(receiver(first.handle), "one");
    await first.begun;
    pass(LEASE - 1);
    const other = receiver(second.handle);
    expect(await send(other, "one")).toEqual(BUSY);
    pass(1);
    const taken = send(other, "one");
    await second.begun;
    first.fail(new Error("late"));
    expect(await slow).toEqual(FAILED);
    expect(
      await send(
        receiver(() => {}),
        "one",
      ),
    ).toEqual(BUSY);
    second.open();
    expect(await taken).toEqual(HANDLED);
    expect(
      await send(
        receiver(() => {}),
        "one",
      ),
    ).toEqual(HANDLED_BEFORE);
  });

  test("lets another take over, and a late success counts", async () => {
    const { pass, receiver } = start();
    const first = held();
    const second = held();
    const slow = send(receiver(first.handle), "one");
    await first.begun;
    pass(LEASE);
    const taken = send(receiver(second.handle), "one");
    await second.begun;
    first.open();
    expect(await slow).toEqual(HANDLED);
    second.fail(new Error("broken"));
    expect(await taken).toEqual(FAILED);
    expect(
      await send(
        receiver(() => {}),
        "one",
      ),
    ).toEqual(HANDLED_BEFORE);
  });

  /** A receiver with one slot, which is taken, and what waits for it. */
  async function crowd(
    receiver: ReturnType<typeof start>["receiver"],
    handle: (guid: string) => unknown,
    guids: string[],
  ) {
    const slow = held();
    const taken = vi.fn();
    const store = memoryStore();
    const claim: DeliveryStore["claim"] = (...given) => {
      taken();
      return store.claim(...given);
    };
    const crowded = receiver((guid) => (guid === "slow" ? slow.handle() : handle(guid)), {
      concurrency: 1,
      store: { ...store, claim },
    });
    const first = send(crowded, "slow");
    await slow.begun;
    const waiting = guids.map((guid) => send(crowded, guid));
    await calls(taken, 1 + guids.length);
    const other = (handleOther: (guid: string) => unknown) => receiver(handleOther, { store });
    return { open: slow.open, answers: Promise.all([first, ...waiting]), other };
  }

  test("while it waited for a slot: nobody does it again, and the answer tells what became of it", async () => {
    const { pass, receiver } = start();
    const handle = vi.fn();
    const { open, answers, other } = await crowd(receiver, handle, ["handled", "busy", "free"]);
    pass(LEASE);
    expect(
      await send(
        other(() => {}),
        "handled",
      ),
    ).toEqual(HANDLED);
    const running = held();
    const busy = send(other(running.handle), "busy");
    await running.begun;
    open();
    expect((await answers).toSorted()).toEqual([HANDLED, HANDLED, HANDLED_BEFORE, BUSY].toSorted());
    expect(handle.mock.calls).toEqual([["free"]]);
    running.open();
    expect(await busy).toEqual(HANDLED);
  });

  test.each([
    ["received", RECEIVED, ["waits"]],
    ["handled", UNKNOWN, []],
  ] as const)("can't be renewed when the store is away: what was %s loses nothing", async (answer, told, handled) => {
    const { pass, receiver } = start();
    const slow = held();
    const handle = vi.fn();
    const store = memoryStore();
    const claim = vi.fn<DeliveryStore["claim"]>(store.claim);
    const onError = vi.fn();
    const crowded = receiver((guid) => (guid === "slow" ? slow.handle() : handle(guid)), {
      ...{ concurrency: 1, answer, onError, store: { ...store, claim } },
    });
    const first = send(crowded, "slow");
    await slow.begun;
    const waiting = send(crowded, "waits");
    await calls(claim, 2);
    pass(LEASE);
    claim.mockImplementationOnce(() => {
      throw new Error("away");
    });
    slow.open();
    // What is to be sent again by nobody is handled; the other is answered so that it is.
    expect(await waiting).toEqual(told);
    await first;
    await crowded.stop();
    expect(handle.mock.calls.flat()).toEqual(handled);
    expect(onError.mock.calls.map(([, { at }]) => at)).toEqual(["store"]);
  });

  test("is not over for what waited for a slot and has come to run", async () => {
    const { pass, receiver } = start();
    const waits = held();
    const { open, answers, other } = await crowd(receiver, waits.handle, ["waits"]);
    pass(LEASE - 1);
    open();
    await waits.begun;
    pass(LEASE - 1);
    expect(
      await send(
        other(() => {}),
        "waits",
      ),
    ).toEqual(BUSY);
    waits.open();
    expect(await answers).toEqual([HANDLED, HANDLED]);
  });
});

describe("handlers", () => {
  test("are found by their events, and are called on what they belong to", async () => {
    const handled: unknown[] = [];
    const on = {
      name: "mine",
      star(delivery: DeliveryOf<"star">) {
        expectTypeOf(delivery.payload.repository.id).toEqualTypeOf<number>();
        handled.push([this.name, delivery.event, delivery.payload.repository.full_name]);
      },
    };
    const { name: _, ...handlers } = on;
    const receiver = createReceiver({
      secrets: SECRET,
      on: {
        ...handlers,
        star(delivery) {
          expectTypeOf(delivery).toEqualTypeOf<DeliveryOf<"star">>();
          on.star(delivery);
        },
        "*": ({ event }) => handled.push(event),
      },
    });
    expect((await receiver(await incoming({ guid: "1" }))).status).toBe(200);
    expect((await receiver(await incoming({ guid: "2", event: "fork", payload: {} }))).status).toBe(200);
    expect((await receiver(await incoming({ guid: "3", event: "brand_new", payload: {} }))).status).toBe(200);
    expect(handled).toEqual([["mine", "star", "Codertocat/Hello-World"], "fork", "brand_new"]);
  });

  test("that there are none of: nothing is done, and nothing remembered", async () => {
    const store = memoryStore();
    const claim = vi.fn(store.claim);
    const without = createReceiver({ secrets: SECRET, on: { push: () => {} }, store: { ...store, claim } });
    const words = "Nothing here handles fork.";
    expect(await send(without, "one")).toEqual([200, words]);
    expect(claim).not.toHaveBeenCalled();
    expect(
      await send(
        receiving(() => {}, { store }),
        "one",
      ),
    ).toEqual(HANDLED);
  });
});

describe("a request that is no delivery", () => {
  test("is answered with the status that says why, and told", async () => {
    const onError = vi.fn();
    const receiver = receiving(() => {}, { onError });
    const unsigned = await incoming({ secret: undefined });
    const forged = await incoming({ secret: "another" });
    const headless = await fork("one");
    headless.headers.delete("x-github-delivery");
    const broken = await incoming({ payload: { action: "created" } });
    const requests = [new Request("http://receiver.test"), unsigned, forged, headless, broken];
    const answers = await Promise.all(requests.map((request) => receiver(request)));
    expect(answers.map(({ status }) => status)).toEqual([405, 401, 401, 400, 422]);
    expect(answers[0]?.headers.get("allow")).toBe("POST");
    // One that is wrong is told no more than one that is missing.
    expect(await answers[1]?.text()).toBe(await answers[2]?.text());
    expect(await answers[4]?.text()).toContain("repository");
    expect(onError).toHaveBeenCalledTimes(5);
    for (const [error, failed] of onError.mock.calls) {
      expect(isDeliveryError(error)).toBe(true);
      expect(failed).toEqual({ at: "request", error });
    }
  });

  test("and not even a request is one, too", async () => {
    const onError = vi.fn();
    const receiver = receiving(() => {}, { onError });
    const given: unknown[] = [undefined, null, {}, 5, "POST", { method: "POST" }, { headers: null, body: null }];
    for (const request of given) {
      const answer: Response = await Reflect.apply(receiver, undefined, [request]);
      expect(answer.status).toBeGreaterThanOrEqual(400);
    }
    expect(onError).toHaveBeenCalledTimes(given.length);
  });

  test("what is given to hold payloads against the contract may fail", async () => {
    const cause = new Error("broken");
    const onError = vi.fn();
    const validation = () => {
      throw cause;
    };
    const receiver = createReceiver({ secrets: SECRET, on: { star: () => {} }, validation, onError });
    expect((await receiver(await incoming())).status).toBe(500);
    expect(onError.mock.calls).toEqual([
      [
        expect.objectContaining({ name: "DeliveryError", status: 500, cause }),
        expect.objectContaining({ at: "request" }),
      ],
    ]);
  });
});

describe("what hears of errors", () => {
  test("may fail itself", async () => {
    const fails: (() => unknown)[] = [
      () => {
        throw new Error("broken");
      },
      () => Promise.reject(new Error("broken")),
    ];
    for (const onError of fails) {
      const handle = vi.fn<(guid: string) => unknown>().mockRejectedValueOnce(new Error("first"));
      const receiver = receiving(handle, { onError });
      expect((await receiver(new Request("http://receiver.test"))).status).toBe(405);
      expect(await send(receiver, "one")).toEqual(FAILED);
      expect(await send(receiver, "one")).toEqual(HANDLED);
      const store = { ...memoryStore(), complete: () => Promise.reject(new Error("away")) };
      expect(
        await send(
          receiving(() => {}, { store, onError }),
          "one",
        ),
      ).toEqual(HANDLED);
      await settle();
    }
  });

  test("is the console, where nothing else is: of what is the receiver's own affair", async () => {
    const said = vi.spyOn(console, "error").mockImplementation(() => {});
    const error = new Error("broken");
    const on = { fork: vi.fn().mockRejectedValueOnce(error) };
    const store: DeliveryStore = { ...memoryStore(), complete: () => Promise.reject(error) };
    const receiver = createReceiver({ secrets: SECRET, on, store });
    await receiver(new Request("http://receiver.test"));
    expect(said).not.toHaveBeenCalled();
    // A wrong secret shows so, and nobody can fill the console with it.
    for (let times = 0; times < 3; times++) await receiver(await incoming({ secret: "another" }));
    expect(said).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(/was refused.*another secret/));
    said.mockClear();
    await send(receiver, "one");
    await send(receiver, "one");
    const read = await fork("two");
    await read.text();
    expect((await receiver(read)).status).toBe(500);
    expect(said.mock.calls).toEqual([
      ["fork one, the handler failed:", error],
      ["fork one, the store failed:", error],
      [expect.stringContaining("could not be read"), expect.objectContaining({ name: "DeliveryError" })],
    ]);
  });
});

describe("options that can't be right are refused, by name", () => {
  const on = { fork: () => {} };
  test.each([
    ["options", undefined],
    ["options", null],
    ["options", "hunter2"],
    ["secret", { secret: "hunter2", on }],
    ["secrets", { on }],
    ["secrets", { secrets: "", on }],
    ["sha1", { secrets: "hunter2", sha1: "no", on }],
    ["dialect", { secrets: "hunter2", dialect: "hub", on }],
    ["on", { secrets: "hunter2" }],
    ["on", { secrets: "hunter2", on: null }],
    ["on", { secrets: "hunter2", on: () => {} }],
    ["on", { secrets: "hunter2", on: {} }],
    ["on", { secrets: "hunter2", on: { fork: undefined } }],
    ["on.fork", { secrets: "hunter2", on: { fork: "handler" } }],
    ["on.stars", { secrets: "hunter2", on: { ...on, stars: () => {} } }],
    ["on.toString", { secrets: "hunter2", on: { ...on, toString: () => "" } }],
    ["store", { secrets: "hunter2", on, store: null }],
    ["store", { secrets: "hunter2", on, store: new Map() }],
    ["store", { secrets: "hunter2", on, store: { ...memoryStore(), release: undefined } }],
    ["answer", { secrets: "hunter2", on, answer: "later" }],
    ["answer", { secrets: "hunter2", on, answer: null }],
    ["concurrency", { secrets: "hunter2", on, concurrency: 0 }],
    ["concurrency", { secrets: "hunter2", on, concurrency: 1.5 }],
    ["concurrency", { secrets: "hunter2", on, concurrency: "5" }],
    ["backlog", { secrets: "hunter2", on, backlog: -1 }],
    ["lease", { secrets: "hunter2", on, lease: 0 }],
    ["lease", { secrets: "hunter2", on, lease: Number.NaN }],
    ["onError", { secrets: "hunter2", on, onError: null }],
  ])("%s", (field, options) => {
    expect(() => Reflect.apply(createReceiver, undefined, [options])).toThrow(
      expect.objectContaining({ name: "InputError", field, message: expect.stringMatching(/^(?!.*hunter2)/) }),
    );
  });

  test("an event that there isn't, with those that there are", () => {
    const options = { secrets: SECRET, on: { stars: () => {} } };
    expect(() => Reflect.apply(createReceiver, undefined, [options])).toThrow(/on\.stars is no event.*fork, .*star, /);
  });

  test("an event with an action, with where actions are told", () => {
    const options = { secrets: SECRET, on: { "star.created": () => {} } };
    const error = "on.star.created is no event's name: on.star has all its actions, and delivery.action tells them.";
    expect(() => Reflect.apply(createReceiver, undefined, [options])).toThrow(error);
  });

  test("an event by the vendor's name, with its own", () => {
    const options = { secrets: SECRET, on: { dependabot_alert: () => {} } };
    const error = "on.dependabot_alert is no event's neutral name. Here it is updater_alert.";
    expect(() => Reflect.apply(createReceiver, undefined, [options])).toThrow(error);
  });
});
