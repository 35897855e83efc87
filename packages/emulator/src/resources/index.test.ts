import type { AnyOperation } from "@forgehand/core/contract";
import * as catalogue from "@forgehand/core/operations";
import { expect, test } from "vitest";
import { HANDLERS } from "./index.ts";

test("what is served is the contract's, and served once", () => {
  const operations: AnyOperation[] = Object.values(catalogue);
  const known = new Set(operations.map(({ route }) => route));
  const served = HANDLERS.map(({ operation }) => operation.route);
  expect(served.filter((route) => !known.has(route))).toEqual([]);
  expect(new Set(served).size).toBe(served.length);
});
