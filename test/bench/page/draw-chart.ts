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

/** A piece of SVG markup. */
type Markup = string;

/** Draws a chart as a self-contained SVG, without scripts, fonts or other external resources. */
export function drawChart({ title, description, groups, line, budgetLegend, maxFigure }: Chart): string {
  const scale = (figure: number) =>
    X.barStart + (Math.max(0, Math.min(figure, maxFigure)) / maxFigure) * (X.barEnd - X.barStart);
  const drawn: Markup[] = [];
  let top = HEAD;
  for (const { label, bars } of groups) {
    drawn.push(text(label, undefined, X.labelStart, top + BAR - 2));
    drawn.push(...bars.flatMap((bar, index) => drawBar(bar, top + index * PITCH, scale, maxFigure)), "\n");
    top += bars.length * PITCH + GAP;
  }
  const height = top + MARGIN - GAP;
  const size = { width: WIDTH, height, viewBox: `0 0 ${WIDTH} ${height}` };
  const lineLegendX = MARGIN + 20 + budgetLegend.length * 6.6 + 24;
  const parts = [
    element("title", { id: "title" }, escapeMarkup(title)),
    element("desc", { id: "description" }, escapeMarkup(description)),
    element("style", {}, STYLE),
    "\n",
    element("rect", { class: "ground", x: 0.5, y: 0.5, width: WIDTH - 1, height: height - 1, rx: 6 }),
    text(title, "title", MARGIN, 30),
    vertical("must", MARGIN + 3, 41, 55),
    text(budgetLegend, "quiet", MARGIN + 14, 52),
    ...(line ? [vertical("line", lineLegendX, 41, 55), text(line.label, "quiet", lineLegendX + 10, 52)] : []),
    ...(line ? [vertical("line", scale(line.at), HEAD - 4, height - MARGIN + 4)] : []),
    "\n",
    ...drawn,
  ];
  const root = { xmlns: "http://www.w3.org/2000/svg", ...size, role: "img", "aria-labelledby": "title description" };
  return `${element("svg", root, ...parts)}\n`;
}

function drawBar(bar: Bar, top: number, scale: (figure: number) => number, maxFigure: number): Markup[] {
  const { implementation, figure, low, high, budget, isOurs, valueLabel } = bar;
  const [end, middle, textClass] = [scale(figure), top + BAR / 2, isOurs ? "" : "quiet"];
  const rect = { class: isOurs ? "ours" : "others", x: X.barStart, y: top, width: end - X.barStart, height: BAR };
  const parts = [text(implementation, textClass, X.nameEnd, top + BAR - 2, "end"), element("rect", rect)];
  const isCut = figure > maxFigure;
  if (isCut) {
    const cut = { class: "cut", y1: top + BAR + 1, y2: top - 1 };
    for (const x of [end - 14, end - 9]) parts.push(element("line", { ...cut, x1: x - 3, x2: x + 3 }));
  } else if (low !== undefined && high !== undefined) {
    parts.push(element("line", { class: "spread", x1: scale(low), x2: scale(high), y1: middle, y2: middle }));
  }
  if (budget !== undefined) parts.push(vertical("must", scale(budget), top - 2, top + BAR + 2));
  const labelStart = Math.max(end, isCut ? 0 : scale(high ?? 0), scale(budget ?? 0));
  return [...parts, text(valueLabel, textClass, labelStart + 8, top + BAR - 2)];
}

const vertical = (name: string, x: number, from: number, to: number) =>
  element("line", { class: name, x1: x, x2: x, y1: from, y2: to });

const text = (content: string, name: string | undefined, x: number, y: number, anchor: "start" | "end" = "start") => {
  const attributes = {
    ...(name !== undefined && { class: name }),
    x,
    y,
    ...(anchor === "end" && { "text-anchor": anchor }),
  };
  return element("text", attributes, escapeMarkup(content));
};

/** Renders an element; its content must already be markup. Rounds numbers to a tenth of a pixel. */
function element(name: string, attributes: Readonly<Record<string, string | number>>, ...content: Markup[]): Markup {
  const attributeTexts = Object.entries(attributes).map(([key, value]) => {
    const attribute = typeof value === "number" ? String(Number(value.toFixed(1))) : value;
    return ` ${key}="${escapeMarkup(attribute)}"`;
  });
  const start = `<${name}${attributeTexts.join("")}`;
  return content.length === 0 ? `${start}/>` : `${start}>${content.join("")}</${name}>`;
}

function escapeMarkup(text: string): Markup {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
