import { setImmediate as tick } from "node:timers/promises";
import { describe, expect, test, vi } from "vitest";
import { SECRET } from "./deliveries.fixture.ts";
import type { DeliveryStore } from "./delivery-store.ts";
import { memoryStore } from "./memory-store.ts";
import {
  BUSY,
  blockingHandler,
  deferred,
  expectNoUnhandledRejections,
  FULL,
  HANDLED,
  HANDLED_BEFORE,
  isSettled,
  pingReceiver,
  pingRequest,
  RECEIVED,
  STOPPING,
  sendPing,
  settle,
  slowStore,
  waitForCalls,
} from "./receiver.fixture.ts";
import { signDelivery } from "./sign-delivery.ts";

expectNoUnhandledRejections();

describe("concurrency", () => {
  test("is limited; further deliveries run in order", async () => {
    let running = 0;
    let mostActive = 0;
    const started: string[] = [];
    const { unblocked, unblock } = deferred();
    const receiver = pingReceiver(
      async (guid) => {
        started.push(guid);
        running += 1;
        mostActive = Math.max(mostActive, running);
        await unblocked;
        for (let ticks = 0; ticks <= started.length % 3; ticks++) await tick();
        running -= 1;
        if (started.length % 4 === 0) throw new Error("a failure frees its slot as well");
      },
      { concurrency: 3, answer: "received" },
    );
    const guids = Array.from({ length: 30 }, (_, index) => `guid-${index}`);
    for (const guid of guids) expect(await sendPing(receiver, guid)).toEqual(RECEIVED);
    unblock();
    await receiver.stop();
    expect([mostActive, running, started]).toEqual([3, 0, guids]);
  });

  test.each([memoryStore, slowStore])(
    "and backlog are limited; further deliveries are rejected, %o",
    async (makeStore) => {
      const store = makeStore();
      const claim = vi.fn(store.claim);
      const complete = vi.fn(store.complete);
      const { unblocked, unblock } = deferred();
      const handle = vi.fn(() => unblocked);
      const receiver = pingReceiver(handle, {
        concurrency: 2,
        backlog: 3,
        answer: "received",
        store: { ...store, claim, complete },
      });
      const guids = Array.from({ length: 12 }, (_, index) => `guid-${index}`);
      // Sent concurrently: a delivery must not exceed the capacity while others are still being claimed.
      const requests = await Promise.all(guids.map(pingRequest));
      const responses = await Promise.all(requests.map((request) => receiver(request)));
      const statuses = responses.map(({ status }) => status);
      expect(statuses.filter((status) => status === 202)).toHaveLength(5);
      expect(statuses.filter((status) => status === 503)).toHaveLength(7);
      expect(claim).toHaveBeenCalledTimes(5);
      const rejected = responses.find(({ status }) => status === 503);
      expect(rejected?.headers.get("retry-after")).toMatch(/^\d+$/);
      expect((await rejected?.text())?.trim()).toBe(FULL[1]);
      unblock();
      await waitForCalls(complete, 5);
      await settle();
      for (const [index, guid] of guids.entries()) {
        expect(await sendPing(receiver, guid)).toEqual(statuses[index] === 202 ? HANDLED_BEFORE : RECEIVED);
        await settle();
      }
      expect(handle).toHaveBeenCalledTimes(12);
    },
  );

  test("the bodies of accepted deliveries are limited to 250 MB in total", async () => {
    const { unblocked, unblock } = deferred();
    const receiver = pingReceiver(() => unblocked, { concurrency: 1, answer: "received" });
    const sign = async (length: number) => {
      const { body, headers } = await signDelivery({
        event: "ping",
        payload: { text: "x".repeat(length) },
        secret: SECRET,
      });
      return async (guid: string) => {
        const request = { method: "POST", headers: { ...headers, "X-GitHub-Delivery": guid }, body };
        return (await receiver(request)).status;
      };
    };
    const [sendLarge, sendSmall] = [await sign(25_000_000), await sign(1)];
    for (let index = 0; index < 10; index++) expect(await sendLarge(`large-${index}`)).toBe(202);
    expect(await sendLarge("too-many")).toBe(503);
    // 12 MB are left.
    expect(await sendSmall("small")).toBe(202);
    unblock();
    await settle();
    expect(await sendLarge("too-many")).toBe(202);
    await receiver.stop();
  });

  test("can be 1, without a backlog", async () => {
    const { handle, started, unblock } = blockingHandler();
    const receiver = pingReceiver(handle, { concurrency: 1, backlog: 0 });
    const first = sendPing(receiver, "one");
    await started;
    expect(await sendPing(receiver, "two")).toEqual(FULL);
    unblock();
    expect(await first).toEqual(HANDLED);
    expect(await sendPing(receiver, "two")).toEqual(HANDLED);
  });

  test("loses only the slots of handlers that never end", async () => {
    const endless = blockingHandler();
    const receiver = pingReceiver((guid) => (guid === "endless" ? endless.handle() : undefined), { concurrency: 2 });
    const response = sendPing(receiver, "endless");
    await endless.started;
    for (const guid of ["one", "two", "three"]) expect(await sendPing(receiver, guid)).toEqual(HANDLED);
    expect(await sendPing(receiver, "endless")).toEqual(BUSY);
    expect(await isSettled(response)).toBe(false);
  });
});

