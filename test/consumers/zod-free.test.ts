import { expect, test } from "vitest";
import { loadedModules, NODE_ENTRIES } from "./loaded-modules.ts";

test.each(NODE_ENTRIES)("%s does not load zod", async (id) => {
  expect(
    (await loadedModules(id)).filter((file) => !/^(?:@forgehand\/core|undici|@noble\/hashes|tweetnacl)\//.test(file)),
  ).toEqual([]);
});

test.each(["@forgehand/core/contract", "@forgehand/core/openapi"])("%s loads zod", async (id) => {
  expect((await loadedModules(id)).some((file) => file.startsWith("zod/"))).toBe(true);
});
