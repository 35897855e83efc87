import { expect, test } from "vitest";
import { findRef } from "../state/git-store.ts";
import { compareCommits } from "./compare.ts";
import { formatDiff } from "./format-diff.ts";
import { formatPatches } from "./format-patch.ts";
import { commitsSince } from "./history.ts";
import { cloneOf, createHistory, GIT_MISSING, headOf, openStore } from "./store.fixture.ts";

const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => `line ${from + at}\n`).join("");

/** Opens a store with a history that has every kind of change. */
function openExample() {
  const store = openStore();
  createHistory(store, {
    commits: [
      {
        message: "Start",
        tag: "start",
        files: {
          kept: "same\n",
          gone: "one\ntwo\n",
          "folder/edited": numbers(1, 60),
          "src/old/moved.ts": numbers(1, 30),
          "src/exact.ts": "export {};\n",
          "with space": "a\n",
          "Grüße\t.txt": "hallo\n",
          script: "x\n",
          image: { base64: "AAEC" },
          latin: { base64: "Z3L832UK" },
          deep: { symlink: "kept" },
          vendor: { submodule: "../vendor", sha: "11".repeat(20) },
        },
      },
      {
        message: "Change files\nin every way\n\nThe body has Grüße,\n\n  and several paragraphs.",
        files: {
          gone: null,
          fresh: "new\n",
          empty: "",
          "folder/edited": `${numbers(1, 9)}ten\n${numbers(11, 40)}${numbers(45, 60)}`,
          "src/old/moved.ts": null,
          "src/new/moved.ts": `${numbers(1, 30)}more\n`,
          "src/exact.ts": null,
          "lib/exact.ts": "export {};\n",
          "with space": "b\n",
          "Grüße\t.txt": "hello",
          script: { text: "x\n", executable: true },
          image: { base64: "AAED" },
          latin: { base64: "Z3L832UhCg==" },
          deep: "a file now\n",
          vendor: { submodule: "../vendor", sha: "22".repeat(20) },
        },
      },
      {
        message: "Grüße: from all of us to all of you",
        author: { name: "Zoë [bot]", email: "z@example.com" },
        files: { kept: numbers(1, 300) },
      },
      {
        message: `A subject ${"that is very long ".repeat(10)}`,
        author: { name: "github-actions[bot]", email: "bot@example.com" },
        files: { "a/b/c/d": "1\n", kept: null },
      },
      { message: "Nothing", files: {} },
    ],
  });
  const from = findRef(store, "refs/tags/start") ?? "";
  return { store, from, to: headOf(store), [Symbol.dispose]: () => store[Symbol.dispose]() };
}

test.skipIf(GIT_MISSING)("formats changes like git diff", () => {
  using example = openExample();
  using clone = cloneOf(example.store);
  const changes = compareCommits(example.store, example.from, example.to);
  const expected = clone.git(["-c", "core.quotePath=true", "diff", "-M", "--abbrev=7", example.from, example.to]);
  const actual = Buffer.from(formatDiff(example.store, changes, { hasBinaries: false }), "latin1").toString();
  expect(actual).toBe(expected);
});

test.skipIf(GIT_MISSING)("formats commits like git format-patch", () => {
  using example = openExample();
  using clone = cloneOf(example.store);
  const expected = clone.git([
    "format-patch",
    "--stdout",
    "--no-signature",
    "--binary",
    "-M",
    "--abbrev=7",
    "start..main",
  ]);
  const commits = commitsSince(example.store, example.from, example.to).reverse();
  expect(Buffer.from(formatPatches(example.store, commits)).toString()).toBe(expected);
});
