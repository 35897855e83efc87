import { expect, test } from "vitest";
import { compareSamples } from "../measure.ts";
import { verdictOf } from "../row.ts";
import type { HttpClientName } from "../worker/callers.ts";
import { clientResult } from "./client.ts";

const costs = new Map<HttpClientName, { cpu: number; wall: number }[]>([
  ["fetch", [{ cpu: 0.2, wall: 0.25 }]],
  ["octokit-core", [{ cpu: 0.5, wall: 0.5 }]],
  ["octokit", [{ cpu: 1, wall: 10.5 }]],
  ["forgehand", [{ cpu: 0.25, wall: 0.5 }]],
]);

const compared = (inFlight: number) => ({
  inFlight,
  cpu: compareSamples(costs, ({ cpu }) => cpu),
  wall: compareSamples(costs, ({ wall }) => wall),
});

const result = clientResult([...costs.keys()], [compared(1), compared(50)]);

test("reports each client's ratios to plain fetch as JSON", () => {
  expect(result.json).toHaveLength(8);
  expect(result.json).toContainEqual({ client: "fetch", inFlight: 1, cpuRatio: 1, wallRatio: 1 });
  expect(result.json).toContainEqual({ client: "octokit", inFlight: 50, cpuRatio: 5, wallRatio: 42 });
});

test("shows our budgets with many calls in flight", () => {
  const verdicts = result.rows.flatMap((row) => (verdictOf(row) ? [[row.name, verdictOf(row)]] : []));
  expect(verdicts).toEqual([["forgehand over fetch, CPU, 50 in flight", "holds"]]);
});

test("shows what pacing adds to an idle call", () => {
  const added = result.rows.filter(({ name }) => name.includes("compared with"));
  expect(added).toEqual([
    expect.objectContaining({
      name: "octokit over fetch compared with octokit-core, an idle call",
      unit: "ms",
      figure: 10,
    }),
  ]);
});

test("compares others with the variant of ours that does the same", () => {
  const comparisons = result.rows
    .filter((row) => row.comparedWith !== undefined)
    .map((row) => [row.name, row.comparedWith]);
  expect(comparisons).toContainEqual([
    "octokit over fetch, CPU, 50 in flight",
    "forgehand over fetch, CPU, 50 in flight",
  ]);
  const names = result.rows.map(({ name }) => name);
  for (const [, name] of comparisons) expect(names).toContain(name);
});
