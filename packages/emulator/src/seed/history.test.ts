import { expect, test } from "vitest";
import { readCommit } from "../git/commit.ts";
import { createHistory, headOf, openStore } from "../git/store.fixture.ts";
import { FILE_MODES, findEntry, flattenTree } from "../git/tree.ts";
import { findObject, findRef } from "../state/git-store.ts";
import type { CommitHistory } from "./history.ts";

test("chains commits, starts branches at their start points and gives merges several parents", () => {
  using store = openStore();
  createHistory(store, {
    files: { a: "1", b: "1" },
    commits: [
      { branch: "side", from: "main", message: "Aside", files: { c: "1" } },
      { message: "Ahead", files: { b: null }, date: "2024-02-02T02:02:02+01:00", tag: "v1" },
      { message: "Both", merges: ["side"], author: { name: "Bob", email: "b@example.com" }, committer: "carol" },
    ],
    branches: { release: "v1" },
  });
  const [side, ahead] = [headOf(store, "side"), headOf(store, "release")];
  expect(findRef(store, "refs/tags/v1")).toBe(ahead);
  const both = readCommit(store, headOf(store));
  expect(both.parents).toEqual([ahead, side]);
  expect(both.author).toEqual({ name: "Bob", email: "b@example.com", seconds: 1714972140, zone: "+0000" });
  expect(both.committer).toMatchObject({ name: "carol", email: "carol@example.com" });
  expect([...flattenTree(store, both.tree).keys()]).toEqual(["a"]);
  const [first] = readCommit(store, ahead).parents;
  expect(readCommit(store, ahead).author).toMatchObject({ name: "Alice Archer", seconds: 1706835722, zone: "+0100" });
  expect(readCommit(store, first ?? "")).toMatchObject({ parents: [], message: "Initial commit" });
  expect(readCommit(store, side).parents).toEqual([first]);
  expect([...flattenTree(store, readCommit(store, side).tree).keys()]).toEqual(["a", "b", "c"]);
});

test("writes text, binary, generated, linked and executable files", () => {
  using store = openStore();
  const files = {
    text: "ä",
    bytes: { base64: "/wAB" },
    large: { bytes: 2_000_000 },
    link: { symlink: "text" },
    program: { text: "#!/bin/sh\n", executable: true },
  };
  createHistory(store, { files });
  const { tree } = readCommit(store, headOf(store));
  const read = (name: string) => findObject(store, findEntry(store, tree, [name])?.sha ?? "");
  expect(Buffer.from(read("text")?.content ?? []).toString()).toBe("ä");
  expect([...(read("bytes")?.content ?? [])]).toEqual([255, 0, 1]);
  expect(read("large")?.size).toBe(2_000_000);
  expect(Buffer.from(read("link")?.content ?? []).toString()).toBe("text");
  expect(findEntry(store, tree, ["link"])?.mode).toBe(FILE_MODES.symlink);
  expect(findEntry(store, tree, ["program"])?.mode).toBe(FILE_MODES.executable);
});

const commits = (commit: object) => ({ commits: [{ message: "", ...commit }] });

test.for<[CommitHistory, (string | number)[], string]>([
  [{ files: { "a/../b": "" } }, ["files", "a/../b"], "must be a file path that git accepts"],
  [
    commits({ files: { a: "", "a/b": "" } }),
    ["commits", 0, "files", "a/b"],
    "a is a file, so no path can be inside it",
  ],
  [commits({ branch: "a~b" }), ["commits", 0, "branch"], `must be a valid branch or tag name, got "a~b"`],
  [
    commits({ from: "nowhere" }),
    ["commits", 0, "from"],
    'must name a branch or tag that exists at this point, got "nowhere"',
  ],
  [
    commits({ merges: ["nowhere"] }),
    ["commits", 0, "merges", 0],
    'must name a branch or tag that exists at this point, got "nowhere"',
  ],
  [{ branches: { x: "main" } }, ["branches", "x"], 'must name a branch or tag that exists at this point, got "main"'],
  [{ tags: { v1: "main" } }, ["tags", "v1"], 'must name a branch or tag that exists at this point, got "main"'],
  [
    commits({ author: { name: "<>", email: "a" } }),
    ["commits", 0],
    'must have an author, a committer and a date that git accepts, got "<>" <a>',
  ],
])("rejects an invalid history, with the path of the error: %j", ([history, path, message]) => {
  using store = openStore();
  expect(() => createHistory(store, history)).toThrow(expect.objectContaining({ name: "SeedError", path, message }));
});
