import { setImmediate as tick } from "node:timers/promises";
import fc from "fast-check";
import { describe, expect, expectTypeOf, test, vi } from "vitest";
import { pickSize } from "../../../../test/test-size.ts";
import { isDeliveryError } from "../errors.ts";
import { incoming, SECRET } from "./deliveries.fixture.ts";
import type { DeliveryStore } from "./delivery-store.ts";
import type { DeliveryOf } from "./delivery-types.ts";
import { memoryStore } from "./memory-store.ts";
import {
  BUSY,
  blockingHandler,
  deferred,
  expectNoUnhandledRejections,
  FAILED,
  FULL,
  HANDLED,
  HANDLED_BEFORE,
  isSettled,
  pingReceiver,
  pingRequest,
  RECEIVED,
  STORE_UNAVAILABLE,
  sendPing,
  settle,
  slowStore,
  waitForCalls,
} from "./receiver.fixture.ts";
import { createReceiver } from "./receiver.ts";
import type { ReceiverFailure } from "./receiver-types.ts";

expectNoUnhandledRejections();

describe("a delivery", () => {
  test("is handled once if sent sequentially", async () => {
    const handle = vi.fn();
    const receiver = pingReceiver(handle);
    expect(await sendPing(receiver, "one")).toEqual(HANDLED);
    expect(await sendPing(receiver, "one")).toEqual(HANDLED_BEFORE);
    expect(await sendPing(receiver, "two")).toEqual(HANDLED);
    expect(handle.mock.calls).toEqual([["one"], ["two"]]);
  });

  test.each(["handled", "received"] as const)(
    "is handled once if sent concurrently, with answer: %s",
    async (answer) => {
      for (const store of [memoryStore(), slowStore()]) {
        const handle = vi.fn(() => tick());
        const receiver = pingReceiver(handle, { store, answer });
        const responses = await Promise.all(Array.from({ length: 50 }, () => sendPing(receiver, "one")));
        expect(handle).toHaveBeenCalledOnce();
        const first = answer === "handled" ? HANDLED : RECEIVED;
        expect(responses.filter(([, text]) => text === first[1])).toEqual([first]);
        const others = responses.filter(([, text]) => text !== first[1]);
        for (const response of others) expect([BUSY, HANDLED_BEFORE]).toContainEqual(response);
        await receiver.stop();
      }
    },
  );

  test("is handled once by several receivers with one store", async () => {
    const store = slowStore();
    const handle = vi.fn(() => tick());
    const receivers = Array.from({ length: 5 }, () => pingReceiver(handle, { store }));
    await Promise.all(receivers.flatMap((receiver) => [sendPing(receiver, "one"), sendPing(receiver, "one")]));
    expect(handle).toHaveBeenCalledOnce();
  });

  test("gets 409 while it is being handled", async () => {
    const { handle, started, unblock } = blockingHandler();
    const receiver = pingReceiver(handle);
    const first = sendPing(receiver, "one");
    await started;
    expect(await sendPing(receiver, "one")).toEqual(BUSY);
    unblock();
    expect(await first).toEqual(HANDLED);
    expect(await sendPing(receiver, "one")).toEqual(HANDLED_BEFORE);
  });

  test.each([
    ["throws", () => new Error("broken")],
    ["throws undefined", () => undefined],
  ])("is handled again after a handler that %s", async (_, error) => {
    for (const fails of [
      () => {
        throw error();
      },
      () => Promise.reject(error()),
    ]) {
      const onError = vi.fn();
      const handle = vi.fn<(guid: string) => unknown>().mockImplementationOnce(fails).mockImplementationOnce(fails);
      const receiver = pingReceiver(handle, { onError });
      expect(await sendPing(receiver, "one")).toEqual(FAILED);
      expect(await sendPing(receiver, "one")).toEqual(FAILED);
      expect(await sendPing(receiver, "one")).toEqual(HANDLED);
      expect(await sendPing(receiver, "one")).toEqual(HANDLED_BEFORE);
      expect(handle).toHaveBeenCalledTimes(3);
      expect(onError.mock.calls).toHaveLength(2);
      expect(onError.mock.calls[0]?.[1]).toMatchObject({ at: "handler", delivery: { guid: "one", event: "ping" } });
    }
  });

  test("is handled once in arbitrary histories, with correct responses and reports", async () => {
    const outcome = fc.record({ isSuccess: fc.boolean(), ticks: fc.nat(3) });
    const guids = ["one", "two", "three"] as const;
    const history = fc.record({
      outcomes: fc.record({
        one: fc.array(outcome, { maxLength: 4 }),
        two: fc.array(outcome, { maxLength: 4 }),
        three: fc.array(outcome, { maxLength: 4 }),
      }),
      arrivals: fc.array(
        fc.record({ guid: fc.constantFrom(...guids), receiver: fc.constantFrom(0, 1), ticks: fc.nat(4) }),
        {
          maxLength: 15,
        },
      ),
      answer: fc.constantFrom("handled" as const, "received" as const),
      concurrency: fc.integer({ min: 1, max: 3 }),
      backlog: fc.nat(5),
      isSlow: fc.boolean(),
    });
    const signed = new Map<string, Request>();
    for (const guid of guids) signed.set(guid, await pingRequest(guid));

    await fc.assert(
      fc.asyncProperty(history, async ({ outcomes, arrivals, isSlow, ...options }) => {
        const remaining = { ...outcomes };
        const running = new Set<string>();
        const succeeded = new Set<string>();
        const failed: string[] = [];
        const wrong: string[] = [];
        const handle = async (guid: string) => {
          if (running.has(guid)) wrong.push(`${guid} is handled twice concurrently`);
          if (succeeded.has(guid)) wrong.push(`${guid} is handled again`);
          running.add(guid);
          if (running.size > 2 * options.concurrency) wrong.push("too many concurrent handlers");
          const known = guids.find((candidate) => candidate === guid) ?? "one";
          const [next = { isSuccess: true, ticks: 0 }, ...later] = remaining[known];
          remaining[known] = later;
          for (let times = 0; times < next.ticks; times++) await tick();
          running.delete(guid);
          if (next.isSuccess) succeeded.add(guid);
          else {
            failed.push(guid);
            throw new Error(guid);
          }
        };
        const pendingWork: Promise<unknown>[] = [];
        const reported: string[] = [];
        const onError = (_: unknown, failure: ReceiverFailure) => {
          if (failure.at !== "request") reported.push(failure.delivery.guid);
        };
        const store = isSlow ? slowStore() : memoryStore();
        const receivers = [
          pingReceiver(handle, { store, onError, ...options }),
          pingReceiver(handle, { store, onError, ...options }),
        ];
        const send = async (guid: string, index: number) => {
          const request = signed.get(guid)?.clone();
          if (!request) throw new Error("no request");
          const wasHandled = succeeded.has(guid);
          const response = await receivers[index]?.(request, {
            waitUntil: (work: Promise<unknown>) => pendingWork.push(work),
          });
          const text = `${response?.status} ${(await response?.text())?.trim()}`;
          if (text === HANDLED.join(" ") && (wasHandled || !succeeded.has(guid))) wrong.push(`${guid}: ${text}`);
          if (text === HANDLED_BEFORE.join(" ") && !succeeded.has(guid)) wrong.push(`${guid}: ${text}`);
          if (wasHandled && ![HANDLED_BEFORE, FULL, BUSY].some((expected) => expected.join(" ") === text))
            wrong.push(`${guid}: ${text}`);
          return text;
        };
        const responses: Promise<string>[] = [];
        for (const { guid, receiver, ticks } of arrivals) {
          for (let times = 0; times < ticks; times++) await tick();
          responses.push(send(guid, receiver));
        }
        const texts = await Promise.all(responses);
        await Promise.all(pendingWork);
        // Every failure was reported; it has an error response unless the response was sent before.
        expect(reported).toEqual(failed);
        const count = (expected: readonly (number | string)[]) =>
          texts.filter((text) => text === expected.join(" ")).length;
        if (options.answer === "handled") {
          expect([count(HANDLED), count(FAILED), count(RECEIVED)]).toEqual([succeeded.size, failed.length, 0]);
        } else {
          expect([count(HANDLED), count(FAILED), count(RECEIVED)]).toEqual([0, 0, succeeded.size + failed.length]);
        }
        // A sender that retries eventually succeeds.
        for (const guid of guids) {
          for (let times = 0; !succeeded.has(guid) && times < 10; times++) {
            await send(guid, times % 2);
            await Promise.all(pendingWork);
          }
          expect(await send(guid, 0)).toBe(HANDLED_BEFORE.join(" "));
        }
        await Promise.all(receivers.map((receiver) => receiver.stop()));
        expect(wrong).toEqual([]);
      }),
      { numRuns: pickSize(15, 40) },
    );
  });
});

