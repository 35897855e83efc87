import { element, escapeMarkup, type Markup } from "./svg.ts";

/** Groups of bars, all on one scale that starts at zero. */
export interface Chart {
  readonly title: string;
  /** Alternative text of the chart. */
  readonly description: string;
  readonly groups: readonly BarGroup[];
  /** Reference line that bars are compared with, and its label. */
  readonly line?: { readonly at: number; readonly label: string };
  /** Legend of the budget marks. */
  readonly budgetLegend: string;
  /** Longer bars are cut off here, because they would make all others too short to compare. */
  readonly maxFigure: number;
}

/** Bars of the same measurement for several implementations. */
export interface BarGroup {
  readonly label: string;
  readonly bars: readonly Bar[];
}

export interface Bar {
  readonly implementation: string;
  readonly figure: number;
  readonly low?: number;
  readonly high?: number;
  /** Position of the budget mark. */
  readonly budget?: number;
  readonly isOurs: boolean;
  /** Text after the bar. */
  readonly valueLabel: string;
}

const WIDTH = 820;
const MARGIN = 20;
const HEAD = 76;
const BAR = 13;
const PITCH = 18;
const GAP = 12;
/** X positions: group labels start, implementation names end, bars start, the longest bar ends. */
const X = { labelStart: MARGIN, nameEnd: 330, barStart: 340, barEnd: 620 } as const;

// Has its own background, so that it is readable on light and dark pages.
const STYLE = `
  text { font: 12px system-ui, -apple-system, "Segoe UI", "Liberation Sans", sans-serif; fill: #1f2328; }
  /* Keeps text readable where a line crosses it. */
  text { paint-order: stroke; stroke: #ffffff; stroke-width: 3px; stroke-linejoin: round; }
  .title { font-size: 15px; font-weight: 600; }
  .quiet { fill: #59636e; }
  .ground { fill: #ffffff; stroke: #d1d9e0; }
  .ours { fill: #0969da; }
  .others { fill: #a3adb8; }
  .spread { stroke: #1f2328; stroke-width: 1.5; }
  .line { stroke: #59636e; stroke-dasharray: 2 3; }
  .must { stroke: #bc4c00; stroke-width: 2.5; }
  .cut { stroke: #ffffff; stroke-width: 2; }
  @media (prefers-color-scheme: dark) {
    text { fill: #f0f6fc; stroke: #0d1117; }
    .quiet { fill: #9198a1; }
    .ground { fill: #0d1117; stroke: #3d444d; }
    .ours { fill: #4493f8; }
    .others { fill: #5c6670; }
    .spread { stroke: #f0f6fc; }
    .line { stroke: #9198a1; }
    .must { stroke: #f0883e; }
    .cut { stroke: #0d1117; }
  }
`;

/** Draws a chart as a self-contained SVG, without scripts, fonts or other external resources. */
export function drawChart(chart: Chart): string {
  const heights = chart.groups.map(({ bars }) => bars.length * PITCH + GAP);
  const tops = heights.map((_, index) => HEAD + heights.slice(0, index).reduce((sum, height) => sum + height, 0));
  const height = HEAD + heights.reduce((sum, groupHeight) => sum + groupHeight, 0) + MARGIN - GAP;
  const scale = (figure: number) =>
    X.barStart + (Math.max(0, Math.min(figure, chart.maxFigure)) / chart.maxFigure) * (X.barEnd - X.barStart);
  return `${element(
    "svg",
    {
      xmlns: "http://www.w3.org/2000/svg",
      width: WIDTH,
      height,
      viewBox: `0 0 ${WIDTH} ${height}`,
      role: "img",
      "aria-labelledby": "title description",
    },
    element("title", { id: "title" }, escapeMarkup(chart.title)),
    element("desc", { id: "description" }, escapeMarkup(chart.description)),
    element("style", {}, STYLE),
    "\n",
    element("rect", { class: "ground", x: 0.5, y: 0.5, width: WIDTH - 1, height: height - 1, rx: 6 }),
    text(chart.title, { class: "title", x: MARGIN, y: 30 }),
    ...legend(chart),
    ...(chart.line ? [vertical("line", scale(chart.line.at), HEAD - 4, height - MARGIN + 4)] : []),
    "\n",
    ...chart.groups.flatMap((group, index) => drawGroup(group, tops[index] ?? HEAD, scale, chart.maxFigure)),
  )}\n`;
}

function legend({ line, budgetLegend }: Chart): Markup[] {
  const y = 52;
  const lineLegendX = MARGIN + 20 + budgetLegend.length * 6.6 + 24;
  return [
    vertical("must", MARGIN + 3, y - 11, y + 3),
    text(budgetLegend, { class: "quiet", x: MARGIN + 14, y }),
    ...(line
      ? [vertical("line", lineLegendX, y - 11, y + 3), text(line.label, { class: "quiet", x: lineLegendX + 10, y })]
      : []),
  ];
}

function drawGroup(
  { label, bars }: BarGroup,
  top: number,
  scale: (figure: number) => number,
  maxFigure: number,
): Markup[] {
  return [
    text(label, { x: X.labelStart, y: top + BAR - 2 }),
    ...bars.flatMap((bar, index) => drawBar(bar, top + index * PITCH, scale, maxFigure)),
    "\n",
  ];
}

function drawBar(bar: Bar, top: number, scale: (figure: number) => number, maxFigure: number): Markup[] {
  const { implementation, figure, low, high, budget, isOurs, valueLabel } = bar;
  const end = scale(figure);
  const middle = top + BAR / 2;
  const parts = [
    text(implementation, {
      class: isOurs ? "" : "quiet",
      x: X.nameEnd,
      y: top + BAR - 2,
      "text-anchor": "end",
    }),
    element("rect", {
      class: isOurs ? "ours" : "others",
      x: X.barStart,
      y: top,
      width: end - X.barStart,
      height: BAR,
    }),
  ];
  const isCut = figure > maxFigure;
  if (isCut) {
    const cut = { class: "cut", y1: top + BAR + 1, y2: top - 1 };
    for (const x of [end - 14, end - 9]) parts.push(element("line", { ...cut, x1: x - 3, x2: x + 3 }));
  } else if (low !== undefined && high !== undefined) {
    parts.push(element("line", { class: "spread", x1: scale(low), x2: scale(high), y1: middle, y2: middle }));
  }
  if (budget !== undefined) parts.push(vertical("must", scale(budget), top - 2, top + BAR + 2));
  const labelStart = Math.max(end, isCut ? 0 : scale(high ?? 0), scale(budget ?? 0));
  return [...parts, text(valueLabel, { class: isOurs ? "" : "quiet", x: labelStart + 8, y: top + BAR - 2 })];
}

function vertical(name: string, x: number, from: number, to: number): Markup {
  return element("line", { class: name, x1: x, x2: x, y1: from, y2: to });
}

function text(content: string, attributes: Readonly<Record<string, string | number>>): Markup {
  return element("text", attributes, escapeMarkup(content));
}
