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

test("finds the common ancestors that aren't ancestors of another one", () => {
  fc.assert(
    fc.property(historyShape, (commits) => {
      using store = openStore();
      const shas = build(store, commits);
      const reach = commits.map((_, at) => {
        const seen = new Set([at]);
        for (const one of seen) for (const parent of commits[one] ?? []) seen.add(parent);
        return seen;
      });
      for (const [a, fromA] of reach.entries()) {
        for (const [b, fromB] of reach.entries()) {
          const common = [...fromA].filter((one) => fromB.has(one));
          const best = common.filter((one) => !common.some((other) => other !== one && reach[other]?.has(one)));
          const expected = best.map((one) => shas[one]);
          expect(mergeBases(store, shas[a] ?? "", shas[b] ?? "").sort()).toEqual(expected.sort());
          expect(mergeBase(store, shas[a] ?? "", shas[b] ?? "")).toBe(shas[Math.max(...best)]);
          const brought = [...fromB].filter((one) => !fromA.has(one)).sort((one, other) => other - one);
          expect(commitsSince(store, shas[a], shas[b] ?? "")).toEqual(brought.map((one) => shas[one]));
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
    const [one, other] = [shas[a ?? 0] ?? "", shas[b ?? 0] ?? ""];
    const bases = mergeBases(store, one, other);
    // Git exits with an error if there is no merge base.
    if (bases.length === 0) expect(() => clone.git(["merge-base", one, other])).toThrow();
    else expect(clone.git(["merge-base", "--all", one, other]).trim().split("\n").sort()).toEqual(bases.sort());
    const since = clone
      .git(["rev-list", "--date-order", `${one}..${other}`])
      .split("\n")
      .filter(Boolean);
    expect(commitsSince(store, one, other)).toEqual(since);
  }
});
