import { describe, expect, test } from "vitest";
import { collectSamples, compareSamples, median, quantile, scaleSpread, spreadOf } from "./measure.ts";
import { renderReport, rowsResult } from "./result.ts";
import { type Row, verdictOf } from "./row.ts";
import { renderTable } from "./table.ts";

describe("medians and quartiles", () => {
  test("do not depend on the order of the samples", () => {
    expect(median([9, 1, 5])).toBe(5);
    expect(median([10, 2, 4, 8])).toBe(6);
    expect(spreadOf([5, 1, 4, 2, 3])).toEqual({ median: 3, low: 2, high: 4 });
  });

  test("are interpolated between two samples", () => {
    expect(quantile([0, 10], 0.25)).toBe(2.5);
    expect(quantile([7], 0.75)).toBe(7);
  });

  test("do not change the samples", () => {
    const samples = [3, 1, 2];
    median(samples);
    expect(samples).toEqual([3, 1, 2]);
  });

  test("are NaN without samples", () => expect(median([])).toBeNaN());

  test("scale together", () => {
    expect(scaleSpread({ median: 2, low: 1, high: 4 }, 0.5)).toEqual({ median: 1, low: 0.5, high: 2 });
  });
});

/** A candidate with predefined costs. */
function candidateWithCosts<Name extends string>(name: Name, costs: readonly number[], calls: string[] = []) {
  const remainingCosts = [...costs];
  return {
    name,
    cost: async () => {
      calls.push(name);
      return remainingCosts.shift() ?? 0;
    },
  };
}

/** Runs candidates in turn and compares their costs. */
const compareInRounds = async <Name extends string>(...rounds: Parameters<typeof collectSamples<Name, number>>) =>
  compareSamples(await collectSamples(...rounds), (cost) => cost);

describe("rounds", () => {
  test("run the candidates in turn, warm-ups first", async () => {
    const calls: string[] = [];
    await compareInRounds(
      [candidateWithCosts("A", [], calls), candidateWithCosts("B", [], calls), candidateWithCosts("C", [], calls)],
      { rounds: 7, warmUps: 2 },
    );
    expect(calls.join("")).toBe("ABC".repeat(9));
  });

  test("leave warm-ups out of the figures", async () => {
    const measured = await compareInRounds([candidateWithCosts("A", [1000, 1, 2, 3, 4, 5, 6, 7])], { rounds: 7 });
    expect(measured.of("A")).toEqual({ median: 4, low: 2.5, high: 5.5 });
  });

  test("compare with the baseline of the same round", async () => {
    // The machine gets slower with each round, but the ratio stays the same.
    const base = [1, 2, 3, 4, 5, 6, 7];
    const candidates = [
      candidateWithCosts("base", base),
      candidateWithCosts(
        "double",
        base.map((cost) => cost * 2),
      ),
    ];
    const measured = await compareInRounds(candidates, { rounds: 7, warmUps: 0 });
    expect(measured.ratio("double", "base")).toEqual({ median: 2, low: 2, high: 2 });
    expect(measured.difference("double", "base")).toEqual({ median: 4, low: 2.5, high: 5.5 });
  });

  test("compare several figures of one run", async () => {
    const samples = await collectSamples(
      [
        { name: "base", cost: () => ({ cpu: 1, wall: 10 }) },
        { name: "slow", cost: async () => ({ cpu: 2, wall: 40 }) },
      ],
      { rounds: 7 },
    );
    expect(compareSamples(samples, ({ cpu }) => cpu).ratio("slow", "base").median).toBe(2);
    expect(compareSamples(samples, ({ wall }) => wall).ratio("slow", "base").median).toBe(4);
  });

  test("must be at least seven", async () => {
    await expect(compareInRounds([candidateWithCosts("A", [])], { rounds: 6 })).rejects.toThrow("at least 7");
  });
});

const row: Row = { case: "size", name: "app", unit: "kB", figure: 8.5 };

describe("budgets", () => {
  test("are kept if the figure equals them", () => {
    expect(verdictOf({ ...row, must: 8.5, aim: 8 })).toBe("holds");
    expect(verdictOf({ ...row, must: 9, aim: 8.5 })).toBe("aim met");
    expect(verdictOf({ ...row, must: 8.5 })).toBe("holds");
  });

  test("are broken by a larger figure", () => expect(verdictOf({ ...row, must: 8.49, aim: 8 })).toBe("over"));

  test("are lower bounds if more is better", () => {
    const ratio: Row = { ...row, unit: "x", figure: 0.5, moreIsBetter: true };
    expect(verdictOf({ ...ratio, must: 0.5, aim: 0.7 })).toBe("holds");
    expect(verdictOf({ ...ratio, must: 0.35, aim: 0.5 })).toBe("aim met");
    expect(verdictOf({ ...ratio, must: 0.51 })).toBe("under");
  });

  test("are optional", () => expect(verdictOf(row)).toBeUndefined());
});

describe("the table", () => {
  test("aligns columns over all cases, and shows broken budgets", () => {
    const rows: Row[] = [
      { case: "types", name: "one area", unit: "x", figure: 1.6, low: 1.55, high: 1.7, must: 1.5, aim: 1.3 },
      { case: "types", name: "operations", unit: "operations", figure: 188 },
      { case: "size", name: "the tiny app", unit: "kB", figure: 7.999, must: 9, aim: 8 },
    ];
    expect(renderTable(rows)).toBe(
      [
        "== types ==",
        "                      figure    quartiles   must    aim",
        "one area             1.600 x  1.550–1.700  1.500  1.300     over",
        "operations    188 operations",
        "",
        "== size ==",
        "                      figure    quartiles   must    aim",
        "the tiny app         8.00 kB                9.00   8.00  aim met",
      ].join("\n"),
    );
  });
});

describe("a report", () => {
  const over: Row = { ...row, must: 8 };
  const own = { rows: [over], json: [{ client: "fetch", cpuRatio: 1 }] };

  test("is one table of all cases by default", () => {
    const options = { json: false };
    expect(renderReport([rowsResult([row]), own], options)).toBe(renderTable([row, over]));
  });

  test("is one JSON array with --json, each case in its own format", () => {
    const written = renderReport([rowsResult([over]), own, rowsResult([row])], { json: true });
    expect(JSON.parse(written)).toEqual([{ ...over, verdict: "over" }, ...own.json, row]);
  });
});
