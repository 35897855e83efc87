import { type Row, type Unit, verdictOf } from "./row.ts";

const HEADER = ["", "figure", "quartiles", "must", "aim", ""];

/** Rows as an aligned table, one part for each case. */
export function renderTable(rows: readonly Row[]): string {
  const lines = rows.map(cellsOf);
  const widths = HEADER.map((title, column) =>
    Math.max(title.length, ...lines.map((cells) => cells[column]?.length ?? 0)),
  );
  const align = (cells: readonly string[]) =>
    cells
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join("  ")
      .trimEnd();
  const cases = [...new Set(rows.map((row) => row.case))];
  return cases
    .map((name) => {
      const own = lines.filter((_, index) => rows[index]?.case === name);
      return [`== ${name} ==`, align(HEADER), ...own.map(align)].join("\n");
    })
    .join("\n\n");
}

function cellsOf(row: Row): string[] {
  const show = (value: number | undefined) => (value === undefined ? "" : written(value, row));
  return [row.name, withUnit(row), quartilesOf(row), show(row.must), show(row.aim), verdictOf(row) ?? ""];
}

/** A row's figure. */
export function withUnit(row: Row): string {
  return `${written(row.figure, row)} ${row.unit}`;
}

/** A row's quartiles; nothing where it has none. */
export function quartilesOf(row: Row): string {
  return row.low === undefined || row.high === undefined ? "" : `${written(row.low, row)}–${written(row.high, row)}`;
}

/** Decimals; budgets of ratios and of milliseconds go down to thousandths. */
const DIGITS: Readonly<Record<Unit, number>> = {
  ...{ kB: 2, MB: 1, x: 3, ms: 3, s: 2 },
  ...{ "/s": 0, operations: 0, calls: 0 },
};

/** A number as a row of this unit has it. */
export function written(value: number, { unit }: Pick<Row, "unit">): string {
  const digits = DIGITS[unit];
  // By way of the number, for nothing is less than nothing: no "-0.00".
  return Number(value.toFixed(digits)).toFixed(digits);
}
