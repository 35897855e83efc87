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
  const quartiles = row.low === undefined || row.high === undefined ? "" : `${show(row.low)}–${show(row.high)}`;
  return [row.name, `${show(row.figure)} ${row.unit}`, quartiles, show(row.must), show(row.aim), verdictOf(row) ?? ""];
}

/** Decimals; budgets of ratios and of milliseconds go down to thousandths. */
const DIGITS: Readonly<Record<Unit, number>> = {
  ...{ kB: 2, MB: 1, x: 3, ms: 3, s: 2 },
  ...{ "/s": 0, operations: 0, calls: 0 },
};

function written(value: number, { unit }: Row): string {
  const digits = DIGITS[unit];
  // By way of the number, for nothing is less than nothing: no "-0.00".
  return Number(value.toFixed(digits)).toFixed(digits);
}
