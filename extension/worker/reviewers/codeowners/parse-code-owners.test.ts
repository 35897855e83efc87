import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { pickSize } from "../../../../test/test-size.ts";
import { findOwners, parseCodeOwners } from "./parse-code-owners.ts";
import { matchesPattern, parsePattern } from "./pattern.ts";

const isOwned = (pattern: string, file: string) => findOwners(parseCodeOwners(`${pattern} @owner`), file).length === 1;

describe("a pattern", () => {
  // Rules and examples of GitHub's documentation.
  test.each([
    ["*", ["README.md", "src/deep/index.ts"], []],
    ["*.js", ["index.js", "src/deep/index.js"], ["index.jsx", "src/js"]],
    ["/build/logs/", ["build/logs/a.txt", "build/logs/deep/a.txt"], ["src/build/logs/a.txt", "build/logs"]],
    ["docs/*", ["docs/getting-started.md"], ["docs/build-app/troubleshooting.md", "src/docs/a.md", "docs"]],
    ["apps/", ["apps/a.ts", "src/apps/deep/a.ts"], ["apps", "src/apps.ts", "myapps/a.ts"]],
    ["/docs/", ["docs/a.md", "docs/deep/a.md"], ["src/docs/a.md"]],
    ["**/logs", ["logs/a", "build/logs/a", "deeply/nested/logs/a", "build/logs"], ["build/mylogs/a", "logs.txt"]],
    ["/apps/github", ["apps/github", "apps/github/a.ts"], ["apps/github2", "src/apps/github"]],
    ["apps/github", ["apps/github", "apps/github/a.ts"], ["src/apps/github"]],
    ["docs", ["docs", "docs/a/b.md", "src/docs/a.md"], ["docs.md", "mydocs/a"]],
    ["/docs/**", ["docs/a.md", "docs/deep/a.md"], ["docs", "src/docs/a.md"]],
    ["docs/**/*.md", ["docs/a.md", "docs/x/y/a.md"], ["docs/a.txt", "a.md"]],
    ["**", ["a", "a/b/c"], []],
    ["/*", ["a.md"], ["docs/a.md"]],
    ["src/*/", ["src/a/b.ts", "src/a/b/c.ts"], ["src/a.ts"]],
    ["a?c", ["abc", "x/abc"], ["ac", "abbc", "a/c"]],
    ["*a*b*c", ["abc", "xaxbxc", "aabbcc", "abcabc"], ["acb", "abcx"]],
    ["/Docs/", ["Docs/a"], ["docs/a"]],
    ["/with\\ blank/", ["with blank/a"], ["with"]],
    ["/star\\*", ["star*"], ["start", "stars"]],
    ["/dot.md", ["dot.md"], ["dotxmd"]],
  ])("%s matches the expected paths", (pattern, inside, outside) => {
    expect(inside.filter((file) => !isOwned(pattern, file))).toEqual([]);
    expect(outside.filter((file) => isOwned(pattern, file))).toEqual([]);
  });

  test.each(["/", "", "!docs/", "[ab].js", "a***b", "a//b"])("is rejected if it is invalid: %s", (pattern) => {
    expect(parsePattern(pattern)).toBeUndefined();
  });

  test("matches like a regular expression", () => {
    const signs = fc.array(fc.constantFrom("a", "b", "*", "**", "?", "/"), { minLength: 1, maxLength: 9 });
    const letters = fc.array(fc.constantFrom("a", "b", "/"), { minLength: 1, maxLength: 9 });
    fc.assert(
      fc.property(
        signs.map((all) => all.join("")),
        letters.map((all) => all.join("")).filter((file) => file.split("/").every(Boolean)),
        (patternText, file) => {
          const pattern = parsePattern(patternText);
          if (pattern) expect(matchesPattern(pattern, file.split("/"))).toBe(toRegExp(patternText).test(file));
        },
      ),
      { numRuns: pickSize(500, 5000) },
    );
  });

  test("is matched quickly even if it is hostile", () => {
    const name = `${"a".repeat(200)}b`;
    const path = Array.from({ length: 60 }, () => name);
    const cpuBefore = process.cpuUsage();
    for (const hostilePattern of ["*a".repeat(100), `${"**/a*/".repeat(60)}c`, `${"*a*/".repeat(60)}**/x`]) {
      const pattern = parsePattern(hostilePattern);
      expect(pattern && matchesPattern(pattern, path)).toBe(false);
    }
    // CPU time is independent of other processes. An exponential algorithm would take minutes or longer.
    const { user, system } = process.cpuUsage(cpuBefore);
    expect((user + system) / 1000).toBeLessThan(1000);
  });
});