describe("stopping", () => {
  test.each(["handled", "received"] as const)(
    "waits for running and waiting deliveries, with answer: %s",
    async (answer) => {
      const { unblocked, unblock } = deferred();
      const handled: string[] = [];
      const store = memoryStore();
      const claim = vi.fn(store.claim);
      const handle = (guid: string) => unblocked.then(() => handled.push(guid));
      const receiver = pingReceiver(handle, { concurrency: 1, answer, store: { ...store, claim } });
      const responses = ["one", "two", "three"].map((guid) => sendPing(receiver, guid));
      await waitForCalls(claim, 3);
      const stopped = receiver.stop();
      const stoppedAgain = receiver.stop();
      expect(await sendPing(receiver, "four")).toEqual(STOPPING);
      expect((await receiver(await pingRequest("five"))).headers.get("retry-after")).toMatch(/^\d+$/);
      expect(await isSettled(stopped)).toBe(false);
      unblock();
      await Promise.all([stopped, stoppedAgain]);
      expect(handled.toSorted()).toEqual(["one", "three", "two"]);
      expect(await Promise.all(responses)).toEqual(Array(3).fill(answer === "handled" ? HANDLED : RECEIVED));
      expect(await sendPing(receiver, "six")).toEqual(STOPPING);
      await receiver.stop();
      const pulled = vi.fn();
      const { headers } = await pingRequest("seven");
      const body = new ReadableStream({ pull: pulled }, { highWaterMark: 0 });
      expect((await receiver({ method: "POST", headers, body })).status).toBe(503);
      expect(pulled).not.toHaveBeenCalled();
    },
  );

  test("resolves immediately if nothing is in progress", async () => {
    await pingReceiver(() => {}).stop();
  });

  test("waits no longer than `within`", async () => {
    const { handle, started, unblock } = blockingHandler();
    const receiver = pingReceiver(handle);
    const response = sendPing(receiver, "one");
    await started;
    await receiver.stop({ within: 5 });
    expect(await sendPing(receiver, "two")).toEqual(STOPPING);
    unblock();
    await receiver.stop({ within: 60_000 });
    expect(await response).toEqual(HANDLED);
  });

  test.each([undefined, Number.POSITIVE_INFINITY, 2 ** 31])("waits without limit if `within` is %s", async (within) => {
    const { handle, started, unblock } = blockingHandler();
    const receiver = pingReceiver(handle);
    const response = sendPing(receiver, "one");
    await started;
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const stopped = receiver.stop({ within });
    // A longer timer would fire after a millisecond.
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await isSettled(stopped)).toBe(false);
    unblock();
    await stopped;
    expect(await response).toEqual(HANDLED);
  });

  test.each([Number.NaN, -1, "5", null])("rejects a `within` of %s and keeps running", async (within) => {
    const receiver = pingReceiver(() => {});
    await expect(Reflect.apply(receiver.stop, undefined, [{ within }])).rejects.toMatchObject({
      name: "InputError",
      field: "within",
    });
    expect(await sendPing(receiver, "one")).toEqual(HANDLED);
  });

  test("waits for deliveries that are being claimed", async () => {
    const { unblocked, unblock } = deferred();
    const store = memoryStore();
    const claim = vi.fn<DeliveryStore["claim"]>((...args) => unblocked.then(() => store.claim(...args)));
    const handle = vi.fn();
    const receiver = pingReceiver(handle, { store: { ...store, claim } });
    const response = sendPing(receiver, "one");
    await waitForCalls(claim, 1);
    const stopped = receiver.stop();
    expect(await isSettled(stopped)).toBe(false);
    unblock();
    await stopped;
    expect(handle).toHaveBeenCalledOnce();
    expect(await response).toEqual(HANDLED);
  });

  test("rejects deliveries whose body is still arriving", async () => {
    const { unblocked, unblock } = deferred();
    const handle = vi.fn();
    const receiver = pingReceiver(handle);
    const request = await pingRequest("one");
    const content = new Uint8Array(await request.arrayBuffer());
    async function* delayed() {
      await unblocked;
      yield content;
    }
    const response = receiver({ method: "POST", headers: request.headers, body: delayed() });
    await settle();
    await receiver.stop();
    unblock();
    expect((await response).status).toBe(503);
    expect(handle).not.toHaveBeenCalled();
  });
});
