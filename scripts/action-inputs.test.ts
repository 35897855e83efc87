import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import {
  configSchema,
  DESCRIPTIONS_FILE,
  DOCUMENT,
  SCHEMA_FILE,
  settingDescriptions,
  updateTables,
} from "./action-inputs.ts";

const STALE = "generated from the action's settings and action.yml; update it with: npm run docs";

test("the tables in docs/action.md match action.yml", () => {
  const document = readFileSync(DOCUMENT, "utf8");
  expect(document, STALE).toBe(updateTables(document));
});

test("the descriptions that the command line shows match action.yml", () => {
  expect(readFileSync(DESCRIPTIONS_FILE, "utf8"), STALE).toBe(settingDescriptions());
});

test("the schema of configuration files matches the settings", () => {
  expect(readFileSync(SCHEMA_FILE, "utf8"), STALE).toBe(configSchema());
});
