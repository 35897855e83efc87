import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { configSchema, DOCUMENT, SCHEMA_FILE, withTables } from "./action-inputs.ts";

const STALE = "it is made from the action's settings and action.yml: npm run docs";

test("the tables in docs/action.md are those of action.yml", () => {
  const document = readFileSync(DOCUMENT, "utf8");
  expect(document, STALE).toBe(withTables(document));
});

test("the schema of configuration files is that of the settings", () => {
  expect(readFileSync(SCHEMA_FILE, "utf8"), STALE).toBe(configSchema());
});
