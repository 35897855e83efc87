import { expect, test } from "vitest";
import { createRequestIds } from "./request-id.ts";

test("IDs are unique, among emulators too, and have the form of GitHub's", () => {
  const ids = [createRequestIds(), createRequestIds()].flatMap((nextId) => Array.from({ length: 1000 }, nextId));
  expect(new Set(ids).size).toBe(2000);
  for (const id of ids) expect(id).toMatch(/^[0-9A-F]{4}:[0-9A-F]{6}:[0-9A-F]{7}:[0-9A-F]{6,}$/);
});
