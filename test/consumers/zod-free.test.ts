import { expect, test } from "vitest";
import { loadedModules, NODE_ENTRIES } from "./loaded-modules.ts";

test.each(NODE_ENTRIES)("%s does not load zod", async (id) => {
  const files = await loadedModules(id);
  expect(files.length).toBeGreaterThan(0);
  expect(files.filter((file) => /\bzod\b/.test(file))).toEqual([]);
});

test.each(["@forgehand/core/contract", "@forgehand/core/openapi"])("%s loads zod", async (id) => {
  expect((await loadedModules(id)).some((file) => /\bzod\b/.test(file))).toBe(true);
});
