import { expect, test } from "vitest";
import { findObject, findRef, objectId, setRef, writeObject } from "../state/git-store.ts";
import { readCommit } from "./commit.ts";
import { cloneOf, createHistory, GIT_MISSING, headOf, openStore } from "./store.fixture.ts";
import { decodeTag, peelTag } from "./tag.ts";
import { encodeTree, readTree } from "./tree.ts";

// Ids that git 2.39 computed for the same objects.
const COMMIT = "bea4b497f8698e33f55607782f7bed3e8933619d";
const TREE = "fe8d4cdc8fe55e68ee9f113d171ef1a0b984e4a2";
const TAG = "30069fe5d485758ad443bd9e615caaf352cad80a";

const ALICE = { name: "Alice Archer", email: "alice@example.com" };
const BOB = { name: "Bob Baker", email: "bob@example.com" };

const HISTORY = {
  commits: [
    {
      message: "First\n\nWith a body.\n",
      author: ALICE,
      committer: BOB,
      files: {
        "foo/bar": "hello\n",
        "foo.txt": "x",
        "foo-bar": "y",
        foo0: "z",
        link: { symlink: "foo/bar" },
        run: { text: "#!/bin/sh\n", executable: true },
        "Grüße.md": "e",
        // Sorts after the next name in UTF-16, but before it in UTF-8.
        "\ufffd.bin": "a",
        "😀": "b",
        vendor: { submodule: "../vendor", sha: "ce013625030ba8dba906f756967f9e9ca394464a" },
        // The tree made by git has no `.gitmodules`.
        ".gitmodules": null,
      },
    },
  ],
  tags: { v1: { of: "main", message: "Version one\n", tagger: BOB, date: "2024-05-06T05:09:00Z" } },
};

test("computes git's object ids", () => {
  expect(objectId("blob", new Uint8Array())).toBe("e69de29bb2d1d6434b8b29ae775ad8c2e48c5391");
  expect(objectId("blob", Buffer.from("hello\n"))).toBe("ce013625030ba8dba906f756967f9e9ca394464a");
  expect(objectId("tree", encodeTree([]))).toBe("4b825dc642cb6eb9a060e54bf8d69288fbee4904");
});

test("writes a tree of all entry types with git's id", () => {
  using store = openStore();
  createHistory(store, HISTORY);
  expect(readCommit(store, headOf(store)).tree).toBe(TREE);
  expect(readTree(store, TREE).map(({ name }) => name)).toEqual([
    "Grüße.md",
    "foo-bar",
    "foo.txt",
    "foo",
    "foo0",
    "link",
    "run",
    "vendor",
    "\ufffd.bin",
    "😀",
  ]);
});

test("reads commits and annotated tags with git's ids", () => {
  using store = openStore();
  // The author and committer of git's commit have different times and zones, which a seed can't express.
  createHistory(store, HISTORY);
  const commit = [
    `tree ${TREE}`,
    "author Alice Archer <alice@example.com> 1714972089 +0200",
    "committer Bob Baker <bob@example.com> 1714972140 +0000",
    "",
    "First\n\nWith a body.\n",
  ].join("\n");
  expect(writeObject(store, "commit", Buffer.from(commit))).toBe(COMMIT);
  expect(readCommit(store, COMMIT)).toEqual({
    tree: TREE,
    parents: [],
    author: { ...ALICE, seconds: 1714972089, zone: "+0200" },
    committer: { ...BOB, seconds: 1714972140, zone: "+0000" },
    message: "First\n\nWith a body.\n",
  });
  setRef(store, "refs/heads/vector", COMMIT);
  createHistory(store, { tags: { v1: { ...HISTORY.tags.v1, of: "vector" } } });
  expect(findRef(store, "refs/tags/v1")).toBe(TAG);
  expect(peelTag(store, TAG)).toBe(COMMIT);
  expect(decodeTag(findObject(store, TAG)?.content ?? new Uint8Array())).toMatchObject({ name: "v1", object: COMMIT });
});

test.skipIf(GIT_MISSING)(`writes a repository that passes git fsck. ${GIT_MISSING ?? ""}`, () => {
  using store = openStore();
  createHistory(store, HISTORY);
  createHistory(store, {
    commits: [
      { branch: "side", from: "main", message: "Aside", files: { "side.txt": "1\n", "foo/bar": null } },
      { message: "Ahead", files: { "main.txt": "2\n" } },
      { message: "Both", merges: ["side"], files: { "side.txt": "1\n", "foo/bar": null } },
      { message: "", files: { "deep/er/and/deeper": { base64: "AAECAwT//g==" }, empty: "" } },
    ],
    branches: { "feature/one": "side" },
    tags: { light: "side" },
  });
  using clone = cloneOf(store);
  expect(clone.git(["fsck", "--full", "--strict", "--no-dangling"])).toBe("");
  expect(clone.git(["log", "--format=%s|%an|%ae|%cn|%aI", "--topo-order", "main"]).split("\n")).toEqual([
    "|Alice Archer|alice@example.com|Alice Archer|2024-05-06T05:09:00+00:00",
    "Both|Alice Archer|alice@example.com|Alice Archer|2024-05-06T05:09:00+00:00",
    "Aside|Alice Archer|alice@example.com|Alice Archer|2024-05-06T05:09:00+00:00",
    "Ahead|Alice Archer|alice@example.com|Alice Archer|2024-05-06T05:09:00+00:00",
    "First|Alice Archer|alice@example.com|Bob Baker|2024-05-06T05:09:00+00:00",
    "",
  ]);
  expect(clone.git(["ls-tree", "-r", "-z", "--name-only", "main"]).split("\0")).toContain("deep/er/and/deeper");
  expect(clone.git(["cat-file", "tag", "v1"])).toContain(
    "tagger Bob Baker <bob@example.com> 1714972140 +0000\n\nVersion one",
  );
  expect(clone.git(["for-each-ref", "--format=%(refname) %(objecttype)"]).trim().split("\n")).toEqual([
    "refs/heads/feature/one commit",
    "refs/heads/main commit",
    "refs/heads/side commit",
    "refs/tags/light commit",
    "refs/tags/v1 tag",
  ]);
});
