import { type AnyOperation, definitionOf } from "@forgehand/core/contract";
import * as catalogue from "@forgehand/core/operations";
import { expect } from "vitest";
import { fullTest } from "./full.ts";
import { fieldsFor, tokenFor } from "./places.ts";
import { itemsOf, wireCall } from "./wire-call.ts";

/** Told only where there are limits. */
const OFF = ["getRateLimits"];

const reads = Object.entries<AnyOperation>(catalogue).filter(
  ([name, { method }]) => method === "GET" && !OFF.includes(name),
);

for (const [name, operation] of reads) {
  fullTest(`${name} finds something in the full seed`, async ({ at }) => {
    const service = await at(operation);
    const fields = await fieldsFor(service, operation);
    const answer = await wireCall(service.apiUrl, operation, fields, { token: tokenFor(service, operation) });
    expect(Object.keys(definitionOf(operation).success).map(Number)).toContain(answer.status);
    // Two of everything, so that a list has a second page.
    if (definitionOf(operation).paging) expect(itemsOf(operation, answer.body).length).toBeGreaterThanOrEqual(2);
  });
}
