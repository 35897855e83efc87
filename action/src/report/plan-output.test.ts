import type { GivenUp } from "@forgehand/tasks/plan";
import type { TaskReport } from "@forgehand/tasks/report/report";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { givenUpOutput, planOutput } from "./plan-output.ts";

const LIMIT = 100_000;

function reportOf(targets: readonly string[]): { readonly tasks: readonly TaskReport[] } {
  const changes = targets.map((target) => ({ target, what: "set", before: "old", after: "new" }));
  const skipped = targets.map((target) => ({ target, why: "as it should be" }));
  const givenUp = targets.map((target, index): GivenUp => ({ target, problem: "500", isNew: index % 2 === 0 }));
  const plan = { changes, skipped, unreadable: [], notes: ["one"], givenUp };
  return { tasks: [{ task: "redeliver", title: "Redelivery", plan, outcomes: [], failures: [] }] };
}

const names = fc.array(fc.string({ unit: "grapheme", maxLength: 20 }), { minLength: 1, maxLength: 20 });

describe("the output plan", () => {
  test("is the whole plan, or says where it is", () => {
    const ends = { complete: 0, incomplete: 0 };
    fc.assert(
      fc.property(names, fc.integer({ min: 1, max: 1500 }), (unit, count) => {
        const targets = Array.from({ length: count }, (_, n) => `${unit[n % unit.length]}${n}`);
        const text = planOutput(reportOf(targets), "/tmp/report.json");
        expect(Buffer.byteLength(text)).toBeLessThanOrEqual(LIMIT);
        const output = JSON.parse(text);
        ends[output.complete ? "complete" : "incomplete"] += 1;
        const { plan } = reportOf(targets).tasks[0] ?? {};
        const counts = { changes: count, skipped: count, unreadable: 0, givenUp: count, notes: 1 };
        expect(output).toEqual(
          output.complete ? { complete: true, ...plan } : { complete: false, report: "/tmp/report.json", counts },
        );
      }),
    );
    expect(ends.complete).toBeGreaterThan(0);
    expect(ends.incomplete).toBeGreaterThan(0);
  });

  test("counts bytes, and is complete up to the limit", () => {
    const empty = Buffer.byteLength(planOutput(reportOf([""]), undefined));
    // The target is in three lists.
    const fitting = "ü".repeat(Math.floor((LIMIT - empty) / 6));
    expect(JSON.parse(planOutput(reportOf([fitting]), undefined))).toMatchObject({ complete: true });
    expect(JSON.parse(planOutput(reportOf([`${fitting}ü`]), undefined))).toMatchObject({
      complete: false,
      report: null,
    });
  });
});

describe("the output given-up-events", () => {
  test("lists what is new, as much as fits", () => {
    expect(JSON.parse(givenUpOutput(reportOf(["a", "b", "c"])))).toEqual([
      { target: "a", problem: "500" },
      { target: "c", problem: "500" },
    ]);
    expect(givenUpOutput(reportOf([]))).toBe("[]");
    const many = givenUpOutput(reportOf(Array.from({ length: 10_000 }, (_, n) => `acme/widgets, webhook ${n} 😀`)));
    expect(Buffer.byteLength(many)).toBeLessThanOrEqual(LIMIT);
    expect(Buffer.byteLength(many)).toBeGreaterThan(LIMIT * 0.99);
    expect(JSON.parse(many)[0]).toEqual({ target: "acme/widgets, webhook 0 😀", problem: "500" });
  });
});
