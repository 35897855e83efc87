import { describe, expect, test } from "vitest";
import type { Change, Outcome } from "../plan.ts";
import { countsOf, type Report, verdict } from "../report/report.ts";
import { merge } from "./merge.ts";
import { readReport } from "./report-file.ts";

function report(shard: string | undefined, more: Partial<Report> & { ends?: Outcome<Change>["end"][] } = {}): Report {
  const { ends = ["changed"], ...rest } = more;
  const changes = ends.map((_, index) => ({ target: `${shard}/r${index}`, what: "set", before: "a", after: "b" }));
  const outcomes = ends.map((end, index) => ({ change: changes[index] ?? NONE, end }));
  const skipped = [{ target: "zoo/*", why: "nothing there" }];
  const plan = { changes, skipped, unreadable: [], notes: ["mind the gap"] };
  return {
    ...{
      version: 1,
      mode: "apply",
      shard,
      step: "w/j/s",
      at: "2026-01-01T00:00:00.000Z",
      attempt: 1,
      cancelled: false,
    },
    tasks: [{ task: "oidc-template", title: "Subject templates", plan, outcomes, failures: [] }],
    ...rest,
  };
}

const NONE: Change = { target: "", what: "", before: "", after: "" };

function merging(reports: readonly Report[], expected?: readonly string[]): Report {
  const gathered = reports.map((report, index) => ({ file: `${index}.json`, report }));
  const about = { version: 1, step: "", at: "2026-01-02T00:00:00.000Z", attempt: 1 } as const;
  return { ...about, ...merge(gathered, expected, []) };
}

describe("shards' reports", () => {
  test("add up, and say once what all of them say", () => {
    const merged = merging([report("a", { ends: ["changed", "failed"] }), report("b")], ["a", "B"]);
    expect(countsOf(merged)).toEqual({ changed: 2, failed: 1, unknown: 0, notBegun: 0, skipped: 1 });
    expect(merged.tasks).toHaveLength(1);
    expect(merged.tasks[0]?.plan.notes).toEqual(["mind the gap"]);
    expect(merged.shards?.map(({ shard, came }) => [shard, came])).toEqual([
      ["a", "1 changed, 1 failed, 1 left alone."],
      ["b", "1 changed, 0 failed, 1 left alone."],
    ]);
    expect(verdict(merged)).toContain("a/r1: failed");
  });

  test("count by the newest attempt, whatever the order of the files", () => {
    const [first, again] = [report("2/16", { ends: ["failed"] }), report("2/16", { attempt: 2 })];
    for (const order of [
      [first, again],
      [again, first],
    ]) {
      expect(countsOf(merging(order))).toMatchObject({ changed: 1, failed: 0 });
    }
    const later = report("2/16", { at: "2026-01-01T00:00:01.000Z", ends: ["unknown"] });
    expect(countsOf(merging([later, first]))).toMatchObject({ failed: 0, unknown: 1 });
  });

  test("of several steps of a job all count", () => {
    const both = [report("a"), report("a", { step: "w/j/other" })];
    expect(countsOf(merging(both))).toMatchObject({ changed: 2 });
  });

  test("that are not there are failures, and so is one of a cancelled run", () => {
    const merged = merging([report("a")], ["a", "b"]);
    expect(merged.problems).toEqual([{ target: "the shard b", problem: "left no report: was its job cancelled?" }]);
    expect(verdict(merged)).toContain("the shard b: left no report");
    expect(verdict(merging([report("a", { cancelled: true })]))).toMatch(/^The run was cancelled\./);
    expect(verdict(merging([report("a")], ["a"]))).toBeUndefined();
  });

  test("that were merged already don't count twice, and modes are not mixed silently", () => {
    expect(countsOf(merging([report("a"), report(undefined, { shards: [] })]))).toMatchObject({ changed: 1 });
    const mixed = merging([report("a", { mode: "plan" }), report("b")]);
    expect(mixed.mode).toBe("apply");
    expect(mixed.problems?.[0]?.problem).toContain("are of several modes: plan, apply");
  });
});

describe("a report's file", () => {
  test("is read as it was written", () => {
    const written = report("a", { ends: ["changed", "left alone"] });
    expect(readReport(JSON.stringify(written))).toEqual({ report: written });
  });

  test.each([
    ["", "is empty"],
    ["{", "is no JSON, or was cut off"],
    ["[1]", "is no report of this action"],
    [JSON.stringify({ ...report("a"), version: 2 }), "is a report of version 2"],
    [JSON.stringify({ ...report("a"), attempt: "x" }), "is a damaged report: attempt"],
    [JSON.stringify({ ...report("a"), tasks: [{ task: "x" }] }), "is a damaged report: tasks.0"],
  ])("that is %j is told of", (text, problem) => {
    expect(readReport(text)).toMatchObject({ problem: expect.stringContaining(problem) });
  });
});
