import { expect, test } from "vitest";
import type { BenchJob } from "../pace/job.ts";
import { verdictOf } from "../row.ts";
import { MEMORY } from "./quota-engines.ts";
import { runProcesses } from "./run-processes.ts";
import {
  CHANGING,
  type MeasuredWork,
  STEADY,
  sharedQuotaRows,
  startWithShare,
  startWithStore,
} from "./shared-quota.ts";

const jobs = Array.from({ length: 300 }, (_, index): BenchJob => ({ kind: "secret", number: index + 1 }));

test("processes that share a store share the limits", async () => {
  const work = { ...STEADY, jobs };
  const open = () => MEMORY.open(() => Date.now());
  const shared = await runProcesses(startWithStore((await open()).connect), work);
  expect(shared).toMatchObject({ refused: 0, lost: 0, duplicates: 0 });
  expect(shared.seconds).toBeLessThan(63);
  // Stores that have nothing in common are no protection.
  const separate = await runProcesses(async (context) => startWithStore((await open()).connect)(context), work);
  expect(separate.refused).toBeGreaterThan(0);
});

test("fixed shares respect the limits, too", async () => {
  const { refused, lost } = await runProcesses(startWithShare, { ...STEADY, jobs });
  expect({ refused, lost }).toEqual({ refused: 0, lost: 0 });
});

const good: MeasuredWork = {
  client: "forgehand",
  engine: "Redis",
  work: STEADY.name,
  ratio: 1.01,
  refused: 0,
  lost: 0,
  duplicates: 0,
  interrupted: 0,
  kills: 0,
};

const verdicts = (measured: readonly MeasuredWork[]) =>
  Object.fromEntries(sharedQuotaRows(measured).map((row) => [row.name, verdictOf(row)]));

test("rows have budgets for what shares a quota, and totals of its failures", () => {
  expect(verdicts([good, { ...good, engine: "memory", ratio: 1.2, refused: 1, lost: 2, duplicates: 3 }])).toEqual({
    "forgehand on Redis, 8 processes": "aim met",
    "forgehand on memory, 8 processes": "over",
    "forgehand on all engines: rejected": "over",
    "forgehand on all engines: lost": "over",
    "forgehand on all engines: duplicates": "over",
  });
  expect(verdicts([good])).toMatchObject({ "forgehand on all engines: rejected": "holds" });
});

test("other clients are compared with ours, without budgets", () => {
  const [row, rejected] = sharedQuotaRows([{ ...good, client: "octokit", work: CHANGING.name, refused: 5, kills: 2 }]);
  expect(row).toMatchObject({
    comparedWith: `forgehand on Redis, ${CHANGING.name}`,
    note: "2 killed, 0 calls repeated, 5 rejected",
  });
  expect(row?.must).toBeUndefined();
  expect(rejected?.figure).toBe(0);
});
