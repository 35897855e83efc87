import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { readTests } from "./quoted-tests.ts";

const root = (path: string) => new URL(`../../${path}`, import.meta.url);
const document = readFileSync(root("SECURITY.md"), "utf8");

/** A quotation of a test: its file and title. The tests of a fixture run in the test files that import it. */
const QUOTATION = /\[`[^`]+`\]\(([^)]+\.(?:test|fixture)\.tsx?)\) ?“([^”]+)”/g;

/** Numbers that are written as words. */
const NUMBER_WORDS = new Map(
  "one two three four five six seven eight nine ten eleven twelve".split(" ").map((word, index) => [word, index + 1]),
);
NUMBER_WORDS.set("once", 1).set("twice", 2);

const quotationsIn = (text: string) =>
  Array.from(text.matchAll(QUOTATION), ([, file = "", title = ""]) => ({ file, title }));

/** Returns the numbers that a text states, outside of code and quotations. */
function statedNumbers(text: string): number[] {
  const words = text
    .replaceAll(QUOTATION, "")
    .replaceAll(/`[^`]*`/g, "")
    .toLowerCase()
    .match(/\d[\d,]*|[a-z]+/g);
  return (words ?? []).flatMap((word) =>
    /^\d/.test(word) ? Number(word.replaceAll(",", "")) : (NUMBER_WORDS.get(word) ?? []),
  );
}

/** The tables' rows: what is claimed, and the last column. */
const rows = document
  .split("\n")
  .filter((line) => line.startsWith("|") && !/^\| -+ \|/.test(line))
  .map((line) => line.split("|").map((cell) => cell.trim()))
  .map((cells) => ({ claim: cells[1] ?? "", tried: cells[3] ?? "", width: cells.length - 2 }));
const isHeading = ({ claim }: { readonly claim: string }) => claim === "threat" || claim === "claim";
const claims = rows.filter((row) => !isHeading(row));

const allTests = new Map(
  quotationsIn(document).flatMap(({ file }) => (existsSync(root(file)) ? [[file, readTests(root(file))]] : [])),
);

describe("SECURITY.md", () => {
  test("has tables that name what was tried", () => {
    expect(claims.length).toBeGreaterThan(40);
    expect(new Set(rows.filter(isHeading).map(({ tried }) => tried))).toEqual(new Set(["tried, and repeated by"]));
    expect(rows.filter(({ width }) => width !== 3)).toEqual([]);
  });

  test.each(quotationsIn(document))("$file has “$title”", ({ file, title }) => {
    expect([...(allTests.get(file)?.keys() ?? [])]).toContain(title);
  });

  test("quotes no fixture that is not used by a test", () => {
    const fixtures = [...allTests.keys()].filter((file) => file.includes(".fixture."));
    const unused = fixtures.filter((file) => {
      const folder = dirname(file);
      const siblings = globSync("*.test.ts", { cwd: root(folder) }).map((name) => join(folder, name));
      return !siblings.some((path) => readFileSync(root(path), "utf8").includes(`"./${basename(file)}"`));
    });
    expect(unused).toEqual([]);
  });

  test.each(claims)("says how often it was tried: $claim", ({ tried }) => {
    const tests = quotationsIn(tried).flatMap(({ file, title }) => allTests.get(file)?.get(title) ?? []);
    expect(tests.length, "number of quoted tests").toBeGreaterThan(0);
    const stated = statedNumbers(tried);
    expect(stated.length, "number of counts").toBeGreaterThan(0);
    const found = new Set([1, ...tests.flatMap(({ numbers, runs }) => [...numbers, ...runs])]);
    expect(
      stated.filter((count) => !found.has(count)),
      "counts that do not occur in the quoted tests",
    ).toEqual([]);
    const runs = tests.flatMap((quoted) => [...quoted.runs]);
    expect(
      runs.filter((count) => !stated.includes(count)),
      "numbers of random runs that are not stated",
    ).toEqual([]);
  });
});
