import { describe, expect, test } from "vitest";
import { checkBudgets, type KnownBrokenBudget } from "./check-budgets.ts";
import type { Row } from "./row.ts";

const exact: Row = { case: "size", name: "app", unit: "kB", figure: 9.5, must: 9, aim: 8, steady: "exact" };
const noisy: Row = {
  case: "types",
  name: "one area",
  unit: "x",
  figure: 1.6,
  low: 1.4,
  high: 1.7,
  must: 1.5,
  steady: "rounds",
};
const knownBroken: KnownBrokenBudget = { case: "size", name: "app", bound: 9.6, reason: "It has to." };

describe("a broken budget", () => {
  test("fails, and reports figure, noise and budget", () => {
    expect(checkBudgets([exact], [])).toEqual({ failures: ["size, app: 9.50 kB, must be at most 9.00."], known: [] });
    expect(checkBudgets([{ ...noisy, low: 1.51 }], []).failures).toEqual([
      "types, one area: 1.600 x (quartiles 1.510–1.700), must be at most 1.500.",
    ]);
  });

  test("does not fail if the better quartile is within the budget", () => {
    expect(checkBudgets([noisy], [])).toEqual({ failures: [], known: [] });
  });

  test("is a figure below the budget if more is better", () => {
    const more: Row = { ...noisy, figure: 0.45, low: 0.4, high: 0.49, must: 0.5, moreIsBetter: true };
    expect(checkBudgets([more], []).failures).toHaveLength(1);
    expect(checkBudgets([more], []).failures[0]).toContain("must be at least 0.500");
    expect(checkBudgets([{ ...more, high: 0.5 }], []).failures).toEqual([]);
  });

  test("fails regardless of quartiles if the figure is exact", () => {
    expect(checkBudgets([{ ...exact, low: 8, high: 10 }], []).failures).toHaveLength(1);
    expect(checkBudgets([{ ...exact, figure: 9 }], []).failures).toEqual([]);
  });

  test("does not fail if load on the machine can have caused it", () => {
    const { steady: _, ...timed } = exact;
    expect(checkBudgets([timed], [])).toEqual({ failures: [], known: [] });
  });
});

describe("a known broken budget", () => {
  test("passes, and is reported with its reason", () => {
    expect(checkBudgets([exact], [knownBroken])).toEqual({
      failures: [],
      known: ["size, app: 9.50 kB, must be at most 9.00. It has to."],
    });
  });

  test("fails if the figure gets worse", () => {
    expect(checkBudgets([{ ...exact, figure: 9.61 }], [knownBroken])).toEqual({
      failures: ["size, app: 9.61 kB, must be at most 9.00, worse than its recorded bound of 9.60."],
      known: [],
    });
  });

  test("fails once the budget is kept again", () => {
    expect(checkBudgets([{ ...exact, figure: 9 }], [knownBroken]).failures).toEqual([
      "size, app: 9.00 kB, must be at most 9.00: the budget is kept again, so remove its entry from known-broken-budgets.ts.",
    ]);
  });

  test("passes as long as the result is within the noise", () => {
    expect(checkBudgets([noisy], [{ ...knownBroken, case: "types", name: "one area" }])).toEqual({
      failures: [],
      known: [],
    });
  });

  test("fails if its case was measured without a row of this name", () => {
    const other = { ...exact, name: "another", figure: 1 };
    expect(checkBudgets([other], [knownBroken]).failures).toEqual([
      "known-broken-budgets.ts has an entry for size, app, which was not measured.",
    ]);
    expect(checkBudgets([{ ...other, case: "types" }], [knownBroken]).failures).toEqual([]);
  });
});
