import type { Change, Outcome } from "@forgehand/tasks/plan";
import { countsOf, failureMessage, type Report } from "@forgehand/tasks/report/report";
import { describe, expect, test } from "vitest";
import { merge } from "./merge.ts";
import { readReport } from "./report-file.ts";

function report(
  shard: string | undefined,
  overrides: Partial<Report> & { ends?: Outcome<Change>["end"][] } = {},
): Report {
  const { ends = ["changed"], ...rest } = overrides;
  const changes = ends.map((_, index) => ({ target: `${shard}/r${index}`, what: "set", before: "a", after: "b" }));
  const outcomes = ends.map((end, index) => ({ change: changes[index] ?? NONE, end }));
  const skipped = [{ target: "zoo/*", why: "nothing there" }];
  const plan = { changes, skipped, unreadable: [], notes: ["a note"] };
  return {
    version: 1,
    mode: "apply",
    shard,
    step: "w/j/s",
    at: "2026-01-01T00:00:00.000Z",
    attempt: 1,
    cancelled: false,
    calls: 10,
    seconds: 1.5,
    tasks: [{ task: "oidc-template", title: "Subject templates", plan, outcomes, failures: [] }],
    ...rest,
  };
}

const NONE: Change = { target: "", what: "", before: "", after: "" };

function mergeAll(reports: readonly Report[], expected?: readonly string[]): Report {
  const collected = reports.map((report, index) => ({ file: `${index}.json`, report }));
  const metadata = { version: 1, step: "", at: "2026-01-02T00:00:00.000Z", attempt: 1 } as const;
  return { ...metadata, ...merge(collected, expected, []) };
}

describe("merging reports", () => {
  test("adds up counts and lists identical notes once", () => {
    const merged = mergeAll([report("a", { ends: ["changed", "failed"] }), report("b")], ["a", "B"]);
    expect(countsOf(merged)).toMatchObject({ changed: 2, failed: 1, unknown: 0, notStarted: 0, skipped: 1 });
    expect(merged.tasks).toHaveLength(1);
    expect(merged.tasks[0]?.plan.notes).toEqual(["a note"]);
    expect(merged.shards?.map(({ shard, headline }) => [shard, headline])).toEqual([
      ["a", "1 changed, 1 failed, 1 skipped."],
      ["b", "1 changed, 0 failed, 1 skipped."],
    ]);
    expect(failureMessage(merged)).toContain("a/r1: failed");
  });

  test("uses the newest attempt, whatever the order of the files", () => {
    const [first, retried] = [report("2/16", { ends: ["failed"] }), report("2/16", { attempt: 2 })];
    for (const order of [
      [first, retried],
      [retried, first],
    ]) {
      expect(countsOf(mergeAll(order))).toMatchObject({ changed: 1, failed: 0 });
    }
    const later = report("2/16", { at: "2026-01-01T00:00:01.000Z", ends: ["unknown"] });
    expect(countsOf(mergeAll([later, first]))).toMatchObject({ failed: 0, unknown: 1 });
  });

  test("counts all steps of a job", () => {
    const both = [report("a"), report("a", { step: "w/j/other" })];
    expect(countsOf(mergeAll(both))).toMatchObject({ changed: 2 });
  });

  test("reports missing and cancelled shards", () => {
    const merged = mergeAll([report("a")], ["a", "b"]);
    expect(merged.problems).toEqual([{ target: "shard b", problem: "has no report; its job may have been cancelled" }]);
    expect(failureMessage(merged)).toContain("shard b: has no report");
    expect(failureMessage(mergeAll([report("a", { cancelled: true })]))).toMatch(/^The run was cancelled\./);
    expect(failureMessage(mergeAll([report("a")], ["a"]))).toBeUndefined();
  });

  test("ignores merged reports, and adds a problem for reports of different modes", () => {
    expect(countsOf(mergeAll([report("a"), report(undefined, { shards: [] })]))).toMatchObject({ changed: 1 });
    const mixed = mergeAll([report("a", { mode: "plan" }), report("b")]);
    expect(mixed.mode).toBe("apply");
    expect(mixed.problems?.[0]?.problem).toContain("must be of one mode, got plan, apply");
  });
});

describe("a report file", () => {
  test("is parsed to the report that was written", () => {
    const written = report("a", { ends: ["changed", "skipped"] });
    expect(readReport(JSON.stringify(written))).toEqual({ report: written });
  });

  test.each([
    ["", "is empty"],
    ["{", "is not JSON, or is truncated"],
    ["[1]", "is not a report of this action"],
    [JSON.stringify({ ...report("a"), version: 2 }), "must be of version 1, got 2"],
    [JSON.stringify({ ...report("a"), attempt: "x" }), "is an invalid report: attempt"],
    [JSON.stringify({ ...report("a"), tasks: [{ task: "x" }] }), "is an invalid report: tasks.0"],
  ])("with the content %j is rejected", (text, problem) => {
    expect(readReport(text)).toMatchObject({ problem: expect.stringContaining(problem) });
  });
});
