import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

const DIST = new URL("../../packages/core/dist/", import.meta.url);

/** Returns the packages that a declaration file imports, directly or through other files. */
function importedPackages(file: URL, visited = new Set<string>()): string[] {
  if (visited.has(file.href) || !existsSync(file)) return [];
  visited.add(file.href);
  const imported = readFileSync(file, "utf8").matchAll(/(?:from|import\()\s*"([^"]+)"/g);
  return Array.from(imported, ([, name = ""]) =>
    name.startsWith(".") ? importedPackages(new URL(name.replace(/\.ts$/, ".d.ts"), file), visited) : [name],
  ).flat();
}

describe("type declarations", () => {
  test.each([
    "index.d.ts",
    "operations/index.d.ts",
    "contract/areas/starring.d.ts",
    "namespaced-client.d.ts",
    "client/lean.d.ts",
    "webhooks/index.d.ts",
    "recovery/recovery.d.ts",
  ])("of %s import no other package", (file) => {
    expect(existsSync(new URL(file, DIST))).toBe(true);
    expect(importedPackages(new URL(file, DIST))).toEqual([]);
  });
});
