import type { AnyOperation } from "@forgehand/core/contract";
import * as operations from "@forgehand/core/operations";
import { expect, test } from "vitest";
import { HANDLERS } from "./index.ts";

test("serves every operation of the contract with exactly one handler", () => {
  const served = HANDLERS.map(({ operation }) => operation.route);
  const expected = Object.values<AnyOperation>(operations).map(({ route }) => route);
  expect(served.toSorted()).toEqual(expected.toSorted());
});
