import { expect, test } from "vitest";
import { findObject, findRef, objectId, setRef, writeObject } from "../state/git.ts";
import { readCommit } from "./commit.ts";
import { cloneOf, headOf, openStore, plant, WITHOUT_GIT } from "./store.fixture.ts";
import { decodeTag, peel } from "./tag.ts";
import { encodeTree, readTree } from "./tree.ts";

// The ids are what git 2.39 made of the same things.
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
        // In UTF-16 this one comes after the next, in UTF-8 before.
        "\ufffd.bin": "a",
        "😀": "b",
        vendor: { submodule: "../vendor", sha: "ce013625030ba8dba906f756967f9e9ca394464a" },
        // Git's own vector has none.
        ".gitmodules": null,
      },
    },
  ],
  tags: { v1: { of: "main", message: "Version one\n", tagger: BOB, date: "2024-05-06T05:09:00Z" } },
};

test("Objects have the ids that git gives them.", () => {
  expect(objectId("blob", new Uint8Array())).toBe("e69de29bb2d1d6434b8b29ae775ad8c2e48c5391");
  expect(objectId("blob", Buffer.from("hello\n"))).toBe("ce013625030ba8dba906f756967f9e9ca394464a");
  expect(objectId("tree", encodeTree([]))).toBe("4b825dc642cb6eb9a060e54bf8d69288fbee4904");
});

test("A tree of every kind of entry, sorted by bytes, has git's id.", () => {
  using store = openStore();
  plant(store, HISTORY);
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

test("A commit and an annotated tag have git's ids.", () => {
  using store = openStore();
  // Author and committer of git's own vector have clocks of their own, which a seed's commit has not.
  plant(store, HISTORY);
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
  plant(store, { tags: { v1: { ...HISTORY.tags.v1, of: "vector" } } });
  expect(findRef(store, "refs/tags/v1")).toBe(TAG);
  expect(peel(store, TAG)).toBe(COMMIT);
  expect(decodeTag(findObject(store, TAG)?.content ?? new Uint8Array())).toMatchObject({ name: "v1", object: COMMIT });
});

test.skipIf(WITHOUT_GIT)(`Git finds nothing to complain of, and reads what was written. ${WITHOUT_GIT ?? ""}`, () => {
  using store = openStore();
  plant(store, HISTORY);
  plant(store, {
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
