import { expect, test } from "vitest";
import { compareSamples } from "../measure.ts";
import { verdictOf } from "../row.ts";
import { emulatorResult } from "./emulator-result.ts";

const figures = (emulator: number, bare: number) =>
  compareSamples(
    new Map([
      ["emulator", [emulator]],
      ["bare", [bare]],
    ] as const),
    (sample: number) => sample,
  );

const served = [{ name: "list", count: 1000, served: { cpu: figures(250, 100), wall: figures(0.5, 0.25) } }];
const starts = {
  ready: compareSamples(
    new Map([
      ["emulator", [120]],
      ["node", [30]],
    ] as const),
    (sample: number) => sample,
  ),
  answered: { median: 130, low: 125, high: 140 },
  rss: { median: 101, low: 100, high: 102 },
};

const { rows, json } = emulatorResult({
  served,
  starts,
  hooks: {
    call: compareSamples(
      new Map([
        ["hooks", [0.3]],
        ["none", [0.25]],
      ] as const),
      (sample: number) => sample,
    ),
    delivered: compareSamples(
      new Map([
        ["hooks", [1.1]],
        ["none", [1]],
      ] as const),
      (sample: number) => sample,
    ),
  },
  large: [{ list: "stars", small: 2, first: 3, deep: 5 }],
});

test("shows figures and verdicts of budgets", () => {
  const shown = rows.map((row) => [row.name, row.figure, verdictOf(row)]);
  expect(shown).toEqual([
    ["list: ratio to a bare node:http", 0.4, "holds"],
    ["list: requests per second", 2000, undefined],
    ["list: bare node:http", 4000, undefined],
    ["start: ready", 0.12, "aim met"],
    ["start: first response", 0.13, undefined],
    ["start: an empty Node process", 0.03, undefined],
    ["start: memory when idle", 101, "over"],
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
    { ...none, case: "start", startMs: 120, answerMs: 130, rssMb: 101 },
    { ...none, case: "hooks", ratio: 1.2, callMs: 0.3, deliveredSeconds: 1.1 },
    { ...none, case: "large", list: "stars", ratio: 0.4, pageMs: { small: 2, first: 3, deep: 5 } },
  ]);
});

test("leaves out what was not measured", () => {
  const quick = emulatorResult({ served, starts });
  expect(quick.rows).toEqual(rows.filter(({ name }) => !/^(hooks|large)/.test(name)));
  expect(quick.json).toEqual(json.slice(0, 2));
});
