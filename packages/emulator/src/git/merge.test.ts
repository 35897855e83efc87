import fc from "fast-check";
import { expect, test } from "vitest";
import { findRef } from "../state/git.ts";
import { mergesCleanly } from "./merge.ts";
import { type Clone, cloneOf, openStore, plant, WITHOUT_GIT } from "./store.fixture.ts";

type Files = Readonly<Record<string, string | null>>;

/** A past, and what two branches made of it. */
function fork(past: Files, ours: Files, theirs: Files) {
  const store = openStore();
  plant(store, {
    commits: [
      { message: "past", files: past },
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
    [Symbol.dispose]: store[Symbol.dispose],
  };
}

const LINES = "1\n2\n3\n4\n5\n6\n";

test.for<[what: string, ours: Files, theirs: Files, isClean: boolean]>([
  ["different files", { a: "new\n" }, { b: "new\n" }, true],
  ["lines apart", { text: "one\n2\n3\n4\n5\n6\n" }, { text: "1\n2\n3\n4\n5\nsix\n" }, true],
  ["the same line", { text: "one\n2\n3\n4\n5\n6\n" }, { text: "uno\n2\n3\n4\n5\n6\n" }, false],
  ["the same change", { text: "one\n2\n3\n4\n5\n6\n" }, { text: "one\n2\n3\n4\n5\n6\n" }, true],
  ["lines that touch", { text: "one\n2\n3\n4\n5\n6\n" }, { text: "1\ntwo\n3\n4\n5\n6\n" }, false],
  ["an edit of what is gone", { text: null }, { text: "1\n2\n3\n4\n5\nsix\n" }, false],
  ["a new file on both sides", { fresh: "here\n" }, { fresh: "there\n" }, false],
  ["what is no text", { image: "\0one" }, { image: "\0two" }, false],
])("%s", ([, ours, theirs, isClean]) => {
  using pair = fork({ text: LINES, image: "\0" }, ours, theirs);
  expect(pair.isClean()).toBe(isClean);
});

test("what shares no past does not merge", () => {
  using store = openStore();
  plant(store, {
    commits: [
      { message: "one", files: { a: "a\n" } },
      { branch: "other", message: "two", files: { b: "b\n" } },
    ],
  });
  const [one, other] = [findRef(store, "refs/heads/main") ?? "", findRef(store, "refs/heads/other") ?? ""];
  expect(mergesCleanly(store, one, other)).toBe(false);
});

test.skipIf(WITHOUT_GIT)("is what git says", { timeout: 20_000 }, () => {
  // No line is there twice, so that there is one way only to tell what a side did.
  const past = Array.from({ length: 6 }, (_, at) => `line ${at}\n`);
  const edit = fc.constantFrom("keep", "keep", "keep", "drop", "change", "change alike", "add");
  const text = (side: string, edits: readonly string[]) =>
    past
      .map((line, at) => {
        if (edits[at] === "drop") return "";
        if (edits[at] === "change") return `${side} ${at}\n`;
        if (edits[at] === "change alike") return `both ${at}\n`;
        return edits[at] === "add" ? `${line}${side} after ${at}\n` : line;
      })
      .join("");
  const edits = fc.array(edit, { minLength: past.length, maxLength: past.length });
  fc.assert(
    fc.property(edits, edits, (ours, theirs) => {
      using pair = fork({ text: past.join("") }, { text: text("ours", ours) }, { text: text("theirs", theirs) });
      using clone = cloneOf(pair.store);
      expect(pair.isClean()).toBe(mergesInGit(clone, pair.into, pair.from));
    }),
    { numRuns: 40 },
  );
});

function mergesInGit(clone: Clone, into: string, from: string): boolean {
  try {
    clone.git(["merge-tree", "--write-tree", into, from]);
    return true;
  } catch {
    return false;
  }
}
