import { countedReads } from "@forgehand/tasks/counted-reads.fixture";
import type { Change, Outcome } from "@forgehand/tasks/plan";
import { failureMessage, headline, type Report, type TaskReport } from "@forgehand/tasks/report/report";
import { describe, expect, test } from "vitest";
import { renderSummary } from "./summary.ts";

const change = (target: string, overrides: Partial<Change> = {}): Change => ({
  target,
  what: "set",
  before: "old",
  after: "new",
  ...overrides,
});

function task(changes: readonly Change[], overrides: Partial<TaskReport> = {}): TaskReport {
  const plan = { changes, skipped: [], unreadable: [], notes: [] };
  return { task: "oidc-template", title: "Subject templates", plan, outcomes: [], failures: [], ...overrides };
}

function report(tasks: readonly TaskReport[], overrides: Partial<Report> = {}): Report {
  const metadata = { version: 1, mode: "apply", step: "", at: "2026-01-01T00:00:00.000Z", attempt: 1 } as const;
  return { ...metadata, cancelled: false, calls: 27, seconds: 4.2, tasks, ...overrides };
}

const outcomesOf = (changes: readonly Change[], end: (index: number) => Outcome<Change>["end"]): Outcome<Change>[] =>
  changes.map((item, index) => ({ change: item, end: end(index) }));

const LIMIT = 1024 * 1024;

/** Renders without the marks for line breaks. */
const render = (rendered: Report) => renderSummary(rendered).replaceAll("<wbr>", "");

describe("the job summary", () => {
  test("shows outcomes that need attention first", () => {
    const changes = ["a", "b", "c", "d"].map((name) => change(`acme/${name}`));
    const ends = ["changed", "not-started", "unknown", "failed"] as const;
    const outcomes = outcomesOf(changes, (index) => ends[index] ?? "changed");
    const failures = [{ target: "acme/e", problem: "403 Forbidden" }];
    const html = render(report([task(changes, { outcomes, failures })]));
    const order = Array.from(html.matchAll(/<code>(acme\/.)<\/code>/g), ([, name]) => name);
    expect(order).toEqual(["acme/e", "acme/d", "acme/c", "acme/b", "acme/a"]);
  });

  test("truncates ten thousand rows to the runner's limit, quickly, and says so", () => {
    const { counted, count } = countedReads();
    const changes = Array.from({ length: 10_000 }, (_, n) =>
      counted(change(`acme/service-${n}`, { before: "ü".repeat(100) })),
    );
    const outcomes = outcomesOf(changes, (index) => (index === 9999 ? "failed" : "changed"));
    const html = renderSummary(report([task(changes, { outcomes })]));
    expect(count()).toBeLessThan(60 * changes.length);
    expect(Buffer.byteLength(html)).toBeLessThan(LIMIT);
    expect(Buffer.byteLength(html)).toBeGreaterThan(LIMIT * 0.9);
    expect(html).toContain("acme/<wbr>service-<wbr>9999");
    const shown = html.match(/<tr><td>/g)?.length ?? 0;
    expect(html).toContain(`… and ${(10_000 - shown).toLocaleString("en")} more, all in the report's file`);
  });

  test("has space for a small task next to a large one", () => {
    const large = task(Array.from({ length: 20_000 }, (_, n) => change(`acme/service-${n}`)));
    const smallTask = task([change("acme/only")], { task: "redeliver", title: "Redelivery" });
    for (const tasks of [
      [large, smallTask],
      [smallTask, large],
    ]) {
      const html = render(report(tasks, { mode: "plan" }));
      expect(html).toContain("acme/only");
      expect(Buffer.byteLength(html)).toBeLessThan(LIMIT);
    }
  });

  test("shows several lines in a cell", () => {
    const html = render(report([task([change("a", { after: "keys —\nbranch: x;\ntag: <y>" })])], { mode: "plan" }));
    expect(html).toContain("<code>keys —</code><br><code>branch: x;</code><br><code>tag: &lt;y&gt;</code>");
  });

  test("shows the details of a change, and its problem, in rows of their own", () => {
    const details = [{ label: "branch", before: "old:main", after: "new:main" }];
    const [item] = [change("acme/a", { details })];
    const outcomes = item === undefined ? [] : [{ change: item, end: "failed" as const, note: "403 Forbidden" }];
    const html = render(
      report([task(item === undefined ? [] : [item], { outcomes })], { webUrl: "https://github.com" }),
    );
    expect(html.split("\n").filter((line) => line.startsWith("<tr><td"))).toEqual([
      '<tr><td><a href="https://github.com/acme/a"><code>acme/a</code></a><br>❌ failed<br>set</td><td><code>old</code></td><td><code>new</code></td></tr>',
      '<tr><td colspan="3">❌ 403 Forbidden</td></tr>',
      "<tr><td>↳ branch</td><td><code>old:main</code></td><td><code>new:main</code></td></tr>",
    ]);
  });

  test("folds what is unchanged, and many skipped targets, but not a few", () => {
    const skippedTask = (count: number) => {
      const targets = Array.from({ length: count }, (_, n) => `acme/service-${n}`);
      const skipped = targets.flatMap((target) => [
        { target, why: "is as configured", isUnchanged: true },
        { target, why: "is archived" },
      ]);
      return task([], { plan: { changes: [], skipped, unreadable: [], notes: [] } });
    };
    const few = render(report([skippedTask(3)]));
    expect(few).toContain("<details><summary>3 unchanged</summary>\n<table>");
    expect(few).toContain("<td>➖ is archived</td>");
    expect(few).not.toContain("3 skipped</summary>");
    const many = render(report([skippedTask(2000)]));
    expect(many).toContain("<details><summary>2,000 unchanged</summary>\n<table>");
    expect(many).toContain("<details><summary>2,000 skipped</summary>\n<table>");
    expect(many.replace(/<details>[\s\S]*?<\/details>/g, "")).not.toContain("<table>");
  });

  test("shows failures and given-up events, however many targets are unchanged", () => {
    const skipped = Array.from({ length: 20_000 }, (_, n) => ({
      target: `acme/service-${n}`,
      why: "is as configured",
      isUnchanged: true,
    }));
    const givenUp = [{ target: "acme/widgets, webhook 7: push 1", problem: "given up", isNew: true }];
    const plan = { changes: [], skipped, unreadable: [], notes: [], givenUp };
    const html = render(report([task([], { task: "redeliver", plan, failures: [{ target: "x", problem: "500" }] })]));
    expect(html).toContain("<code>acme/widgets, webhook 7: push 1</code></td><td>❌ given up</td>");
    expect(html).toContain("<td>❌ 500</td>");
    expect(html).toContain("<summary>20,000 unchanged</summary>");
    expect(Buffer.byteLength(html)).toBeLessThan(LIMIT);
  });

  test("truncates a long value without splitting a character", () => {
    const html = renderSummary(report([task([change("a", { after: "😀".repeat(200_000) })])], { mode: "plan" }));
    expect(html.length).toBeLessThan(2000);
    expect(html).toMatch(/😀…<\/code>/);
    expect(html.isWellFormed()).toBe(true);
  });
});

