import { expect, vi } from "vitest";
import type { DeliveryStore } from "./delivery-store.ts";

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;
const LEASE = 60_000;

// What the stores of servers have in common, in addition to the contract of all stores.

/** Checks that leases end by the server's clock, whatever that of the process is. */
export async function expectServerClock(store: DeliveryStore): Promise<void> {
  for (const difference of [-DAY, 0, DAY]) {
    const now = Date.now() + difference;
    vi.useFakeTimers({ toFake: ["Date"], now });
    expect(await store.claim("one", "a", LEASE)).toBe("claimed");
    vi.setSystemTime(now + DAY);
    expect(await store.claim("one", "b", LEASE)).toBe("busy");
    vi.useRealTimers();
  }
  const before = Date.now();
  expect(await store.claim("two", "a", 300)).toBe("claimed");
  await vi.waitFor(async () => expect(await store.claim("two", "b", LEASE)).toBe("claimed"), {
    interval: 5,
    timeout: 30_000,
  });
  expect(Date.now() - before).toBeGreaterThanOrEqual(299);
}

/**
 * Checks that a lease is not extended by the time by which the clock is set back.
 * @param open opens a store without deliveries
 */
export async function expectUnextendedLeases(open: (now: () => number) => Promise<DeliveryStore>): Promise<void> {
  for (const steps of [[-HOUR], [-HOUR, -DAY], [-1000, -HOUR, 500, -HOUR]]) {
    let time = Date.UTC(2026, 0, 1);
    const store = await open(() => time);
    await store.complete("handled");
    await store.claim("one", "a", LEASE);
    for (const step of steps) {
      time += step;
      expect(await store.claim("one", "b", LEASE)).toBe("busy");
    }
    time += LEASE - 1;
    expect(await store.claim("one", "b", LEASE)).toBe("busy");
    time += 1;
    expect(await store.claim("one", "b", LEASE)).toBe("claimed");
    expect(await store.claim("handled", "b", LEASE)).toBe("handled");
  }
}

/** Checks that texts can be GUIDs and owners. */
export async function expectAccepts(store: DeliveryStore, texts: readonly string[]): Promise<void> {
  for (const text of texts) {
    expect(await store.claim(text, text, LEASE)).toBe("claimed");
    expect(await store.claim(text, `${text}.`, LEASE)).toBe("busy");
    await store.release(text, `${text}.`);
    expect(await store.claim(text, `${text}.`, LEASE)).toBe("busy");
    await store.release(text, text);
    expect(await store.claim(text, `${text}.`, LEASE)).toBe("claimed");
    await store.complete(text);
    expect(await store.claim(text, text, LEASE)).toBe("handled");
  }
}
