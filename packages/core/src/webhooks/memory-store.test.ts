import { afterEach, expect, test, vi } from "vitest";
import { memoryStore } from "./memory-store.ts";
import { storeContract } from "./store-contract.fixture.ts";

storeContract(() => memoryStore());

afterEach(() => vi.useRealTimers());

test.each([-24, -1, 1, 24])("ends a lease on time if the clock is set by %s hours", (hours) => {
  vi.useFakeTimers({ toFake: ["Date", "performance"] });
  const store = memoryStore();
  store.claim("one", "a", 1000);
  vi.setSystemTime(Date.now() + hours * 3_600_000);
  vi.advanceTimersByTime(999);
  expect(store.claim("one", "b", 1000)).toBe("busy");
  vi.advanceTimersByTime(1);
  expect(store.claim("one", "b", 1000)).toBe("claimed");
});

test("forgets the oldest entries above the maximum", () => {
  const store = memoryStore({ entries: 2 });
  for (const guid of ["one", "two", "three"]) store.complete(guid);
  expect(["three", "two", "one"].map((guid) => store.claim(guid, "a", 1000))).toEqual([
    "handled",
    "handled",
    "claimed",
  ]);
});

test.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])("rejects a maximum of %s entries", (entries) => {
  expect(() => memoryStore({ entries })).toThrow("entries must be a whole number of deliveries");
});

test("rejects an unknown option", () => {
  // @ts-expect-error: it is called entries
  expect(() => memoryStore({ entires: 5 })).toThrow("entires is not an option; the options are entries");
  expect(() => Reflect.apply(memoryStore, undefined, [null])).toThrow("options must be an object");
});
