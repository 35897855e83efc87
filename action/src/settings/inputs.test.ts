import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";
import * as z from "zod/mini";
import { SETTING_NAMES } from "./settings.ts";

const ActionFile = z.object({
  inputs: z.record(z.string(), z.object({ description: z.string(), default: z.optional(z.string()) })),
});

test("action.yml offers the inputs that the step reads", () => {
  const file = ActionFile.parse(parse(readFileSync(new URL("../../action.yml", import.meta.url), "utf8")));
  expect(Object.keys(file.inputs)).toEqual(SETTING_NAMES);
});
