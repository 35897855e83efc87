import fc from "fast-check";
import { expect, test } from "vitest";
import { pickSize } from "../../../../test/test-size.ts";
import { findRef } from "../state/git-store.ts";
import { mergeBase } from "./history.ts";
import { mergesCleanly, mergeTrees } from "./merge.ts";
import { cloneOf, createHistory, GIT_MISSING, type GitClone, openStore } from "./store.fixture.ts";

type FileTexts = Readonly<Record<string, string | null>>;

/** Creates a base commit and two diverging branches. */
function forkBranches(base: FileTexts, ours: FileTexts, theirs: FileTexts) {
  const store = openStore();
  createHistory(store, {
    commits: [
      { message: "base", files: base },
      { branch: "theirs", from: "main", message: "theirs", files: theirs },
      { message: "ours", files: ours },
    ],
  });
  const [into, from] = [findRef(store, "refs/heads/main") ?? "", findRef(store, "refs/heads/theirs") ?? ""];
  return {
    store,
    into,
    from,
    isClean: () => mergesCleanly(store, into, from),
    tree: () => mergeTrees(store, mergeBase(store, into, from) ?? "", into, from),
    [Symbol.dispose]: store[Symbol.dispose],
  };
}

const LINES = "1\n2\n3\n4\n5\n6\n";

test.for<[title: string, ours: FileTexts, theirs: FileTexts, isClean: boolean]>([
  ["merges changes of different files", { a: "new\n" }, { b: "new\n" }, true],
  ["merges changes of lines that are apart", { text: "one\n2\n3\n4\n5\n6\n" }, { text: "1\n2\n3\n4\n5\nsix\n" }, true],
  [
    "reports a conflict if both sides change the same line",
    { text: "one\n2\n3\n4\n5\n6\n" },
    { text: "uno\n2\n3\n4\n5\n6\n" },
    false,
  ],
  ["merges the same change on both sides", { text: "one\n2\n3\n4\n5\n6\n" }, { text: "one\n2\n3\n4\n5\n6\n" }, true],
  [
    "reports a conflict between changes of adjacent lines",
    { text: "one\n2\n3\n4\n5\n6\n" },
    { text: "1\ntwo\n3\n4\n5\n6\n" },
    false,
  ],
  ["reports a conflict between an edit and a deletion", { text: null }, { text: "1\n2\n3\n4\n5\nsix\n" }, false],
  [
    "reports a conflict if both sides add different files of the same name",
    { fresh: "here\n" },
    { fresh: "there\n" },
    false,
  ],
  ["reports a conflict if both sides change a binary file", { image: "\0one" }, { image: "\0two" }, false],
  [
    "reports a conflict between a file and a folder of the same name",
    { place: "file\n" },
    { "place/inside": "file\n" },
    false,
  ],
])("%s", ([, ours, theirs, isClean]) => {
  using pair = forkBranches({ text: LINES, image: "\0" }, ours, theirs);
  expect(pair.isClean()).toBe(isClean);
});

const TEXT = Array.from({ length: 20 }, (_, at) => `line ${at}\n`);
const changed = (at: number, line: string) => TEXT.with(at, line).join("");

test.skipIf(GIT_MISSING).for<[changes: string, ours: FileTexts, theirs: FileTexts]>([
  ["new files in one folder", { "new/a": "a\n" }, { "new/b": "b\n" }],
  [
    "a changed line and a deleted last line of one file",
    { text: changed(2, "two\n") },
    { text: TEXT.slice(0, -1).join("") },
  ],
  [
    "a file that one side renames and the other one edits",
    { text: null, name: TEXT.join("") },
    { text: changed(3, "x\n") },
  ],
  [
    "a file that one side edits and the other one renames",
    { text: changed(3, "x\n") },
    { text: null, name: TEXT.join("") },
  ],
  ["the deletion of one file by both sides and of another by one side", { image: null, text: null }, { image: null }],
  [
    "the same changes on both sides",
    { text: changed(3, "x\n"), fresh: "1\n" },
    { text: changed(3, "x\n"), fresh: "1\n" },
  ],
  ["deletions of all files", { text: null }, { image: null }],
])("merges %s as git does", ([, ours, theirs]) => {
  using pair = forkBranches({ text: TEXT.join(""), image: "\0" }, ours, theirs);
  using clone = cloneOf(pair.store);
  expect(pair.tree()).toBeDefined();
  // Git reads the merged tree, and so checks it.
  expect(pair.tree()).toBe(mergeInGit(clone, pair.into, pair.from));
});

test("doesn't merge unrelated histories", () => {
  using store = openStore();
  createHistory(store, {
    commits: [
      { message: "one", files: { a: "a\n" } },
      { branch: "other", message: "two", files: { b: "b\n" } },
    ],
  });
  const [ours, theirs] = [findRef(store, "refs/heads/main") ?? "", findRef(store, "refs/heads/other") ?? ""];
  expect(mergesCleanly(store, ours, theirs)).toBe(false);
});

test.skipIf(GIT_MISSING)("merges random edits as git does", () => {
  // All lines are unique, so that each side's changes are unambiguous.
  const base = Array.from({ length: 6 }, (_, at) => `line ${at}\n`);
  const edit = fc.constantFrom("keep", "keep", "keep", "drop", "change", "change alike", "add");
  const text = (side: string, edits: readonly string[]) =>
    base
      .map((line, at) => {
        if (edits[at] === "drop") return "";
        if (edits[at] === "change") return `${side} ${at}\n`;
        if (edits[at] === "change alike") return `both ${at}\n`;
        return edits[at] === "add" ? `${line}${side} after ${at}\n` : line;
      })
      .join("");
  const edits = fc.array(edit, { minLength: base.length, maxLength: base.length });
  fc.assert(
    fc.property(edits, edits, (ours, theirs) => {
      using pair = forkBranches(
        { text: base.join("") },
        { text: text("ours", ours) },
        { text: text("theirs", theirs) },
      );
      using clone = cloneOf(pair.store);
      expect(pair.tree()).toBe(mergeInGit(clone, pair.into, pair.from));
      expect(pair.isClean()).toBe(pair.tree() !== undefined);
    }),
    { numRuns: pickSize(10, 40) },
  );
});

/** Returns the tree of git's merge; undefined if there are conflicts. */
function mergeInGit(clone: GitClone, into: string, from: string): string | undefined {
  try {
    return clone.git(["merge-tree", "--write-tree", into, from]).trim();
  } catch {
    return undefined;
  }
}
