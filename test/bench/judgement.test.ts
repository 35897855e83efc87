import { describe, expect, test } from "vitest";
import { judge, type Known } from "./judgement.ts";
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
const record: Known = { case: "size", name: "app", bound: 9.6, reason: "It has to." };

describe("a broken budget", () => {
  test("fails: figure, noise and budget are told", () => {
    expect(judge([exact], [])).toEqual({ failures: ["size, app: 9.50 kB, must be at most 9.00."], known: [] });
    expect(judge([{ ...noisy, low: 1.51 }], []).failures).toEqual([
      "types, one area: 1.600 x (quartiles 1.510–1.700), must be at most 1.500.",
    ]);
  });

  test("is none where the nearer quartile keeps it", () => {
    expect(judge([noisy], [])).toEqual({ failures: [], known: [] });
  });

  test("is one on the other side where more is better", () => {
    const more: Row = { ...noisy, figure: 0.45, low: 0.4, high: 0.49, must: 0.5, moreIsBetter: true };
    expect(judge([more], []).failures).toHaveLength(1);
    expect(judge([more], []).failures[0]).toContain("must be at least 0.500");
    expect(judge([{ ...more, high: 0.5 }], []).failures).toEqual([]);
  });

  test("has no noise to hide behind where the figure is exact", () => {
    expect(judge([{ ...exact, low: 8, high: 10 }], []).failures).toHaveLength(1);
    expect(judge([{ ...exact, figure: 9 }], []).failures).toEqual([]);
  });

  test("proves nothing where a loaded machine may have broken it", () => {
    const { steady: _, ...timed } = exact;
    expect(judge([timed], [])).toEqual({ failures: [], known: [] });
  });
});

describe("a record of a broken budget", () => {
  test("lets it pass, and is told with its reason", () => {
    expect(judge([exact], [record])).toEqual({
      failures: [],
      known: ["size, app: 9.50 kB, must be at most 9.00. It has to."],
    });
  });

  test("lets nothing get worse", () => {
    expect(judge([{ ...exact, figure: 9.61 }], [record])).toEqual({
      failures: ["size, app: 9.61 kB, must be at most 9.00, and it is known only up to 9.60."],
      known: [],
    });
  });

  test("fails where it is no longer needed", () => {
    expect(judge([{ ...exact, figure: 9 }], [record]).failures).toEqual([
      "size, app: 9.00 kB, must be at most 9.00: it holds, so its record in known.ts has to go.",
    ]);
  });

  test("may stay where noise alone decides", () => {
    expect(judge([noisy], [{ ...record, case: "types", name: "one area" }])).toEqual({ failures: [], known: [] });
  });

  test("fails where nothing of its name was measured, though its case was", () => {
    const other = { ...exact, name: "another", figure: 1 };
    expect(judge([other], [record]).failures).toEqual(["known.ts has a record of size, app, which was not measured."]);
    expect(judge([{ ...other, case: "types" }], [record]).failures).toEqual([]);
  });
});
