import type { Row } from "../row.ts";
import type { PageContent } from "./render-page.ts";
import { SECTIONS } from "./sections.ts";

const pace = { case: "pace", unit: "x", steady: "exact" } as const;

/** One row for each workload of the pace plot, and rows of another client for some of them. */
const paceRows: readonly Row[] = [
  ...SECTIONS.pace.plots
    .flatMap(({ groups }) => Object.keys(groups))
    .map((name): Row => ({ ...pace, name, figure: 1.007, must: 1.03, aim: 1.005 })),
  { ...pace, name: "octokit, secrets", figure: 3.028, implementation: "octokit", comparedWith: "forgehand, secrets" },
  { ...pace, name: "octokit, small", figure: 121.9, implementation: "octokit", comparedWith: "forgehand, small" },
  {
    ...pace,
    name: "octokit, mixed",
    figure: 3.11,
    implementation: "octokit",
    comparedWith: "forgehand, mixed",
    note: "183 rejected & 22 <lost>",
  },
];

const actionRows: readonly Row[] = [
  {
    case: "action",
    name: "rejected / an empty Node process",
    unit: "x",
    figure: 1.7,
    low: 1.6,
    high: 1.8,
    must: 2,
    aim: 1.6,
    steady: "rounds",
  },
  { case: "action", name: "minimum | maximum", unit: "calls", figure: 202 },
  { case: "action", name: "lost", unit: "calls", figure: 1, must: 0, steady: "exact" },
];

/** Content with an example of every part of the page. */
export const pageContent: PageContent = {
  sections: SECTIONS,
  measured: [
    { name: "action", rows: actionRows, milliseconds: 61_000 },
    { name: "pace", rows: paceRows, milliseconds: 5000 },
  ],
  known: [{ case: "action", name: "lost", bound: 1, reason: "The machine is slow." }],
  environment: {
    date: "2026-07-01",
    commit: "0123456789ab",
    machine: [["Processor", "An abacus"]],
    versions: [["Node", "24.0.0"]],
  },
};
