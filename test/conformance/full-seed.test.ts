import { type AnyOperation, definitionOf } from "@forgehand/core/contract";
import * as catalogue from "@forgehand/core/operations";
import { expect } from "vitest";
import { fullTest } from "./full-seed.fixture.ts";
import { EMPTY_LISTS, parametersFor, tokenFor } from "./full-seed-parameters.ts";
import { callOverWire, itemsOf } from "./wire-call.ts";

const readOperations = Object.entries<AnyOperation>(catalogue).filter(([, { method }]) => method === "GET");

for (const [name, operation] of readOperations) {
  fullTest(`${name} returns data from the full seed`, async ({ at }) => {
    const service = await at(operation);
    const fields = await parametersFor(service, operation);
    const response = await callOverWire(service.apiUrl, operation, fields, { token: tokenFor(service, operation) });
    expect(Object.keys(definitionOf(operation).success).map(Number)).toContain(response.status);
    // At least two items, so that the list has a second page.
    const minimum = EMPTY_LISTS.includes(name) ? 0 : 2;
    if (definitionOf(operation).paging) {
      expect(itemsOf(operation, response.body).length).toBeGreaterThanOrEqual(minimum);
    }
  });
}
