import { expect, test } from "vitest";
import { memoryStore } from "./memory-store.ts";
import { storeContract } from "./store-contract.fixture.ts";

storeContract(() => memoryStore());

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
