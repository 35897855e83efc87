import { type AnyOperation, definitionOf } from "@forgehand/core/contract";
import * as operations from "@forgehand/core/operations";
import { expect, test } from "vitest";
import { hasCatchAll } from "./route.ts";

test("every operation whose last parameter has several segments is found", () => {
  const all = Object.values<AnyOperation>(operations);
  const expected = all.filter((operation) => operation.path.endsWith(`/{${definitionOf(operation).segments}}`));
  expect(expected.length).toBeGreaterThan(3);
  expect(all.filter(hasCatchAll)).toEqual(expected);
});
