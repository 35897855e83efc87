import { stripVTControlCharacters, styleText } from "node:util";
import type { Report } from "@forgehand/tasks/report/report";
import stringWidth from "fast-string-width";
import { describe, expect, test } from "vitest";
import { exitCodeOf } from "./exit-code.ts";
import { renderReport } from "./render-report.ts";

const change = (target: string) => ({
  target,
  what: "a new value (actions)",
  before: "set 2026-11-26T21:37:37Z",
  after: "set again",
  details: [{ label: "branch", before: "repo:acme/x:ref:refs/heads/main", after: "repo:acme/日本語:context" }],
});

function reportOf(mode: "plan" | "check" | "apply", count: number, skipped = 0): Report {
  const changes = Array.from({ length: count }, (_, index) => change(`acme/service-${index + 1}: DEPLOY_KEY`));
  const plan = {
    changes,
    skipped: Array.from({ length: skipped }, (_, index) => ({ target: `acme/old-${index}`, why: "archived" })),
    unreadable: [],
    notes: [],
  };
  const outcomes =
    mode === "apply"
      ? changes.map((each, index) => ({ change: each, end: index === 1 ? ("failed" as const) : ("changed" as const) }))
      : [];
  const task = { task: "rotate-secrets" as const, title: "Rotate secrets", plan, outcomes, failures: [] };
  return { version: 1, mode, step: "", at: "", attempt: 1, cancelled: false, calls: 0, seconds: 0, tasks: [task] };
}

const plain = { style: (_: unknown, text: string) => text };
const coloured = { style: (_: unknown, text: string) => styleText("red", text, { validateStream: false }) };

describe("a report", () => {
  test.for([60, 99, 100, 120, 200])("of 2,000 rows fits into %i columns", (columns) => {
    const text = renderReport(reportOf("plan", 2000), { ...coloured, columns }, false);
    const lines = stripVTControlCharacters(text).split("\n");
    expect(Math.max(...lines.map((line) => stringWidth(line)))).toBeLessThanOrEqual(columns);
    for (const index of [1, 1000, 2000]) expect(text).toContain(`acme/service-${index}: DEPLOY_KEY`);
    expect(text).toContain("2,000 would be changed");
  });

  test("puts each target on one line if nothing limits its width", () => {
    const text = renderReport(reportOf("plan", 1), { ...plain, columns: undefined }, false);
    expect(text).toMatch(
      /^ {2}planned {2}acme\/service-1: DEPLOY_KEY {2}a new value \(actions\) {2}set 2026\S+ +set again$/m,
    );
  });

  test("shows what needs attention first", () => {
    const text = renderReport(reportOf("apply", 3), { ...plain, columns: 120 }, false);
    const targets = Array.from(text.matchAll(/service-(\d)/g), ([, number]) => number);
    expect(targets).toEqual(["2", "1", "3"]);
  });

  test("counts many skipped targets by reason, and lists them on request", () => {
    const report = reportOf("plan", 0, 2000);
    const short = renderReport(report, { ...plain, columns: 80 }, false);
    expect(short).toContain("skipped  2,000 targets (--all lists them)");
    expect(short.split("\n").length).toBeLessThan(10);
    expect(renderReport(report, { ...plain, columns: 80 }, true)).toContain("acme/old-1999");
  });

  test("escapes what names contain", () => {
    const report = reportOf("plan", 1);
    const [task] = report.tasks;
    if (task === undefined) throw new Error("The report must have a task.");
    const evil = "x\u001b]0;t\u0007\u202e";
    const tasks = [
      { ...task, title: evil, plan: { ...task.plan, changes: [{ ...change(evil), what: evil, before: evil }] } },
    ];
    for (const columns of [60, 120, undefined]) {
      expect(renderReport({ ...report, tasks }, { ...plain, columns }, false)).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
    }
  });
});

test.for([
  ["plan", 0, 0],
  ["plan", 1, 2],
  ["check", 1, 2],
  ["apply", 1, 0],
  ["apply", 2, 1],
] as const)("the exit code of %s with %i changes is %i", ([mode, count, code]) => {
  expect(exitCodeOf(reportOf(mode, count))).toBe(code);
});

test("the exit code of a cancelled run is 1", () => {
  expect(exitCodeOf({ ...reportOf("plan", 1), cancelled: true })).toBe(1);
});
