import { Window } from "happy-dom";
import { expect, test } from "vitest";
import type { Row } from "../row.ts";
import { pageContent } from "./content.fixture.ts";
import { type Chart, drawChart } from "./draw-chart.ts";
import { chartOf } from "./plots.ts";

const { DOMParser } = new Window();

function parse(svg: string) {
  const parsed = new DOMParser().parseFromString(svg, "image/svg+xml");
  const error = parsed.querySelector("parsererror");
  if (error) throw new Error(error.textContent);
  return parsed;
}

const chart: Chart = {
  title: "Time <over> the minimum & more",
  description: "Shorter is better.",
  budgetLegend: "budget",
  line: { at: 1, label: "the minimum" },
  maxFigure: 4,
  groups: [
    {
      label: '2,000 "secrets"',
      bars: [
        { implementation: "Forgehand", figure: 1, low: 0.9, high: 1.2, budget: 1.5, isOurs: true, valueLabel: "1 x" },
        { implementation: "others", figure: 2, isOurs: false, valueLabel: "2 x" },
        { implementation: "far out", figure: 120, low: 100, high: 140, isOurs: false, valueLabel: "120 x" },
      ],
    },
  ],
};
const svg = drawChart(chart);

test("the test's parser rejects malformed markup", () => {
  expect(() => parse(svg.replace("</desc>", ""))).toThrow();
});

test("a chart is well-formed, and contains all texts", () => {
  const { documentElement } = parse(svg);
  expect(documentElement.tagName).toBe("svg");
  const label = (id: string) => documentElement.querySelector(`#${id}`)?.textContent;
  expect(documentElement.getAttribute("aria-labelledby")?.split(" ").map(label)).toEqual([
    "Time <over> the minimum & more",
    "Shorter is better.",
  ]);
  const texts = [...documentElement.querySelectorAll("text")].map(({ textContent }) => textContent);
  for (const expected of [
    '2,000 "secrets"',
    "Forgehand",
    "1 x",
    "others",
    "2 x",
    "far out",
    "120 x",
    "budget",
    "the minimum",
  ]) {
    expect(texts).toContain(expected);
  }
});

test("draws bars in proportion to their figures, and cuts off long ones", () => {
  const widths = [...parse(svg).querySelectorAll("rect.ours, rect.others")].map((bar) =>
    Number(bar.getAttribute("width")),
  );
  const [ours = 0, others, cut] = widths;
  expect([others, cut]).toEqual([2 * ours, 4 * ours]);
  expect(parse(svg).querySelectorAll(".cut")).toHaveLength(2);
});

test("loads and runs nothing external, and supports dark mode", () => {
  expect(svg.replace('xmlns="http://www.w3.org/2000/svg"', "")).not.toMatch(/https?:|<script|@import|url\(|\son\w+=/);
  expect(svg).toContain("prefers-color-scheme: dark");
});

test("draws nothing outside of its view box", () => {
  const root = parse(svg).documentElement;
  const [, , width, height] = (root.getAttribute("viewBox") ?? "").split(" ").map(Number);
  for (const name of ["x", "x1", "x2"]) {
    for (const element of root.querySelectorAll(`[${name}]`)) {
      expect(Number(element.getAttribute(name))).toBeLessThan(width ?? 0);
    }
  }
  for (const name of ["y", "y1", "y2"]) {
    for (const element of root.querySelectorAll(`[${name}]`)) {
      expect(Number(element.getAttribute(name))).toBeLessThan(height ?? 0);
    }
  }
});

const rows = pageContent.measured.flatMap((section) => section.rows);
const plot = pageContent.sections.pace.plots[0];
if (!plot) throw new Error("pace has no plot");

test("draws ours first, then the compared rows with their notes", () => {
  const { groups, budgetLegend, description } = chartOf(plot, rows);
  expect(groups[0]?.bars.map(({ implementation, valueLabel }) => [implementation, valueLabel])).toEqual([
    ["Forgehand", "1.007 x"],
    ["octokit", "3.028 x"],
  ]);
  expect(budgetLegend).toBe("Forgehand's budget: at most");
  expect(description).toContain("octokit 3.110 x, 183 rejected & 22 <lost>");
});

test("marks broken budgets", () => {
  const broken = rows.map((row): Row => (row.name === "forgehand, secrets" ? { ...row, figure: 2 } : row));
  expect(chartOf(plot, broken).groups[0]?.bars[0]?.valueLabel).toBe("2.000 x, budget broken");
});

test("cannot draw a row that was not measured", () => {
  expect(() =>
    chartOf(
      plot,
      rows.filter(({ name }) => name !== "forgehand, secrets"),
    ),
  ).toThrow('Cannot plot row "forgehand, secrets": it was not measured.');
});
