import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sized } from "../../../../test/effort.ts";
import { ownersOf, readCodeOwners } from "./codeowners.ts";
import { matches, readPattern } from "./pattern.ts";

const means = (pattern: string, file: string) => ownersOf(readCodeOwners(`${pattern} @owner`), file).length === 1;

describe("what a pattern means", () => {
  // The rules and examples of the service's documentation, one a line.
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
  ])("%s", (pattern, inside, outside) => {
    expect(inside.filter((file) => !means(pattern, file))).toEqual([]);
    expect(outside.filter((file) => means(pattern, file))).toEqual([]);
  });

  test.each(["/", "", "!docs/", "[ab].js", "a***b", "a//b"])("nothing: %s", (pattern) => {
    expect(readPattern(pattern)).toBeUndefined();
  });

  test("is what a plain reading of its signs says", () => {
    const signs = fc.array(fc.constantFrom("a", "b", "*", "**", "?", "/"), { minLength: 1, maxLength: 9 });
    const letters = fc.array(fc.constantFrom("a", "b", "/"), { minLength: 1, maxLength: 9 });
    fc.assert(
      fc.property(
        signs.map((all) => all.join("")),
        letters.map((all) => all.join("")).filter((file) => file.split("/").every(Boolean)),
        (written, file) => {
          const pattern = readPattern(written);
          if (pattern) expect(matches(pattern, file.split("/"))).toBe(asExpression(written).test(file));
        },
      ),
      { numRuns: sized(500, 5000) },
    );
  });

  test("is found out quickly, whoever wrote it", () => {
    const name = `${"a".repeat(200)}b`;
    const path = Array.from({ length: 60 }, () => name);
    const before = process.cpuUsage();
    for (const hostile of ["*a".repeat(100), `${"**/a*/".repeat(60)}c`, `${"*a*/".repeat(60)}**/x`]) {
      const pattern = readPattern(hostile);
      expect(pattern && matches(pattern, path)).toBe(false);
    }
    // CPU time, which other processes of a busy machine don't add to. A slow algorithm would take minutes or longer.
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(1000);
  });
});

/** The same pattern as a regular expression: slow where somebody means ill, and plain to read. */
function asExpression(written: string): RegExp {
  const single = /^[^/]+\/?$/.test(written) && !/^\*\*\/?$/.test(written);
  const rooted = `${single ? "**/" : ""}${written.replace(/^\//, "")}`;
  const name = (segment: string) => segment.replaceAll("*", "[^/]*").replaceAll("?", "[^/]");
  const segments = rooted.split("/");
  const last = segments.pop() ?? "";
  const before = segments.map((segment) => (segment === "**" ? "(?:[^/]+/)*" : `${name(segment)}/`)).join("");
  if (last === "" || last === "**") return new RegExp(`^${before}.+$`);
  if (last === "*") return new RegExp(`^${before}[^/]+$`);
  return new RegExp(`^${before}${name(last)}(?:/.*)?$`);
}

describe("a file of owners", () => {
  const owners = (text: string, file: string) => ownersOf(readCodeOwners(text), file);

  test("the last rule that fits decides, and all of its owners own", () => {
    const text = "* @everybody\n*.ts @alice @acme/reviewers\n/docs/ @carol\n";
    expect(owners(text, "src/a.ts")).toEqual(["alice", "acme/reviewers"]);
    expect(owners(text, "docs/a.ts")).toEqual(["carol"]);
    expect(owners(text, "README.md")).toEqual(["everybody"]);
  });

  test("owners of one pattern on two lines: the last line", () => {
    expect(owners("*.ts @alice\n*.ts @bob", "a.ts")).toEqual(["bob"]);
  });

  test("a rule that names nobody takes a folder out", () => {
    const text = "/apps/ @octocat\n/apps/github\n";
    expect(owners(text, "apps/github/a.ts")).toEqual([]);
    expect(owners(text, "apps/other/a.ts")).toEqual(["octocat"]);
  });

  test("an e-mail address owns, but can't be asked", () => {
    const text = "* @alice\n/docs/ docs@example.com @carol\n/legal/ legal@example.com";
    expect(owners(text, "docs/a")).toEqual(["carol"]);
    expect(owners(text, "legal/a")).toEqual([]);
  });

  test("comments, blank lines, sections, wrong lines and line ends of any kind are passed over", () => {
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
      "*.md @-nobody",
      "*.md bob",
      "*.md @acme/",
      "\t/docs/\t@carol\t",
    ].join("\r\n");
    expect(readCodeOwners(text)).toHaveLength(2);
    expect(owners(text, "a.md")).toEqual(["alice"]);
    expect(owners(text, "docs/a.md")).toEqual(["carol"]);
  });

  test("whatever it is made of, it is read", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.nat(0x10ffff).map((point) => String.fromCodePoint(point)) }), (text) =>
        Array.isArray(readCodeOwners(text)),
      ),
    );
  });
});
