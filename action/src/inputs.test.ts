import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";
import * as z from "zod/mini";
import { INPUTS } from "./inputs.ts";

const ActionFile = z.object({
  inputs: z.record(z.string(), z.object({ description: z.string(), default: z.optional(z.string()) })),
});

test("action.yml offers the inputs that the step reads, with the same defaults", () => {
  const file = ActionFile.parse(parse(readFileSync(new URL("../action.yml", import.meta.url), "utf8")));
  const offered = Object.entries(file.inputs).map(([name, input]) => [name, input.default]);
  expect(offered).toEqual(Object.entries(INPUTS).map(([name, input]) => [name, input.fallback]));
});
