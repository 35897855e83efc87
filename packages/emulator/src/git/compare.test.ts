import fc from "fast-check";
import { expect, test } from "vitest";
import { pickSize } from "../../../../test/test-size.ts";
import type { SeedFiles } from "../seed/history.ts";
import { findObject, findRef, setRef, writeObject } from "../state/git-store.ts";
import { compareCommits, measureChange } from "./compare.ts";
import { ALICE, cloneOf, commitTo, createHistory, GIT_MISSING, headOf, openStore } from "./store.fixture.ts";
import { FILE_MODES } from "./tree.ts";

/** Creates two consecutive commits and compares them. */
function compareFiles(before: SeedFiles, after: SeedFiles) {
  const store = openStore();
  createHistory(store, {
    commits: [
      { message: "", files: before, tag: "before" },
      { message: "", files: after },
    ],
  });
  const [from, to] = [findRef(store, "refs/tags/before") ?? "", headOf(store)];
  const changes = compareCommits(store, from, to).map((change) => measureChange(store, change));
  return { store, from, to, changes, [Symbol.dispose]: () => store[Symbol.dispose]() };
}

const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => `line ${from + at}\n`).join("");

test("reports added, removed and modified files with their line counts", () => {
  using pair = compareFiles(
    { kept: "same\n", gone: "one\ntwo\n", "folder/edited": numbers(1, 20), script: "x\n", deep: { symlink: "kept" } },
    {
      gone: null,
      fresh: "new\n",
      "folder/edited": `${numbers(1, 9)}ten\n${numbers(11, 20)}`,
      script: { text: "x\n", executable: true },
      deep: "a file now\n",
    },
  );
  expect(pair.changes.map(({ path, status, additions, deletions }) => [path, status, additions, deletions])).toEqual([
    ["deep", "changed", 1, 1],
    ["folder/edited", "modified", 1, 1],
    ["fresh", "added", 1, 0],
    ["gone", "removed", 0, 2],
    ["script", "changed", 0, 0],
  ]);
  const [deep, edited, , removed, script] = pair.changes;
  expect(edited?.patch).toBe(
    "@@ -7,7 +7,7 @@ line 6\n line 7\n line 8\n line 9\n-line 10\n+ten\n line 11\n line 12\n line 13",
  );
  expect(removed?.patch).toBe("@@ -1,2 +0,0 @@\n-one\n-two");
  expect(deep?.patch).toBe("@@ -1 +1 @@\n-kept\n\\ No newline at end of file\n+a file now");
  expect(script).not.toHaveProperty("patch");
});

test("counts no lines of binary files, and compares submodules by commit", () => {
  const [one, two] = ["11".repeat(20), "22".repeat(20)];
  using pair = compareFiles(
    { image: { base64: "AAEC" }, vendor: { submodule: "../vendor", sha: one } },
    { image: { base64: "AAED" }, vendor: { submodule: "../vendor", sha: two } },
  );
  const [image, vendor] = pair.changes;
  expect(image).toMatchObject({ status: "modified", additions: 0, deletions: 0 });
  expect(image).not.toHaveProperty("patch");
  expect(vendor).toMatchObject({ status: "modified", sha: two, additions: 1, deletions: 1 });
  expect(vendor?.patch).toBe(`@@ -1 +1 @@\n-Subproject commit ${one}\n+Subproject commit ${two}`);
});

test("detects renamed files, including modified ones", () => {
  using pair = compareFiles(
    { "a/one.txt": "alpha\nbeta\n", "b/one.txt": "alpha\nbeta\n", long: numbers(1, 40), other: "nothing like it\n" },
    {
      "a/one.txt": null,
      "b/one.txt": null,
      long: null,
      other: null,
      "c/two.txt": "alpha\nbeta\n",
      "c/one.txt": "alpha\nbeta\n",
      longer: `${numbers(1, 40)}more\n`,
      unlike: "quite another thing\n",
    },
  );
  expect(
    pair.changes.map(({ path, status, previousPath, additions }) => [path, status, previousPath, additions]),
  ).toEqual([
    ["c/one.txt", "renamed", "a/one.txt", 0],
    ["c/two.txt", "renamed", "b/one.txt", 0],
    ["longer", "renamed", "long", 1],
    ["other", "removed", undefined, 0],
    ["unlike", "added", undefined, 1],
  ]);
});

test("reports all files as added without a base commit", () => {
  using store = openStore();
  createHistory(store, { files: { "a/b": "1\n", c: "2\n" } });
  const changes = compareCommits(store, undefined, headOf(store));
  expect(changes.map(({ path, status }) => [path, status])).toEqual([
    ["a/b", "added"],
    ["c", "added"],
  ]);
});

test("omits patches that are too long and still counts their lines", () => {
  using pair = compareFiles(
    {},
    { lines: "x\n".repeat(20_001), bytes: `${"y".repeat(600_000)}\n`, fine: "x\n".repeat(20_000) },
  );
  expect(pair.changes.map(({ path, additions, patch }) => [path, additions, patch !== undefined])).toEqual([
    ["bytes", 1, false],
    ["fine", 20_000, true],
    ["lines", 20_001, false],
  ]);
});

