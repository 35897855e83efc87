import { isPast, mostOrLeast, type Row } from "./row.ts";
import { quartilesOf, withUnit, written } from "./table.ts";

/** A budget that is known to be broken. */
export interface Known {
  readonly case: string;
  /** The row's. */
  readonly name: string;
  /** The figure may not get worse than this. */
  readonly bound: number;
  /** Why it is so, in a sentence. */
  readonly reason: string;
}

/** What comes of budgets, a line for each that has something to say. */
export interface Judgement {
  readonly failures: readonly string[];
  /** Broken, and known to be. */
  readonly known: readonly string[];
}

/**
 * Holds rows against their budgets by more than their noise: what the machine may have done fails nothing. A record of a
 * broken budget fails where it is no longer needed, or is about nothing that its case has measured.
 */
export function judge(rows: readonly Row[], records: readonly Known[]): Judgement {
  const failures: string[] = [];
  const known: string[] = [];
  for (const row of rows) {
    const record = recordOf(row, records);
    if (isBroken(row)) {
      if (!record) failures.push(`${told(row)}.`);
      else if (isPast(row, strayOf(row).best, record.bound)) {
        failures.push(`${told(row)}, and it is known only up to ${written(record.bound, row)}.`);
      } else known.push(`${told(row)}. ${record.reason}`);
    } else if (record && isKept(row)) {
      failures.push(`${told(row)}: it holds, so its record in known.ts has to go.`);
    }
  }
  const cases = new Set(rows.map((row) => row.case));
  const about = ({ case: of, name }: Known) => rows.some((row) => row.case === of && row.name === name);
  for (const record of records) {
    if (!cases.has(record.case) || about(record)) continue;
    failures.push(`known.ts has a record of ${record.case}, ${record.name}, which was not measured.`);
  }
  return { failures, known };
}

/** The record of a row's budget, where it is known to be broken. */
export function recordOf(row: Row, records: readonly Known[]): Known | undefined {
  return records.find((record) => record.case === row.case && record.name === row.name);
}

/** Is its budget broken, whatever the machine was doing? */
function isBroken(row: Row): boolean {
  return row.steady !== undefined && row.must !== undefined && isPast(row, strayOf(row).best, row.must);
}

/** Is its budget kept, whatever the machine was doing? Of what strays as it likes nobody can say so. */
function isKept(row: Row): boolean {
  return row.steady !== undefined && (row.must === undefined || !isPast(row, strayOf(row).worst, row.must));
}

/** How far a figure strays: from one quartile to the other, where it does. */
function strayOf({ figure, low = figure, high = figure, moreIsBetter, steady }: Row) {
  if (steady === "exact") return { best: figure, worst: figure };
  return moreIsBetter ? { best: high, worst: low } : { best: low, worst: high };
}

/** A row in words: its figure, its noise, what it is held to. */
export function told(row: Row): string {
  const quartiles = quartilesOf(row);
  const noise = quartiles === "" ? "" : ` (quartiles ${quartiles})`;
  const budget = row.must === undefined ? "" : `, must be ${mostOrLeast(row)} ${written(row.must, row)}`;
  return `${row.case}, ${row.name}: ${withUnit(row)}${noise}${budget}`;
}
