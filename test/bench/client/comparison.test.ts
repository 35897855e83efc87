import { expect, test } from "vitest";
import { figuresOf } from "../measure.ts";
import { verdictOf } from "../row.ts";
import { clientResult } from "./comparison.ts";
import type { ClientName } from "./worker/callers.ts";

const costs = new Map<ClientName, { cpu: number; wall: number }[]>([
  ["fetch", [{ cpu: 0.2, wall: 0.25 }]],
  ["octokit-core", [{ cpu: 0.5, wall: 0.5 }]],
  ["octokit", [{ cpu: 1, wall: 10.5 }]],
  ["forgehand", [{ cpu: 0.25, wall: 0.5 }]],
]);

const compared = (inFlight: number) => ({
  inFlight,
  cpu: figuresOf(costs, ({ cpu }) => cpu),
  wall: figuresOf(costs, ({ wall }) => wall),
});

const result = clientResult([...costs.keys()], [compared(1), compared(50)]);

test("programs are told each client's ratios to plain fetch", () => {
  expect(result.json).toHaveLength(8);
  expect(result.json).toContainEqual({ client: "fetch", inFlight: 1, cpuRatio: 1, wallRatio: 1 });
  expect(result.json).toContainEqual({ client: "octokit", inFlight: 50, cpuRatio: 5, wallRatio: 42 });
});

test("people are told the budgets of our own, with many calls in flight", () => {
  const verdicts = result.rows.flatMap((row) => (verdictOf(row) ? [[row.name, verdictOf(row)]] : []));
  expect(verdicts).toEqual([["forgehand, CPU, 50 in flight", "aim met"]]);
});

test("people are told what pacing adds to an idle call", () => {
  const added = result.rows.filter(({ name }) => name.includes("over"));
  expect(added).toEqual([
    expect.objectContaining({ name: "octokit over octokit-core, an idle call", unit: "ms", figure: 10 }),
  ]);
});

test("others are put beside ours that does the same", () => {
  const beside = result.rows.filter((row) => row.beside !== undefined).map((row) => [row.name, row.beside]);
  expect(beside).toContainEqual(["octokit, CPU, 50 in flight", "forgehand, CPU, 50 in flight"]);
  const names = result.rows.map(({ name }) => name);
  for (const [, name] of beside) expect(names).toContain(name);
});