const line = fc.constantFrom("alpha", "beta", "gamma", "  delta", "}", "", "ä", "😀\r");
const text = fc
  .tuple(fc.array(line, { maxLength: 25 }), fc.boolean())
  .map(([lines, isEnded]) => lines.join("\n") + (isEnded && lines.length > 0 ? "\n" : ""));
const file = fc.oneof({ weight: 9, arbitrary: text }, { weight: 1, arbitrary: fc.constant("a\0b") });
const files = fc.dictionary(fc.constantFrom("a", "b", "c/d", "c/e", "f/g/h"), file);

test.skipIf(GIT_MISSING)(`matches git's line counts, and git applies the patches. ${GIT_MISSING ?? ""}`, () => {
  using store = openStore();
  const pairs = fc
    .sample(fc.tuple(files, files), { numRuns: pickSize(20, 60), seed: 11 })
    .map(([before, after], at) => {
      const commit = (branch: string, files: Record<string, string>) =>
        commitTo(store, branch, {
          message: "",
          author: ALICE,
          committer: ALICE,
          changes: new Map(
            Object.entries(files).map(([path, text]) => [
              path,
              { mode: FILE_MODES.file, sha: writeObject(store, "blob", Buffer.from(text)) },
            ]),
          ),
        });
      return [commit(`before-${at}`, before), commit(`after-${at}`, after)] as const;
    });
  for (const [from, to] of pairs) setRef(store, `refs/tags/${from.slice(0, 8)}`, to);
  using clone = cloneOf(store);
  // Runs git once for all pairs.
  const gitInput = pairs.map(([from, to]) => `${to} ${from}\n`).join("");
  const arguments_ = ["diff-tree", "--stdin", "-r", "--numstat", "--minimal", "--no-renames", "-z"];
  const counted = clone.git(arguments_, gitInput);
  const ours = pairs
    .map(([from, to]) => {
      const rows = compareCommits(store, from, to)
        // Splits renames, since git was run without rename detection.
        .flatMap(({ previousPath, before, after, ...change }) =>
          previousPath === undefined
            ? [{ ...change, before, after }]
            : [
                { ...change, path: previousPath, before, after: undefined },
                { ...change, before: undefined, after },
              ],
        )
        .map((change) => {
          const { additions, deletions } = measureChange(store, change);
          const isBinary = [change.before, change.after].some(
            (entry) => entry && findObject(store, entry.sha)?.content.includes(0),
          );
          return [change.path, isBinary ? `-\t-\t${change.path}\0` : `${additions}\t${deletions}\t${change.path}\0`];
        });
      return rows.sort(([a = ""], [b = ""]) => (a < b ? -1 : 1)).map(([, row]) => row);
    })
    .map((rows, at) => (rows.length === 0 ? "" : `${pairs[at]?.[1]}\0${rows.join("")}`))
    .join("");
  expect(counted).toBe(ours);

  for (const [from, to] of pairs.slice(0, 12)) {
    const changes = compareCommits(store, from, to).map((change) => measureChange(store, change));
    const patches = changes.flatMap(({ path, previousPath, before, after, patch }) =>
      patch === undefined || previousPath !== undefined || !before || !after
        ? []
        : [`diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n${patch}\n`],
    );
    if (patches.length === 0) continue;
    clone.git(["read-tree", from]);
    clone.git(["apply", "--cached", "--whitespace=nowarn", "-"], patches.join(""));
    const staged = clone.git(["ls-files", "-s"]);
    for (const { path, patch, after, previousPath } of changes) {
      if (patch === undefined || previousPath !== undefined) continue;
      if (after && changes.find((change) => change.path === path)?.status === "modified") {
        expect(staged).toContain(`100644 ${after.sha} 0\t${path}`);
      }
    }
  }
});

test.skipIf(GIT_MISSING)(`matches git's hunks and renames. ${GIT_MISSING ?? ""}`, () => {
  const code = `function one() {\n${numbers(1, 30)}}\n\nfunction two() {\n${numbers(31, 60)}}\n`;
  using pair = compareFiles(
    { "src/code.ts": code, "src/moved.ts": code.replaceAll("line", "word"), "docs/old.md": numbers(100, 140), z: "z" },
    {
      "src/code.ts": code.replace("line 10\n", "line ten\nand more\n").replace("line 50\n", ""),
      "src/moved.ts": null,
      "lib/moved.ts": code.replaceAll("line", "word").replace("word 7\n", "word seven\n"),
      "docs/old.md": null,
      "docs/new.md": `${numbers(100, 135)}the end\n`,
    },
  );
  using clone = cloneOf(pair.store);
  const status = clone.git(["diff", "--name-status", "-M", pair.from, pair.to]).trim().split("\n");
  expect(status.map((row) => row.replace(/^R\d+/, "R"))).toEqual(
    pair.changes.map(({ path, status, previousPath }) =>
      previousPath === undefined ? `${status.slice(0, 1).toUpperCase()}\t${path}` : `R\t${previousPath}\t${path}`,
    ),
  );
  const shown = clone
    .git(["diff", "-M", pair.from, pair.to])
    .split(/^diff --git .*\n/m)
    .slice(1);
  for (const [at, text] of shown.entries()) {
    expect(`${pair.changes[at]?.patch}\n`).toBe(text.slice(text.indexOf("@@ ")));
  }
});