describe("immediate responses", () => {
  test("are sent before the handler ends, and the runtime waits for the handler", async () => {
    const { unblocked, unblock } = deferred();
    const done = vi.fn();
    const receiver = pingReceiver(() => unblocked.then(done), { answer: "received" });
    const waitUntil = vi.fn<(work: Promise<unknown>) => void>();
    // A worker runtime passes its bindings, and then its context.
    const response = await receiver(await pingRequest("one"), { KEY: "value" }, { waitUntil });
    expect([response.status, (await response.text()).trim()]).toEqual(RECEIVED);
    expect(await sendPing(receiver, "one")).toEqual(BUSY);
    expect(done).not.toHaveBeenCalled();
    const work = waitUntil.mock.calls[0]?.[0] ?? Promise.resolve();
    expect(await isSettled(work)).toBe(false);
    unblock();
    await work;
    expect(done).toHaveBeenCalledOnce();
    expect(await sendPing(receiver, "one")).toEqual(HANDLED_BEFORE);
  });

  test("report failures to onError and allow the next attempt", async () => {
    const error = new Error("broken");
    const onError = vi.fn();
    const handle = vi.fn<(guid: string) => unknown>().mockRejectedValueOnce(error);
    const receiver = pingReceiver(handle, { answer: "received", onError });
    expect(await sendPing(receiver, "one")).toEqual(RECEIVED);
    await waitForCalls(onError, 1);
    expect(onError.mock.calls).toEqual([
      [error, { at: "handler", delivery: expect.objectContaining({ guid: "one" }) }],
    ]);
    expect(await sendPing(receiver, "one")).toEqual(RECEIVED);
    await settle();
    expect(handle).toHaveBeenCalledTimes(2);
    expect(await sendPing(receiver, "one")).toEqual(HANDLED_BEFORE);
  });

  test("wait for the store: an unclaimed delivery is not acknowledged", async () => {
    const store: DeliveryStore = { ...memoryStore(), claim: () => Promise.reject(new Error("unavailable")) };
    expect(
      await sendPing(
        pingReceiver(() => {}, { answer: "received", store }),
        "one",
      ),
    ).toEqual(STORE_UNAVAILABLE);
  });

  test("are sent whatever further arguments the server passes", async () => {
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
      const receiver = pingReceiver(handle, { answer: "received" });
      const response: Response = await Reflect.apply(receiver, undefined, [await pingRequest("one"), context]);
      expect(response.status).toBe(202);
      await receiver.stop();
      expect(handle).toHaveBeenCalledOnce();
    }
  });
});

