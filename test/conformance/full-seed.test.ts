import { type AnyOperation, definitionOf } from "@forgehand/core/contract";
import * as catalogue from "@forgehand/core/operations";
import { expect } from "vitest";
import { fullTest } from "./full-seed.fixture.ts";
import { parametersFor, tokenFor } from "./full-seed-parameters.ts";
import { callOverWire, itemsOf } from "./wire-call.ts";

/** Not available because rate limits are off. */
const WITHOUT_LIMITS = ["getRateLimits"];

const readOperations = Object.entries<AnyOperation>(catalogue).filter(
  ([name, { method }]) => method === "GET" && !WITHOUT_LIMITS.includes(name),
);

for (const [name, operation] of readOperations) {
  fullTest(`${name} returns data from the full seed`, async ({ at }) => {
    const service = await at(operation);
    const fields = await parametersFor(service, operation);
    const response = await callOverWire(service.apiUrl, operation, fields, { token: tokenFor(service, operation) });
    expect(Object.keys(definitionOf(operation).success).map(Number)).toContain(response.status);
    // At least two items, so that the list has a second page.
    if (definitionOf(operation).paging) expect(itemsOf(operation, response.body).length).toBeGreaterThanOrEqual(2);
  });
}
