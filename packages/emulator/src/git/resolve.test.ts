import { expect, test } from "vitest";
import { findRef, setRef } from "../state/git-store.ts";
import { readCommit } from "./commit.ts";
import { resolveCommit } from "./resolve.ts";
import { createHistory, headOf, openStore } from "./store.fixture.ts";

test("resolves branches, lightweight and annotated tags, and ids", () => {
  using store = openStore();
  createHistory(store, {
    commits: [
      { message: "1", files: { a: "1" }, tag: "light" },
      { message: "2", branch: "feature/x", from: "main", files: { a: "2" } },
    ],
    tags: { heavy: { of: "feature/x", message: "Two" } },
  });
  const [one, two] = [headOf(store), headOf(store, "feature/x")];
  for (const name of ["main", "heads/main", "refs/heads/main", "light", "refs/tags/light", one, one.slice(0, 7)]) {
    expect(resolveCommit(store, name)).toBe(one);
  }
  const tagObject = findRef(store, "refs/tags/heavy") ?? "";
  for (const name of ["feature/x", "heavy", "tags/heavy", two.toUpperCase(), tagObject]) {
    expect(resolveCommit(store, name)).toBe(two);
  }
  for (const name of ["", "nothing", one.slice(0, 6), readCommit(store, one).tree, "0".repeat(40), "heads"]) {
    expect(resolveCommit(store, name)).toBeUndefined();
  }
});

test("prefers a branch to a tag of the same name, and rejects ambiguous ids", () => {
  using store = openStore();
  const many = Array.from({ length: 40 }, (_, at) => ({ message: `${at}` }));
  createHistory(store, { commits: many });
  const head = headOf(store);
  const parent = readCommit(store, head).parents[0] ?? "";
  setRef(store, "refs/tags/main", parent);
  expect(resolveCommit(store, "main")).toBe(head);
  expect(resolveCommit(store, "tags/main")).toBe(parent);
  // No two of 40 commits share seven digits, so an object with a similar id is added.
  const similarId = `${head.slice(0, 10)}${"0".repeat(30)}`;
  store.db.run(
    "INSERT INTO git_objects (repository_id, sha, type, size, content) SELECT repository_id, ?, type, size, content FROM git_objects WHERE sha = ?",
    ...[similarId, head],
  );
  expect(resolveCommit(store, head.slice(0, 10))).toBeUndefined();
  expect(resolveCommit(store, head)).toBe(head);
});
