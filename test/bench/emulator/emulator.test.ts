import { expect, test } from "vitest";
import { compareSamples } from "../measure.ts";
import { type CaseRow, verdictOf } from "../row.ts";
import { startResult } from "./emulator.ts";
import { hooksResult } from "./hooks.ts";
import { largeListsResult } from "./large-lists.ts";
import { servingResult } from "./serving.ts";

/** Compares one sample of each candidate. */
const compared = <Name extends string>(samples: Readonly<Record<Name, number>>, ...names: readonly Name[]) =>
  compareSamples(new Map(names.map((name) => [name, [samples[name]]])), (sample: number) => sample);

const results = [
  servingResult(
    "list",
    compared({ emulator: 250, bare: 100 }, "emulator", "bare"),
    compared({ emulator: 1.5, bare: 0.75 }, "emulator", "bare"),
  ),
  startResult(
    compared({ emulator: 120, node: 30 }, "emulator", "node"),
    { median: 130, low: 125, high: 140 },
    { median: 111, low: 100, high: 102 },
  ),
  hooksResult(
    compared({ hooks: 0.3, none: 0.25 }, "hooks", "none"),
    compared({ hooks: 1.1, none: 1 }, "hooks", "none"),
  ),
  largeListsResult([{ list: "stars", small: 2, first: 3, deep: 5 }]),
];
const rows = results.flatMap((result): readonly CaseRow[] => result.rows);
const json = results.flatMap((result) => result.json);

test("shows figures and verdicts of budgets", () => {
  const shown = rows.map((row) => [row.name, row.figure, verdictOf(row)]);
  expect(shown).toEqual([
    ["list: ratio to a bare node:http", 0.4, "holds"],
    ["list: requests per second", 2000, undefined],
    ["list: bare node:http", 4000, undefined],
    ["start: ready", 0.12, "aim met"],
    ["start: first response", 0.13, undefined],
    ["start: an empty Node process", 0.03, undefined],
    ["start: memory when idle", 111, "over"],
    ["hooks: a call delivered to three webhooks, ratio to one delivered to none", 1.2, "over"],
    ["hooks: a call delivered to three webhooks", 0.3, undefined],
    ["hooks: 1,000 stars per second, until the last of 3,000 deliveries", 1.1, undefined],
    ["large: a page of stars", 3, undefined],
    ["large: a deep page of stars, ratio to a short list's", 2.5, "over"],
  ]);
});

test("reports the figures as JSON, all entries with the same fields", () => {
  const none = { ratio: null, rps: null, startMs: null, rssMb: null };
  expect(json).toEqual([
    { ...none, case: "list", ratio: 0.4, rps: 2000 },
    { ...none, case: "start", startMs: 120, answerMs: 130, rssMb: 111 },
    { ...none, case: "hooks", ratio: 1.2, callMs: 0.3, deliveredSeconds: 1.1 },
    { ...none, case: "large", list: "stars", ratio: 0.4, pageMs: { small: 2, first: 3, deep: 5 } },
  ]);
});
