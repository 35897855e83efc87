import type { AnyOperation } from "@forgehand/core/contract";
import * as catalogue from "@forgehand/core/operations";
import { expect, test } from "vitest";
import { HANDLERS } from "./index.ts";

test("every operation of the contract is served, once", () => {
  const operations: AnyOperation[] = Object.values(catalogue);
  expect(HANDLERS.map(({ operation }) => operation.route).toSorted()).toEqual(
    operations.map(({ route }) => route).toSorted(),
  );
});
