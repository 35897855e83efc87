import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SettingName } from "@forgehand/tasks/settings/settings";
import { afterEach, beforeEach, expect, test } from "vitest";
import { findConfig } from "./find-config.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "forgehand-config-"));
  mkdirSync(join(folder, ".github"));
  writeFileSync(join(folder, ".github/forgehand.yml"), "");
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

const given = (...names: SettingName[]) => new Map(names.map((name) => [name, ""]));

test("a file in the folder is preferred to one in .github", () => {
  expect(findConfig("plan", given(), folder)).toBe(".github/forgehand.yml");
  writeFileSync(join(folder, "forgehand.yml"), "");
  expect(findConfig("plan", given(), folder)).toBe("forgehand.yml");
});

test.for([
  ["plan", given("secret", "pace"), true],
  ["plan", given("task", "pace"), true],
  ["plan", given("task", "secret"), false],
  ["plan", given("config"), false],
  ["redeliver", given(), false],
] as const)("%s with %j reads it: %s", ([command, settings, isRead]) => {
  expect(findConfig(command, settings, folder) !== undefined).toBe(isRead);
});
