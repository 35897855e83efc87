import type { AnyOperation } from "@forgehand/core/contract";
import * as catalogue from "@forgehand/core/operations";
import { expect, test } from "vitest";
import { HANDLERS } from "./index.ts";

test("every operation of the contract is served, each by one handler", () => {
  const served = HANDLERS.map(({ operation }) => operation.route);
  const wanted = Object.values<AnyOperation>(catalogue).map(({ route }) => route);
  expect(served.toSorted()).toEqual(wanted.toSorted());
});
