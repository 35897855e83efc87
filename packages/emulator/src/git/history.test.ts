import fc from "fast-check";
import { expect, test } from "vitest";
import { pickSize } from "../../../../test/test-size.ts";
import { setRef, writeObject } from "../state/git-store.ts";
import { writeCommit } from "./commit.ts";
import { commitsSince, mergeBase, mergeBases } from "./history.ts";
import { cloneOf, GIT_MISSING, openStore, signatureOf } from "./store.fixture.ts";
import { encodeTree } from "./tree.ts";

/** Each commit's parents, as indexes of earlier commits. */
const historyShape = fc
  .array(fc.uniqueArray(fc.nat(), { maxLength: 3 }), { minLength: 2, maxLength: 12 })
  .map((commits) => commits.map((parents, at) => [...new Set(at === 0 ? [] : parents.map((parent) => parent % at))]));

/** Creates commits of a shape, one minute apart. */
function build(store: ReturnType<typeof openStore>, commits: readonly (readonly number[])[]): string[] {
  const tree = writeObject(store, "tree", encodeTree([]));
  const shas: string[] = [];
  for (const [at, parents] of commits.entries()) {
    const signature = signatureOf("A", "a@example.com", `2024-01-01T00:${String(at).padStart(2, "0")}:00Z`);
    const fields = { tree, author: signature, committer: signature, message: `${at}` };
    shas.push(writeCommit(store, { ...fields, parents: parents.map((parent) => shas[parent] ?? "") }));
  }
  return shas;
}

test("finds the common ancestors that aren't ancestors of another common ancestor", () => {
  fc.assert(
    fc.property(historyShape, (commits) => {
      using store = openStore();
      const shas = build(store, commits);
      const ancestors = commits.map((_, at) => {
        const visited = new Set([at]);
        for (const commit of visited) for (const parent of commits[commit] ?? []) visited.add(parent);
        return visited;
      });
      for (const [a, fromA] of ancestors.entries()) {
        for (const [b, fromB] of ancestors.entries()) {
          const common = [...fromA].filter((commit) => fromB.has(commit));
          const best = common.filter(
            (commit) => !common.some((other) => other !== commit && ancestors[other]?.has(commit)),
          );
          const expected = best.map((commit) => shas[commit]);
          expect(mergeBases(store, shas[a] ?? "", shas[b] ?? "").sort()).toEqual(expected.sort());
          expect(mergeBase(store, shas[a] ?? "", shas[b] ?? "")).toBe(shas[Math.max(...best)]);
          const newCommits = [...fromB].filter((commit) => !fromA.has(commit)).sort((a, b) => b - a);
          expect(commitsSince(store, shas[a], shas[b] ?? "")).toEqual(newCommits.map((commit) => shas[commit]));
        }
      }
    }),
    { numRuns: pickSize(8, 25) },
  );
});

test.skipIf(GIT_MISSING)(`finds the same merge bases as git. ${GIT_MISSING ?? ""}`, () => {
  using store = openStore();
  // A history with two criss-cross merges and an unrelated root.
  const shas = build(store, [[], [0], [0], [1, 2], [2, 1], [3], [4], [], [6, 7], [5, 4], [9], [8]]);
  for (const [at, sha] of shas.entries()) setRef(store, `refs/heads/c${at}`, sha);
  using clone = cloneOf(store);
  for (const [a, b] of [
    [5, 6],
    [3, 4],
    [10, 11],
    [7, 5],
    [9, 9],
    [0, 11],
  ]) {
    const [first, second] = [shas[a ?? 0] ?? "", shas[b ?? 0] ?? ""];
    const bases = mergeBases(store, first, second);
    // Git exits with an error if there is no merge base.
    if (bases.length === 0) expect(() => clone.git(["merge-base", first, second])).toThrow();
    else expect(clone.git(["merge-base", "--all", first, second]).trim().split("\n").sort()).toEqual(bases.sort());
    const since = clone
      .git(["rev-list", "--date-order", `${first}..${second}`])
      .split("\n")
      .filter(Boolean);
    expect(commitsSince(store, first, second)).toEqual(since);
  }
});