/** Converts a pattern to a regular expression: easy to read, but slow for hostile patterns. */
function toRegExp(patternText: string): RegExp {
  const single = /^[^/]+\/?$/.test(patternText) && !/^\*\*\/?$/.test(patternText);
  const rooted = `${single ? "**/" : ""}${patternText.replace(/^\//, "")}`;
  const name = (segment: string) => segment.replaceAll("*", "[^/]*").replaceAll("?", "[^/]");
  const segments = rooted.split("/");
  const last = segments.pop() ?? "";
  const leading = segments.map((segment) => (segment === "**" ? "(?:[^/]+/)*" : `${name(segment)}/`)).join("");
  if (last === "" || last === "**") return new RegExp(`^${leading}.+$`);
  if (last === "*") return new RegExp(`^${leading}[^/]+$`);
  return new RegExp(`^${leading}${name(last)}(?:/.*)?$`);
}

describe("a CODEOWNERS file", () => {
  const ownersIn = (text: string, file: string) => findOwners(parseCodeOwners(text), file);

  test("uses the last matching rule with all of its owners", () => {
    const text = "* @everybody\n*.ts @alice @acme/reviewers\n/docs/ @carol\n";
    expect(ownersIn(text, "src/a.ts")).toEqual(["alice", "acme/reviewers"]);
    expect(ownersIn(text, "docs/a.ts")).toEqual(["carol"]);
    expect(ownersIn(text, "README.md")).toEqual(["everybody"]);
  });

  test("uses the last of several rules with the same pattern", () => {
    expect(ownersIn("*.ts @alice\n*.ts @bob", "a.ts")).toEqual(["bob"]);
  });

  test("excludes a folder whose last matching rule has no owners", () => {
    const text = "/apps/ @octocat\n/apps/github\n";
    expect(ownersIn(text, "apps/github/a.ts")).toEqual([]);
    expect(ownersIn(text, "apps/other/a.ts")).toEqual(["octocat"]);
  });

  test("leaves out e-mail addresses", () => {
    const text = "* @alice\n/docs/ docs@example.com @carol\n/legal/ legal@example.com";
    expect(ownersIn(text, "docs/a")).toEqual(["carol"]);
    expect(ownersIn(text, "legal/a")).toEqual([]);
  });

  test("skips comments, blank lines, sections and invalid lines", () => {
    const text = [
      "# all of it",
      "",
      "* @alice  #and a word on why",
      "   ",
      "[Documentation]",
      "^[Optional][2] @bob",
      "!src/ @bob",
      "\\#notes @bob",
      "[ab].ts @bob",
      "*.md @-unknown-user",
      "*.md bob",
      "*.md @acme/",
      "\t/docs/\t@carol\t",
    ].join("\r\n");
    expect(parseCodeOwners(text)).toHaveLength(2);
    expect(ownersIn(text, "a.md")).toEqual(["alice"]);
    expect(ownersIn(text, "docs/a.md")).toEqual(["carol"]);
  });

  test("is parsed without errors whatever it contains", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.nat(0x10ffff).map((point) => String.fromCodePoint(point)) }), (text) =>
        Array.isArray(parseCodeOwners(text)),
      ),
    );
  });
});
