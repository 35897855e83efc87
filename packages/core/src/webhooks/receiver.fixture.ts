import { setImmediate as tick } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, expect, type Mock, vi } from "vitest";
import { incoming, SECRET } from "./deliveries.fixture.ts";
import type { DeliveryStore } from "./delivery-store.ts";
import { memoryStore } from "./memory-store.ts";
import { createReceiver } from "./receiver.ts";
import type { Receiver, ReceiverOptions } from "./receiver-types.ts";

// Helpers for tests of receivers: deliveries of an event without a payload schema, slow handlers and slow stores.

export const LEASE = 60_000;
/** Milliseconds for which a store with the default timeout has a delivery claimed. */
export const STORE_LEASE = LEASE + 5000;

/** Restores the clock after each test, and expects that no rejection was unhandled. */
export function expectNoUnhandledRejections(): void {
  const unhandled: unknown[] = [];
  const onUnhandled = (error: unknown) => unhandled.push(error);
  beforeAll(() => {
    process.on("unhandledRejection", onUnhandled);
  });
  afterAll(() => {
    process.off("unhandledRejection", onUnhandled);
  });
  afterEach(async () => {
    vi.useRealTimers();
    vi.restoreAllMocks();
    await tick();
    expect(unhandled.splice(0)).toEqual([]);
  });
}

/** A receiver of pings, whose payloads can be empty. */
export const pingReceiver = (handle: (guid: string) => unknown, options: Partial<ReceiverOptions> = {}): Receiver =>
  createReceiver({ secrets: SECRET, on: { ping: ({ guid }) => handle(guid) }, onError: () => {}, ...options });

export const pingRequest = (guid: string) => incoming({ event: "ping", payload: {}, guid });

/** Returns the response to a ping. */
export async function sendPing(receiver: Receiver, guid: string): Promise<readonly [status: number, text: string]> {
  const response = await receiver(await pingRequest(guid));
  return [response.status, (await response.text()).trim()];
}

export const HANDLED = [200, "Handled."];
export const HANDLED_BEFORE = [200, "The delivery was already handled."];
export const BUSY = [409, "The delivery is being handled."];
export const FAILED = [500, "The delivery could not be handled."];
export const STORE_UNAVAILABLE = [503, "The delivery store is unavailable."];
export const RECEIVED = [202, "Received."];
export const FULL = [503, "Too many deliveries are waiting."];
export const STOPPING = [503, "This receiver is stopping."];

/** A promise that tests resolve or reject. */
export function deferred() {
  let unblock = () => {};
  let fail = (_: unknown) => {};
  const unblocked = new Promise<void>((resolve, reject) => {
    unblock = resolve;
    fail = reject;
  });
  return { unblocked, unblock, fail };
}

/** A handler that waits until `unblock` or `fail` is called. */
export function blockingHandler() {
  const started = deferred();
  const { unblocked, unblock, fail } = deferred();
  const handle = () => {
    started.unblock();
    return unblocked;
  };
  return { handle, started: started.unblocked, unblock, fail };
}

/** Calls of the Web Crypto API that have not ended: signatures are created and verified in other threads. */
let pendingCryptoCalls = 0;

/** Counts the pending calls of the Web Crypto API. */
function countCryptoCalls(): void {
  const { subtle } = crypto;
  const value = new Proxy(subtle, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== "function") return member;
      return async (...args: unknown[]): Promise<unknown> => {
        pendingCryptoCalls += 1;
        try {
          return await Reflect.apply(member, target, args);
        } finally {
          pendingCryptoCalls -= 1;
        }
      };
    },
  });
  Object.defineProperty(crypto, "subtle", { value });
}

countCryptoCalls();

/** Turns of the event loop without a pending call after which deliveries are claimed. */
const QUIET_TURNS = 10;

/** Waits until deliveries are verified and claimed. */
export async function settle(): Promise<void> {
  for (let turns = 0; turns < QUIET_TURNS; turns++) {
    await tick();
    if (pendingCryptoCalls > 0) turns = -1;
  }
}

/** Waits until a function was called a number of times, without advancing the clock. */
export async function waitForCalls(mock: Mock, times: number): Promise<void> {
  while (mock.mock.calls.length < times) await tick();
}

export async function isSettled(promise: Promise<unknown>): Promise<boolean> {
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

/** A store whose functions are asynchronous. */
export function slowStore(store: DeliveryStore = memoryStore()): DeliveryStore {
  return {
    async claim(...args) {
      await tick();
      const claim = await store.claim(...args);
      await tick();
      return claim;
    },
    async complete(guid) {
      await tick();
      await store.complete(guid);
    },
    async release(...args) {
      await tick();
      await store.release(...args);
    },
  };
}
