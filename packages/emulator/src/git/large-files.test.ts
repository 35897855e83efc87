import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { findObject, listRefs } from "../state/git-store.ts";
import { readCommit } from "./commit.ts";
import { topologicalOrder } from "./history.ts";
import { findLargeFiles, replaceLargeFiles } from "./large-files.ts";
import { rewriteHistory } from "./rewrite-history.ts";
import { ALICE, createHistory, headOf, openStore } from "./store.fixture.ts";
import { decodeTag, peelTag } from "./tag.ts";
import { findEntry, flattenTree } from "./tree.ts";

const LIMIT = 1000;

const HISTORY = {
  commits: [
    {
      message: "1",
      files: { "a/large": { bytes: 2000 }, small: "s", script: { bytes: 1500, executable: true } },
      tag: "v1",
    },
    { message: "2", files: { "a/large": null, exact: { bytes: LIMIT } } },
    { branch: "side", from: "v1", message: "3", files: { "b c": { bytes: 3000 }, ".gitattributes": "* text" } },
    { message: "4", merges: ["side"] },
  ],
  tags: { v2: { of: "main", message: "Two" } },
};

const refsOf = (store: ReturnType<typeof openStore>) =>
  new Map(listRefs(store, "refs/").map(({ name, sha }) => [name, sha]));

test("finds each large file of a history once", () => {
  using store = openStore();
  createHistory(store, HISTORY);
  const found = findLargeFiles(store, refsOf(store), LIMIT).map(({ ref, path, size }) => [ref, path, size]);
  expect(found).toEqual([
    ["refs/heads/main", "a/large", 2000],
    ["refs/heads/main", "script", 1500],
    ["refs/heads/main", "b c", 3000],
  ]);
});

test("removes large files from a tree", () => {
  using store = openStore();
  createHistory(store, HISTORY);
  const smaller = replaceLargeFiles(store, readCommit(store, headOf(store, "side")).tree, LIMIT, false);
  expect([...flattenTree(store, smaller).keys()]).toEqual([".gitattributes", "small"]);
  const fine = readCommit(store, headOf(store)).tree;
  expect(replaceLargeFiles(store, fine, 5000, true)).toBe(fine);
});

test("replaces large files by pointers and lists them in .gitattributes", () => {
  using store = openStore();
  createHistory(store, HISTORY);
  const { tree } = readCommit(store, headOf(store, "side"));
  const smaller = replaceLargeFiles(store, tree, LIMIT, true);
  const read = (from: string, path: string) =>
    findObject(store, findEntry(store, from, path.split("/"))?.sha ?? "")?.content ?? new Uint8Array();
  const oid = createHash("sha256").update(read(tree, "b c")).digest("hex");
  expect(Buffer.from(read(smaller, "b c")).toString().split("\n").slice(1)).toEqual([
    `oid sha256:${oid}`,
    "size 3000",
    "",
  ]);
  expect(Buffer.from(read(smaller, ".gitattributes")).toString()).toBe(
    [
      "* text",
      "/a/large filter=lfs diff=lfs merge=lfs -text",
      "/b[[:space:]]c filter=lfs diff=lfs merge=lfs -text",
      "/script filter=lfs diff=lfs merge=lfs -text",
      "",
    ].join("\n"),
  );
  expect(findEntry(store, smaller, ["script"])?.mode).toBe("100755");
  expect(
    findLargeFiles(
      store,
      rewriteHistory(store, refsOf(store), { mapSignature: (signature) => signature, mapTree: replaceFiles }),
      LIMIT,
    ),
  ).toEqual([]);
  function replaceFiles(sha: string) {
    return replaceLargeFiles(store, sha, LIMIT, true);
  }
});

test("rewrites a history without changing its shape, and keeps the ids of unchanged commits", () => {
  using store = openStore();
  createHistory(store, HISTORY);
  const refs = refsOf(store);
  expect(rewriteHistory(store, refs, { mapSignature: (signature) => signature, mapTree: (sha) => sha })).toEqual(refs);
  const rewritten = rewriteHistory(store, refs, {
    mapSignature: (signature) => ({ ...signature, name: "Ann" }),
    mapTree: (sha) => sha,
  });
  for (const [name, sha] of refs) {
    const [before, after] = [peelTag(store, sha) ?? "", peelTag(store, rewritten.get(name) ?? "") ?? ""];
    expect(after).not.toBe(before);
    expect(readCommit(store, after)).toMatchObject({
      tree: readCommit(store, before).tree,
      author: { ...ALICE, name: "Ann", seconds: expect.any(Number) },
    });
    expect(topologicalOrder(store, [after])).toHaveLength(topologicalOrder(store, [before]).length);
  }
  const tag = findObject(store, rewritten.get("refs/tags/v2") ?? "");
  expect(decodeTag(tag?.content ?? new Uint8Array())).toMatchObject({
    object: rewritten.get("refs/heads/main"),
    name: "v2",
    tagger: { name: "Ann" },
  });
  expect(readCommit(store, rewritten.get("refs/heads/main") ?? "").parents).toHaveLength(2);
});

test("orders parents before their children, each commit once", () => {
  using store = openStore();
  createHistory(store, HISTORY);
  const order = topologicalOrder(store, [headOf(store), headOf(store, "side")]);
  expect(order).toHaveLength(4);
  for (const [index, sha] of order.entries()) {
    for (const parent of readCommit(store, sha).parents) expect(order.slice(0, index)).toContain(parent);
  }
});
