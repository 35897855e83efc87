import { setImmediate as tick } from "node:timers/promises";
import { describe, expect, test, vi } from "vitest";
import { memoryStore } from "./memory-store.ts";
import {
  BUSY,
  calls,
  FULL,
  fork,
  gate,
  HANDLED,
  HANDLED_BEFORE,
  held,
  isSettled,
  RECEIVED,
  receiving,
  STOPPING,
  send,
  settle,
  slowStore,
  withoutRejections,
} from "./receiving.fixture.ts";
import type { DeliveryStore } from "./store.ts";

withoutRejections();

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
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const stopped = receiver.stop({ within });
    // A timer that is set for too long runs out after a millisecond.
    await vi.advanceTimersByTimeAsync(60_000);
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
