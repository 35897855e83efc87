import { expect, test as plainTest } from "vitest";
import { requestJson, sendRequest } from "../requests.fixture.ts";
import { test } from "../vitest.ts";
import { hasTooManyKeys } from "./json-keys.ts";

const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 1]));

plainTest("counts the keys of each object, at any depth", () => {
  for (const json of [
    keys(10_000),
    Array.from({ length: 30_000 }, () => ({ path: "a", mode: ":" })),
    { inner: keys(10_000), next: keys(9998) },
    { text: '{":'.repeat(20_000), other: `${'\\"'.repeat(20_000)}\\`, last: ":".repeat(20_000) },
  ]) {
    expect(hasTooManyKeys(JSON.stringify(json))).toBe(false);
  }
  for (const json of [
    keys(10_001),
    { list: [[{ inner: keys(10_001) }]] },
    { text: `${'\\"{}'.repeat(100)}\\`, ...keys(10_001) },
    { inner: { a: {} }, ...keys(10_000) },
  ]) {
    expect(hasTooManyKeys(JSON.stringify(json))).toBe(true);
  }
});

plainTest("accepts texts that aren't JSON", () => {
  for (const text of ["{", "}", '"', '"\\', "[", "\\"]) expect(hasTooManyKeys(text.repeat(100_000))).toBe(false);
});

test("a body whose object has too many keys is rejected", async ({ emulator }) => {
  const route = "PATCH /repos/acme/widgets";
  expect((await requestJson(emulator, route, keys(10_000))).status).toBe(200);
  for (const count of [10_001, 400_000]) {
    const rejected = await requestJson(emulator, route, keys(count));
    expect(rejected).toMatchObject({ status: 400, body: { message: "Problems parsing JSON" } });
  }
});

test("deeply nested JSON is an error of the caller", async ({ emulator }) => {
  for (const depth of [3000, 500_000]) {
    const body = `{"description":${"[".repeat(depth)}${"]".repeat(depth)}}`;
    const { status } = await sendRequest(emulator, "PATCH /repos/acme/widgets", "alice", { body });
    expect([depth, status]).toEqual([depth, 422]);
  }
});
