import type { AnyOperation } from "@forgehand/core/contract";
import * as catalogue from "@forgehand/core/operations";
import type { Transition } from "@forgehand/emulator";
import { expect, test } from "vitest";
import { pickSize } from "../test-size.ts";
import { startFullSeed } from "./full-seed.fixture.ts";
import { parametersFor, tokenFor } from "./full-seed-parameters.ts";
import { callOverWire } from "./wire-call.ts";

const readOperations = Object.values<AnyOperation>(catalogue).filter(({ method }) => method === "GET");

const CASES: readonly (readonly [name: string, transitions: readonly Transition[]])[] = [
  ["users", ["bob", "carol", "dora", "mallory"].map((account) => ({ account, to: "deleted" }))],
  ["a repository", [{ repository: "acme/widgets", to: "deleted" }]],
  ["an organization", [{ account: "acme", to: "deleted" }]],
];

// Whatever is deleted, everything that is left can still be read, and what referred to it is gone or belongs to `ghost`.
test.for(CASES.slice(0, pickSize(1, CASES.length)))(
  "all operations respond after the deletion of %s",
  async ([, transitions]) => {
    const service = await startFullSeed(catalogue.getRepository);
    try {
      const calls = await Promise.all(
        readOperations.map(async (operation) => ({ operation, fields: await parametersFor(service, operation) })),
      );
      for (const transition of transitions) service.emulator.control.transition(transition);
      const failed: string[] = [];
      for (const { operation, fields } of calls) {
        const { status } = await callOverWire(service.apiUrl, operation, fields, {
          token: tokenFor(service, operation),
        });
        if (status >= 500) failed.push(`${status} ${operation.method} ${operation.path}`);
      }
      expect(failed).toEqual([]);
    } finally {
      await service.emulator.stop();
    }
  },
);
