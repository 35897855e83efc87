import type { Report } from "@forgehand/tasks/report/report";
import fc from "fast-check";
import { expect, test } from "vitest";
import { markOf, renderBody } from "./report-body.ts";

const RUN = "https://github.com/acme/widgets/actions/runs/42";

function reportOf(targets: readonly string[], note = ""): Report {
  const changes = targets.map((target) => ({ target, what: "set", before: note, after: "new" }));
  const plan = { changes, skipped: [], unreadable: [], notes: note === "" ? [] : [note], givenUp: [] };
  return {
    version: 1,
    mode: "plan",
    step: "w/j/s",
    at: "2026-01-01T00:00:00Z",
    attempt: 1,
    cancelled: false,
    calls: 1,
    seconds: 1,
    tasks: [{ task: "oidc-template", title: "Templates", plan, outcomes: [], failures: [] }],
  };
}

test("a body never exceeds the limit, and counts what it leaves out", () => {
  const note = fc.string({ unit: "grapheme", maxLength: 300 });
  fc.assert(
    fc.property(note, fc.integer({ min: 0, max: 3000 }), (text, count) => {
      const targets = Array.from({ length: count }, (_, index) => `acme/widgets-${index}`);
      const body = renderBody(reportOf(targets, text), "Plan.", RUN);
      expect(body.length).toBeLessThanOrEqual(65_536);
      expect(body).toContain(RUN);
      // A name can only be missing if the text says that something is.
      const last = targets.at(-1);
      if (last !== undefined && !body.includes(`widgets-<wbr>${count - 1}<`)) expect(body).toContain("more, all in");
    }),
  );
});

test("a body uses the space", () => {
  const targets = Array.from({ length: 3000 }, (_, index) => `acme/widgets-${index}`);
  expect(renderBody(reportOf(targets), "Plan.", RUN).length).toBeGreaterThan(50_000);
});

test("a body mentions no users, and links no issues", () => {
  const body = renderBody(reportOf(["acme/widgets"], "@acme/owners, see #12 and GH-3, <!-- -->"), "Plan of #1.", RUN);
  const visible = body.slice(markOf(reportOf([])).length);
  expect(visible).not.toMatch(/@\w|#\d|GH-\d|<!--/);
  expect(visible).toContain("@<wbr>acme");
});

test("a mark tells steps and shards apart, whatever their names are", () => {
  const marks = [
    { step: "a/b/c", shard: undefined },
    { step: "a/b/c", shard: "1/2" },
    { step: "a/b/--> <img src=x>", shard: undefined },
  ].map(markOf);
  expect(new Set(marks).size).toBe(3);
  for (const mark of marks) expect(mark).toMatch(/^<!-- forgehand-report [0-9a-f]{16} -->$/);
});
