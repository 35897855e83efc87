import { countedReads } from "@forgehand/tasks/counted-reads.fixture";
import type { Change, Outcome } from "@forgehand/tasks/plan";
import { failureMessage, headline, type Report, type TaskReport } from "@forgehand/tasks/report/report";
import fc from "fast-check";
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

describe("the job summary", () => {
  test("shows outcomes that need attention first", () => {
    const changes = ["a", "b", "c", "d"].map((name) => change(`acme/${name}`));
    const ends = ["changed", "not-started", "unknown", "failed"] as const;
    const outcomes = outcomesOf(changes, (index) => ends[index] ?? "changed");
    const failures = [{ target: "acme/e", problem: "403 Forbidden" }];
    const html = renderSummary(report([task(changes, { outcomes, failures })]));
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
    expect(html).toContain("acme/service-9999");
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
      const html = renderSummary(report(tasks, { mode: "plan" }));
      expect(html).toContain("acme/only");
      expect(Buffer.byteLength(html)).toBeLessThan(LIMIT);
    }
  });

  test("escapes arbitrary text", () => {
    const hostileText = fc.oneof(
      // Any code point: the unit "binary" takes a second to prepare.
      fc.string({ unit: fc.nat(0x10ffff).map((point) => String.fromCodePoint(point)) }),
      fc
        .array(fc.constantFrom("<script>", "</table>", "\n\n# x", "|", "`", "&", "</code>", '"', "\r", "\u2028", "\0"))
        .map((parts) => parts.join("")),
    );
    fc.assert(
      fc.property(hostileText, hostileText, (text, other) => {
        const changes = [change(text, { what: other, before: text, after: other })];
        const outcomes = [{ change: changes[0] ?? change(""), end: "failed" as const, note: text }];
        const plan = { changes, skipped: [{ target: text, why: other }], unreadable: [], notes: [other] };
        const hostileTask = task(changes, {
          title: text,
          plan,
          outcomes,
          failures: [{ target: other, problem: text }],
        });
        const html = renderSummary(
          report([hostileTask], { problems: [{ target: text, problem: other }], cancelled: true }),
        );
        const tags = Array.from(html.matchAll(/<(\/?\w+)[^>]*>/g), ([tag]) => tag);
        expect(tags.every((tag) => /^<\/?(h2|p|table|tr|td|th|code|br)>$/.test(tag))).toBe(true);
        // An empty line would end the HTML and start Markdown.
        expect(html).not.toMatch(/\n[ \t]*\n/);
        expect(html).not.toMatch(/[\0\r\u2028]/);
      }),
    );
  });

  test("shows several lines in a cell", () => {
    const html = renderSummary(
      report([task([change("a", { after: "keys —\nbranch: x;\ntag: <y>" })])], { mode: "plan" }),
    );
    expect(html).toContain("<code>keys —<br>branch: x;<br>tag: &lt;y&gt;</code>");
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
    expect(renderSummary(report(early))).toContain("<code>acme/c</code></td><td>➖ not read: ");
    expect(failureMessage(report([], { cancelled: true, mode: "plan" }))).toMatch(/^The run was cancelled\. /);
  });
});