describe("the headline", () => {
  const changes = [change("acme/a"), change("acme/b")];

  test("is correct in every mode, and after cancellation", () => {
    const planned = [task(changes)];
    expect(headline(report(planned, { mode: "plan" }))).toBe("2 would be changed (nothing was), 0 skipped.");
    expect(headline(report(planned, { mode: "check" }))).toBe("2 differ from the configuration, 0 skipped.");
    expect(failureMessage(report(planned, { mode: "plan" }))).toBeUndefined();
    expect(failureMessage(report(planned, { mode: "check" }))).toContain("acme/a: old → new (and 1 more)");
    const outcomes = outcomesOf(changes, (index) => (index === 0 ? "changed" : "not-started"));
    const cancelled = report([task(changes, { outcomes })], { cancelled: true });
    expect(failureMessage(cancelled)).toBe(
      "The run was cancelled. 1 changed, 0 failed, 1 not started, 0 skipped. acme/b: not-started",
    );
    const unread = { target: "acme/c", problem: "not read: the run was cancelled before", isUnread: true };
    const early = [task(changes, { failures: [unread, { target: "acme/d", problem: "403 Forbidden" }] })];
    expect(headline(report(early))).toBe("0 changed, 1 failed, 1 not started, 0 skipped.");
    expect(headline(report(early, { mode: "plan" }))).toBe(
      "2 would be changed (nothing was), 1 failed, 1 not read, 0 skipped.",
    );
    expect(render(report(early))).toContain("<code>acme/c</code></td><td>➖ not read: ");
    expect(failureMessage(report([], { cancelled: true, mode: "plan" }))).toMatch(/^The run was cancelled\. /);
  });
});
