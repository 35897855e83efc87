import type { Row } from "../row.ts";
import { boundLabel, verdictOf } from "../row.ts";
import { formatWithUnit } from "../table.ts";
import type { BarGroup, Chart } from "./draw-chart.ts";

/** Rows to draw: ours, each with the rows that are compared with it. */
export interface Plot {
  /** Name of the file, without its extension. */
  readonly file: string;
  readonly title: string;
  /** Description of the plot, in one sentence. */
  readonly description: string;
  /** Names of the rows to draw, and their labels in the plot. */
  readonly groups: Readonly<Record<string, string>>;
  readonly line?: NonNullable<Chart["line"]>;
  /** Longer bars are cut off here. */
  readonly maxFigure: number;
}

/**
 * Creates the chart of a plot from measured rows.
 * @throws Error if a row of the plot is missing
 */
export function chartOf({ groups, description, file: _, ...plot }: Plot, rows: readonly Row[]): Chart {
  const barGroups = Object.entries(groups).map(([name, label]): BarGroup => {
    const ourRow = rows.find((row) => row.name === name);
    if (!ourRow) throw new Error(`Cannot plot row "${name}": it was not measured.`);
    return {
      label,
      bars: [ourRow, ...rows.filter(({ comparedWith }) => comparedWith === name)].map((row) =>
        barOf(row, row === ourRow),
      ),
    };
  });
  const rowWithBudget = rows.find(({ name, must }) => must !== undefined && Object.hasOwn(groups, name));
  return {
    ...plot,
    groups: barGroups,
    budgetLegend: `Forgehand's budget: ${rowWithBudget ? boundLabel(rowWithBudget) : "none"}`,
    description: [description, ...barGroups.map(describeGroup)].join(" "),
  };
}

function barOf(row: Row, isOurs: boolean) {
  const { figure, low, high, must } = row;
  const verdict = verdictOf(row);
  const notes = [row.note, verdict === "over" || verdict === "under" ? "budget broken" : undefined];
  return {
    implementation: isOurs ? "Forgehand" : (row.implementation ?? row.name),
    figure,
    isOurs,
    valueLabel: [formatWithUnit(row), ...notes.filter((note) => note !== undefined)].join(", "),
    ...(low !== undefined && { low }),
    ...(high !== undefined && { high }),
    ...(must !== undefined && { budget: must }),
  };
}

function describeGroup({ label, bars }: BarGroup): string {
  return `${label}: ${bars.map(({ implementation, valueLabel }) => `${implementation} ${valueLabel}`).join("; ")}.`;
}
