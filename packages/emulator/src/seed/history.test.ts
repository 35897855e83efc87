import { expect, test } from "vitest";
import { readCommit } from "../git/commit.ts";
import { headOf, openStore, plant } from "../git/store.fixture.ts";
import { findEntry, flattenTree, MODES } from "../git/tree.ts";
import { findObject, findRef } from "../state/git.ts";
import type { History } from "./history.ts";

test("Commits build on each other, branches begin where they are told, merges have several parents.", () => {
  using store = openStore();
  plant(store, {
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

test("Files are text, bytes, filler, links and programs.", () => {
  using store = openStore();
  const files = {
    text: "ä",
    bytes: { base64: "/wAB" },
    large: { bytes: 2_000_000 },
    link: { symlink: "text" },
    program: { text: "#!/bin/sh\n", executable: true },
  };
  plant(store, { files });
  const { tree } = readCommit(store, headOf(store));
  const read = (name: string) => findObject(store, findEntry(store, tree, [name])?.sha ?? "");
  expect(Buffer.from(read("text")?.content ?? []).toString()).toBe("ä");
  expect([...(read("bytes")?.content ?? [])]).toEqual([255, 0, 1]);
  expect(read("large")?.size).toBe(2_000_000);
  expect(Buffer.from(read("link")?.content ?? []).toString()).toBe("text");
  expect(findEntry(store, tree, ["link"])?.mode).toBe(MODES.symlink);
  expect(findEntry(store, tree, ["program"])?.mode).toBe(MODES.executable);
});

const commits = (commit: object) => ({ commits: [{ message: "", ...commit }] });

test.for<[History, (string | number)[], string]>([
  [{ files: { "a/../b": "" } }, ["files", "a/../b"], "git keeps no file under such a path"],
  [commits({ files: { a: "", "a/b": "" } }), ["commits", 0, "files", "a/b"], "a is a file, and can hold none"],
  [commits({ branch: "a~b" }), ["commits", 0, "branch"], `"a~b" can't be the name of a branch or a tag`],
  [commits({ from: "nowhere" }), ["commits", 0, "from"], 'there is no branch or tag "nowhere" by then'],
  [commits({ merges: ["nowhere"] }), ["commits", 0, "merges", 0], 'there is no branch or tag "nowhere" by then'],
  [{ branches: { x: "main" } }, ["branches", "x"], 'there is no branch or tag "main" by then'],
  [{ tags: { v1: "main" } }, ["tags", "v1"], 'there is no branch or tag "main" by then'],
  [commits({ author: { name: "<>", email: "a" } }), ["commits", 0], 'git can\'t sign as "<>" <a> at this time'],
])("What git could not keep is told with its place: %j", ([history, path, message]) => {
  using store = openStore();
  expect(() => plant(store, history)).toThrow(expect.objectContaining({ name: "SeedProblem", path, message }));
});
