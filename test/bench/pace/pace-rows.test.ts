import { expect, test } from "vitest";
import { verdictOf } from "../row.ts";
import { type PaceRow, paceRows } from "./pace.ts";

const goodRow: PaceRow = {
  client: "forgehand",
  workload: "secrets",
  ratio: 1.004,
  refused: 0,
  lost: 0,
  duplicates: 0,
  interactiveP95: null,
};

const rowsOf = (row: PaceRow) =>
  paceRows([row]).map((result) => [result.name, result.unit, result.figure, verdictOf(result)]);

const totalRejectedRow = (count: number, verdict: string) => [
  "forgehand, all workloads with published limits: rejected",
  "calls",
  count,
  verdict,
];

test("a workload without rejected or lost calls has one row", () => {
  expect(rowsOf(goodRow)).toEqual([["forgehand, secrets", "x", 1.004, "aim met"], totalRejectedRow(0, "holds")]);
});

test("shows rejected, lost and duplicated calls, and the wait of interactive calls", () => {
  expect(rowsOf({ ...goodRow, ratio: 1.2, refused: 3, lost: 2, duplicates: 1, interactiveP95: 0.25 })).toEqual([
    ["forgehand, secrets", "x", 1.2, "over"],
    ["forgehand, secrets: rejected", "calls", 3, "over"],
    ["forgehand, secrets: lost", "calls", 2, "over"],
    ["forgehand, secrets: duplicates", "calls", 1, "over"],
    ["forgehand, secrets: p95 of interactive calls", "s", 0.25, "holds"],
    totalRejectedRow(3, "over"),
  ]);
  expect(paceRows([{ ...goodRow, refused: 1200, lost: 2 }])[0]?.note).toBe("1,200 rejected, 2 lost");
});

test("an unpublished limit is found by exceeding it", () => {
  const verdictOfRejected = (count: number) =>
    rowsOf({ ...goodRow, workload: "secrets-hidden-half", refused: count })[1]?.[3];
  expect([verdictOfRejected(20), verdictOfRejected(21)]).toEqual(["holds", "over"]);
});

test("rejections by an unpublished limit don't count as avoidable", () => {
  const rows = paceRows([goodRow, { ...goodRow, workload: "secrets-hidden-half", refused: 19 }]);
  expect(rows.at(-1)).toMatchObject({ name: "forgehand, all workloads with published limits: rejected", figure: 0 });
});

test("other clients have no budgets, and are compared with ours", () => {
  const rows = paceRows([{ ...goodRow, client: "octokit", refused: 3 }]);
  for (const row of rows) expect(verdictOf(row)).toBeUndefined();
  expect(rows.map(({ implementation, comparedWith }) => [implementation, comparedWith])).toEqual([
    ["octokit", "forgehand, secrets"],
    ["octokit", "forgehand, secrets: rejected"],
  ]);
});