test("the runtime waits for the handler even if the response is sent after it", async () => {
  const { handle, started, unblock } = blockingHandler();
  const receiver = pingReceiver(handle);
  const waitUntil = vi.fn<(work: Promise<unknown>) => void>();
  const response = receiver(await pingRequest("one"), { waitUntil });
  await started;
  expect(await isSettled(waitUntil.mock.calls[0]?.[0] ?? Promise.resolve())).toBe(false);
  unblock();
  expect((await response).status).toBe(200);
});

describe("handlers", () => {
  test("are selected by event, and called as methods of their object", async () => {
    const handled: unknown[] = [];
    const on = {
      star(delivery: DeliveryOf<"star">) {
        expectTypeOf(delivery.payload.repository.id).toEqualTypeOf<number>();
        handled.push([this === on, delivery.event, delivery.payload.repository.full_name]);
      },
      "*": ({ event }: { readonly event: string }) => handled.push(event),
    };
    const receiver = createReceiver({ secrets: SECRET, on });
    createReceiver({
      secrets: SECRET,
      on: { star: (delivery) => expectTypeOf(delivery).toEqualTypeOf<DeliveryOf<"star">>() },
    });
    expect((await receiver(await incoming({ guid: "1" }))).status).toBe(200);
    expect((await receiver(await incoming({ guid: "2", event: "ping", payload: {} }))).status).toBe(200);
    expect((await receiver(await incoming({ guid: "3", event: "brand_new", payload: {} }))).status).toBe(200);
    expect(handled).toEqual([[true, "star", "Codertocat/Hello-World"], "ping", "brand_new"]);
  });

  test("are optional: an event without one is acknowledged but not stored", async () => {
    const store = memoryStore();
    const claim = vi.fn(store.claim);
    const without = createReceiver({ secrets: SECRET, on: { push: () => {} }, store: { ...store, claim } });
    expect(await sendPing(without, "one")).toEqual([200, "No handler for ping."]);
    expect(claim).not.toHaveBeenCalled();
    expect(
      await sendPing(
        pingReceiver(() => {}, { store }),
        "one",
      ),
    ).toEqual(HANDLED);
  });
});

