import type { Row } from "../row.ts";
import { mostOrLeast, verdictOf } from "../row.ts";
import { withUnit } from "../table.ts";
import type { Chart, Group } from "./chart.ts";

/** Rows to be drawn: ours, each with those that were put beside it. */
export interface Plot {
  /** The file's name, without its ending. */
  readonly file: string;
  readonly title: string;
  /** What it shows, in a sentence. */
  readonly about: string;
  /** Names of rows, and what the plot calls them. */
  readonly groups: Readonly<Record<string, string>>;
  readonly line?: NonNullable<Chart["line"]>;
  /** Where longer bars are cut off. */
  readonly longest: number;
}

/** A plot of what was measured. @throws Error where a row is missing that it is to show */
export function chartOf({ groups, about, file: _, ...plot }: Plot, rows: readonly Row[]): Chart {
  const drawn = Object.entries(groups).map(([name, label]): Group => {
    const own = rows.find((row) => row.name === name);
    if (!own) throw new Error(`There is no row "${name}" to plot.`);
    return {
      label,
      bars: [own, ...rows.filter(({ beside }) => beside === name)].map((row) => barOf(row, row === own)),
    };
  });
  const own = rows.find(({ name, must }) => must !== undefined && Object.hasOwn(groups, name));
  return {
    ...plot,
    groups: drawn,
    must: `Forgehand's budget: ${own ? mostOrLeast(own) : "none"}`,
    description: [about, ...drawn.map(inWords)].join(" "),
  };
}

function barOf(row: Row, isOurs: boolean) {
  const { figure, low, high, must } = row;
  const verdict = verdictOf(row);
  const notes = [row.note, verdict === "over" || verdict === "under" ? "budget broken" : undefined];
  return {
    who: isOurs ? "Forgehand" : (row.who ?? row.name),
    ...{ figure, isOurs, told: [withUnit(row), ...notes.filter((note) => note !== undefined)].join(", ") },
    ...(low !== undefined && { low }),
    ...(high !== undefined && { high }),
    ...(must !== undefined && { must }),
  };
}

function inWords({ label, bars }: Group): string {
  return `${label}: ${bars.map(({ who, told }) => `${who} ${told}`).join("; ")}.`;
}
