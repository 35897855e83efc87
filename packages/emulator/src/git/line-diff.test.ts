import fc from "fast-check";
import { expect, test } from "vitest";
import { pickSize } from "../../../../test/test-size.ts";
import { diffLines } from "./line-diff.ts";

const lines = fc.array(fc.constantFrom("a", "b", "c", "d", "e"), { maxLength: 40 });

/** Length of the longest common subsequence, by dynamic programming. */
function longestCommon(a: readonly string[], b: readonly string[]): number {
  let row = new Array<number>(b.length + 1).fill(0);
  for (const line of a) {
    const next = [0];
    for (const [at, other] of b.entries()) {
      next.push(line === other ? (row[at] ?? 0) + 1 : Math.max(row[at + 1] ?? 0, next[at] ?? 0));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

function applyChanges(a: readonly string[], b: readonly string[], changes: ReturnType<typeof diffLines>): string[] {
  const out: string[] = [];
  let at = 0;
  for (const { oldStart, oldCount, newStart, newCount } of changes) {
    out.push(...a.slice(at, oldStart));
    expect(out).toHaveLength(newStart);
    out.push(...b.slice(newStart, newStart + newCount));
    at = oldStart + oldCount;
  }
  return [...out, ...a.slice(at)];
}

test("returns the smallest diff", () => {
  fc.assert(
    fc.property(lines, lines, (a, b) => {
      const changes = diffLines(a, b);
      expect(applyChanges(a, b, changes)).toEqual(b);
      const removed = changes.reduce((sum, { oldCount }) => sum + oldCount, 0);
      expect(a.length - removed).toBe(longestCommon(a, b));
      // Adjacent changes must be reported as one.
      for (const [at, { oldStart }] of changes.entries()) {
        const before = changes[at - 1];
        if (before) expect(oldStart).toBeGreaterThan(before.oldStart + before.oldCount);
      }
    }),
    { numRuns: pickSize(400, 1500) },
  );
});

test("returns a longer but valid diff beyond the limit of edits", () => {
  fc.assert(
    fc.property(lines, lines, fc.nat(4), (a, b, maxEdits) => {
      expect(applyChanges(a, b, diffLines(a, b, maxEdits))).toEqual(b);
    }),
  );
});

test("compares long files, however much of them changed", () => {
  const long = Array.from({ length: 100_000 }, (_, at) => `line ${at}`);
  expect(diffLines(long, long)).toEqual([]);
  expect(diffLines(long, long.toSpliced(50_000, 1, "new"))).toEqual([
    { oldStart: 50_000, oldCount: 1, newStart: 50_000, newCount: 1 },
  ]);
  const others = long.map((line) => `another ${line}`);
  expect(diffLines(long, others)).toEqual([{ oldStart: 0, oldCount: 100_000, newStart: 0, newCount: 100_000 }]);
  // The worst case: the same lines in reverse order.
  const some = long.slice(0, 20_000);
  expect(applyChanges(some, some.toReversed(), diffLines(some, some.toReversed(), 1000))).toEqual(some.toReversed());
});