describe("a request that is not a delivery", () => {
  test("gets the matching status and is reported", async () => {
    const onError = vi.fn();
    const receiver = pingReceiver(() => {}, { onError });
    const unsigned = await incoming({ secret: undefined });
    const forged = await incoming({ secret: "another" });
    const withoutGuid = await pingRequest("one");
    withoutGuid.headers.delete("x-github-delivery");
    const broken = await incoming({ payload: { action: "created" } });
    const requests = [new Request("http://receiver.test"), unsigned, forged, withoutGuid, broken];
    const responses = await Promise.all(requests.map((request) => receiver(request)));
    expect(responses.map(({ status }) => status)).toEqual([405, 401, 401, 400, 422]);
    expect(responses[0]?.headers.get("allow")).toBe("POST");
    // A wrong signature gets the same response as a missing one.
    expect(await responses[1]?.text()).toBe(await responses[2]?.text());
    expect(await responses[4]?.text()).toContain("repository");
    expect(onError).toHaveBeenCalledTimes(5);
    for (const [error, failed] of onError.mock.calls) {
      expect(isDeliveryError(error)).toBe(true);
      expect(failed).toEqual({ at: "request", error });
    }
  });

  test("can be any value", async () => {
    const onError = vi.fn();
    const receiver = pingReceiver(() => {}, { onError });
    const requests: unknown[] = [undefined, null, {}, 5, "POST", { method: "POST" }, { headers: null, body: null }];
    for (const request of requests) {
      const response: Response = await Reflect.apply(receiver, undefined, [request]);
      expect(response.status).toBeGreaterThanOrEqual(400);
    }
    expect(onError).toHaveBeenCalledTimes(requests.length);
  });

  test("is also reported if the validation function throws", async () => {
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

describe("onError", () => {
  test("can throw without an effect on responses", async () => {
    const fails: (() => unknown)[] = [
      () => {
        throw new Error("broken");
      },
      () => Promise.reject(new Error("broken")),
    ];
    for (const onError of fails) {
      const handle = vi.fn<(guid: string) => unknown>().mockRejectedValueOnce(new Error("first"));
      const receiver = pingReceiver(handle, { onError });
      expect((await receiver(new Request("http://receiver.test"))).status).toBe(405);
      expect(await sendPing(receiver, "one")).toEqual(FAILED);
      expect(await sendPing(receiver, "one")).toEqual(HANDLED);
      const store = { ...memoryStore(), complete: () => Promise.reject(new Error("unavailable")) };
      expect(
        await sendPing(
          pingReceiver(() => {}, { store, onError }),
          "one",
        ),
      ).toEqual(HANDLED);
      await settle();
    }
  });

  test("by default logs failed handlers and stores, the first wrong secret, and unreadable requests", async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => {});
    const error = new Error("broken");
    const on = { ping: vi.fn().mockRejectedValueOnce(error) };
    const store: DeliveryStore = { ...memoryStore(), complete: () => Promise.reject(error) };
    const receiver = createReceiver({ secrets: SECRET, on, store });
    await receiver(new Request("http://receiver.test"));
    expect(log).not.toHaveBeenCalled();
    // A wrong secret is visible in the log, and can't be used to flood it.
    for (let times = 0; times < 3; times++) await receiver(await incoming({ secret: "another" }));
    expect(log).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(/was rejected.*secret differs/));
    log.mockClear();
    await sendPing(receiver, "one");
    await sendPing(receiver, "one");
    const consumedRequest = await pingRequest("two");
    await consumedRequest.text();
    expect((await receiver(consumedRequest)).status).toBe(500);
    expect(log.mock.calls).toEqual([
      ["ping one, the handler failed:", error],
      ["ping one, the store failed:", error],
      [expect.stringContaining("could not be read"), expect.objectContaining({ name: "DeliveryError" })],
    ]);
  });
});
