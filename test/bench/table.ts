import { type Row, type Unit, verdictOf } from "./row.ts";

const HEADER = ["", "figure", "quartiles", "must", "aim", ""];

/** Renders rows as an aligned table, with one part per case. */
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
      const caseLines = lines.filter((_, index) => rows[index]?.case === name);
      return [`== ${name} ==`, align(HEADER), ...caseLines.map(align)].join("\n");
    })
    .join("\n\n");
}

function cellsOf(row: Row): string[] {
  const show = (value: number | undefined) => (value === undefined ? "" : formatFigure(value, row));
  return [row.name, formatWithUnit(row), formatQuartiles(row), show(row.must), show(row.aim), verdictOf(row) ?? ""];
}

/** Formats a row's figure with its unit. */
export function formatWithUnit(row: Row): string {
  return `${formatFigure(row.figure, row)} ${row.unit}`;
}

/** Formats a row's quartiles; empty if it has none. */
export function formatQuartiles(row: Row): string {
  return row.low === undefined || row.high === undefined
    ? ""
    : `${formatFigure(row.low, row)}–${formatFigure(row.high, row)}`;
}

/** Decimal places by unit; budgets of ratios and milliseconds go down to thousandths. */
const DIGITS: Readonly<Record<Unit, number>> = {
  kB: 2,
  MB: 1,
  x: 3,
  ms: 3,
  s: 2,
  "/s": 0,
  operations: 0,
  calls: 0,
  deliveries: 0,
};

/** Formats a number with the decimal places of its unit. */
export function formatFigure(value: number, { unit }: Pick<Row, "unit">): string {
  const digits = DIGITS[unit];
  // Converts back to a number in between, to avoid "-0.00".
  return Number(value.toFixed(digits)).toFixed(digits);
}
