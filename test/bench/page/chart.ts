import { element, escaped, type Markup } from "./svg.ts";

/** Bars in groups, all on one scale that begins at nothing. */
export interface Chart {
  readonly title: string;
  /** What it shows, for those who don't see it. */
  readonly description: string;
  readonly groups: readonly Group[];
  /** What bars are compared with: a line, and what it stands for. */
  readonly line?: { readonly at: number; readonly label: string };
  /** What the budgets' marks say. */
  readonly must: string;
  /** Bars that are longer are cut off there: they would make all others too short to be compared. */
  readonly longest: number;
}

/** One thing that several have done. */
export interface Group {
  readonly label: string;
  readonly bars: readonly Bar[];
}

export interface Bar {
  readonly who: string;
  readonly figure: number;
  readonly low?: number;
  readonly high?: number;
  readonly must?: number;
  readonly isOurs: boolean;
  /** What stands behind it. */
  readonly told: string;
}

const WIDTH = 820;
const MARGIN = 20;
const HEAD = 76;
const BAR = 13;
const PITCH = 18;
const GAP = 12;
/** Where labels of groups begin, names end, bars begin, and the longest bar ends. */
const LEFT = { group: MARGIN, who: 330, bars: 340, end: 620 } as const;

// Readable on a page of either kind: it brings its own ground.
const STYLE = `
  text { font: 12px system-ui, -apple-system, "Segoe UI", "Liberation Sans", sans-serif; fill: #1f2328; }
  /* What a line crosses is read all the same. */
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

/** A chart as a picture of its own: no script, no font and nothing else from elsewhere. */
export function drawChart(chart: Chart): string {
  const heights = chart.groups.map(({ bars }) => bars.length * PITCH + GAP);
  const tops = heights.map((_, index) => HEAD + heights.slice(0, index).reduce((sum, height) => sum + height, 0));
  const height = HEAD + heights.reduce((sum, one) => sum + one, 0) + MARGIN - GAP;
  const scale = (figure: number) =>
    LEFT.bars + (Math.max(0, Math.min(figure, chart.longest)) / chart.longest) * (LEFT.end - LEFT.bars);
  return `${element(
    "svg",
    {
      ...{ xmlns: "http://www.w3.org/2000/svg", width: WIDTH, height, viewBox: `0 0 ${WIDTH} ${height}` },
      ...{ role: "img", "aria-labelledby": "title description" },
    },
    element("title", { id: "title" }, escaped(chart.title)),
    element("desc", { id: "description" }, escaped(chart.description)),
    element("style", {}, STYLE),
    "\n",
    element("rect", { class: "ground", x: 0.5, y: 0.5, width: WIDTH - 1, height: height - 1, rx: 6 }),
    text(chart.title, { class: "title", x: MARGIN, y: 30 }),
    ...legend(chart),
    ...(chart.line ? [vertical("line", scale(chart.line.at), HEAD - 4, height - MARGIN + 4)] : []),
    "\n",
    ...chart.groups.flatMap((group, index) => drawGroup(group, tops[index] ?? HEAD, scale, chart.longest)),
  )}\n`;
}

function legend({ line, must }: Chart): Markup[] {
  const y = 52;
  const second = MARGIN + 20 + must.length * 6.6 + 24;
  return [
    vertical("must", MARGIN + 3, y - 11, y + 3),
    text(must, { class: "quiet", x: MARGIN + 14, y }),
    ...(line ? [vertical("line", second, y - 11, y + 3), text(line.label, { class: "quiet", x: second + 10, y })] : []),
  ];
}

function drawGroup({ label, bars }: Group, top: number, scale: (figure: number) => number, longest: number): Markup[] {
  return [
    text(label, { x: LEFT.group, y: top + BAR - 2 }),
    ...bars.flatMap((bar, index) => drawBar(bar, top + index * PITCH, scale, longest)),
    "\n",
  ];
}

function drawBar(bar: Bar, top: number, scale: (figure: number) => number, longest: number): Markup[] {
  const { who, figure, low, high, must, isOurs, told } = bar;
  const end = scale(figure);
  const middle = top + BAR / 2;
  const parts = [
    text(who, { class: isOurs ? "" : "quiet", x: LEFT.who, y: top + BAR - 2, "text-anchor": "end" }),
    element("rect", {
      class: isOurs ? "ours" : "others",
      ...{ x: LEFT.bars, y: top, width: end - LEFT.bars, height: BAR },
    }),
  ];
  const isCut = figure > longest;
  if (isCut) {
    const cut = { class: "cut", y1: top + BAR + 1, y2: top - 1 };
    for (const x of [end - 14, end - 9]) parts.push(element("line", { ...cut, x1: x - 3, x2: x + 3 }));
  } else if (low !== undefined && high !== undefined) {
    parts.push(element("line", { class: "spread", x1: scale(low), x2: scale(high), y1: middle, y2: middle }));
  }
  if (must !== undefined) parts.push(vertical("must", scale(must), top - 2, top + BAR + 2));
  const behind = Math.max(end, isCut ? 0 : scale(high ?? 0), scale(must ?? 0));
  return [...parts, text(told, { class: isOurs ? "" : "quiet", x: behind + 8, y: top + BAR - 2 })];
}

function vertical(name: string, x: number, from: number, to: number): Markup {
  return element("line", { class: name, x1: x, x2: x, y1: from, y2: to });
}

function text(content: string, attributes: Readonly<Record<string, string | number>>): Markup {
  return element("text", attributes, escaped(content));
}
