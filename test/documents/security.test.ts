import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

const root = (path: string) => new URL(`../../${path}`, import.meta.url);
const textOf = (path: string) => readFileSync(root(path), "utf8");

describe("SECURITY.md", () => {
  const references = [...textOf("SECURITY.md").matchAll(/\[`[^`]+`\]\(([^)]+\.test\.tsx?)\) ?“([^”]+)”/g)];

  test("names the tests of its claims", () => {
    expect(references.length).toBeGreaterThan(20);
  });

  test.each(references.map(([, file = "", name = ""]) => [file, name] as const))("%s has “%s”", (file, name) => {
    expect(existsSync(root(file))).toBe(true);
    const text = textOf(file).replace(/\\(["'`])/g, "$1");
    expect(['"', "'", "`"].some((quote) => text.includes(quote + name + quote))).toBe(true);
  });
});
