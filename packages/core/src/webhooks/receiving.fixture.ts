import { setImmediate as tick } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, expect, type Mock, vi } from "vitest";
import { incoming, SECRET } from "./deliveries.fixture.ts";
import { memoryStore } from "./memory-store.ts";
import { createReceiver } from "./receiver.ts";
import type { Receiver, ReceiverOptions } from "./receiver-types.ts";
import type { DeliveryStore } from "./store.ts";

// Receivers of deliveries whose payload anybody may make up, and handlers and stores that take their time.

export const LEASE = 60_000;

/** After each test of a file, the clock is the real one, and no promise was rejected that nobody heard of. */
export function withoutRejections(): void {
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
}

/** A receiver of forks, whose payload anybody may make up. */
export const receiving = (fork: (guid: string) => unknown, options: Partial<ReceiverOptions> = {}): Receiver =>
  createReceiver({ secrets: SECRET, on: { fork: ({ guid }) => fork(guid) }, onError: () => {}, ...options });

export const fork = (guid: string) => incoming({ event: "fork", payload: {}, guid });

/** What a receiver answers to a fork. */
export async function send(receiver: Receiver, guid: string): Promise<readonly [status: number, words: string]> {
  const answer = await receiver(await fork(guid));
  return [answer.status, (await answer.text()).trim()];
}

export const HANDLED = [200, "Handled."];
export const HANDLED_BEFORE = [200, "It was handled before."];
export const BUSY = [409, "It is being handled."];
export const FAILED = [500, "It could not be handled."];
export const UNKNOWN = [500, "Which deliveries were handled can't be told at the moment."];
export const RECEIVED = [202, "Received."];
export const FULL = [503, "Too much is waiting to be handled."];
export const STOPPING = [503, "This receiver is stopping."];

/** Something that is waited for until it is let go on. */
export function gate() {
  let open = () => {};
  let fail = (_: unknown) => {};
  const opened = new Promise<void>((resolve, reject) => {
    open = resolve;
    fail = reject;
  });
  return { opened, open, fail };
}

/** A handler that waits to be let go on. */
export function held() {
  const begun = gate();
  const { opened, open, fail } = gate();
  const handle = () => {
    begun.open();
    return opened;
  };
  return { handle, begun: begun.opened, open, fail };
}

/** Waits for as long as it takes to take a delivery on: signatures are of other threads. */
export async function settle(): Promise<void> {
  for (let times = 0; times < 10; times++) {
    await crypto.subtle.digest("SHA-256", new Uint8Array(1));
    await tick();
  }
}

/** Waits until a function was called so many times; the clock stays where it is. */
export async function calls(of: Mock, times: number): Promise<void> {
  while (of.mock.calls.length < times) await tick();
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

/** A store that takes its time for everything. */
export function slowStore(store: DeliveryStore = memoryStore()): DeliveryStore {
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
