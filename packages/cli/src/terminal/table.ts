import stringWidth from "fast-string-width";
import { wrapAnsi } from "fast-wrap-ansi";

/** A cell's text, which can have several lines, and a function that styles each of them. */
export interface Cell {
  readonly text: string;
  readonly style?: ((text: string) => string) | undefined;
  /** The last cell of a row takes the rest of its width, and does not widen its column. */
  readonly isWide?: boolean;
}

const GAP = "  ";

/** Minimum width of a column that is made narrower. */
const MIN_WIDTH = 10;

/**
 * Lays out rows as a table.
 * @param width maximum width; undefined: cells are not wrapped
 * @returns its lines; undefined if the columns do not fit
 */
export function layOutTable(
  rows: readonly (readonly Cell[])[],
  width: number | undefined,
): readonly string[] | undefined {
  const count = Math.max(0, ...rows.map(({ length }) => length));
  const natural = Array.from({ length: count }, (_, column) =>
    rows.reduce((widest, row) => Math.max(widest, widthOf(columnText(row[column]))), 0),
  );
  const widths = width === undefined ? natural : fit(natural, width - GAP.length * (count - 1));
  return widths && rows.flatMap((row) => layOutRow(row, widths, width ?? Number.POSITIVE_INFINITY));
}

const columnText = (cell: Cell | undefined) => (cell === undefined || cell.isWide ? "" : cell.text);

/** Narrows the widest columns until all fit; undefined if they can't. */
function fit(natural: readonly number[], total: number): readonly number[] | undefined {
  const sumUpTo = (limit: number) => natural.reduce((sum, width) => sum + Math.min(width, limit), 0);
  let limit = Math.max(0, ...natural);
  while (limit > MIN_WIDTH && sumUpTo(limit) > total) limit -= 1;
  return sumUpTo(limit) > total ? undefined : natural.map((width) => Math.min(width, limit));
}

function layOutRow(row: readonly Cell[], widths: readonly number[], total: number): readonly string[] {
  const cells = row.map(({ text, style, isWide }, column) => {
    const before = widths.slice(0, column).reduce((sum, width) => sum + width + GAP.length, 0);
    return { lines: wrapLines(text, isWide ? total - before : (widths[column] ?? 0)), style };
  });
  const height = Math.max(1, ...cells.map(({ lines }) => lines.length));
  return Array.from({ length: height }, (_, line) =>
    cells
      .map(({ lines, style = String }, column) => {
        const text = lines[line] ?? "";
        const padding =
          column === cells.length - 1 ? "" : " ".repeat(Math.max(0, (widths[column] ?? 0) - stringWidth(text)));
        return `${text === "" ? "" : style(text)}${padding}`;
      })
      .join(GAP)
      .trimEnd(),
  );
}

/** Wraps a text to a width, at spaces if possible. */
export function wrapLines(text: string, width: number): readonly string[] {
  return text.split("\n").flatMap((line) => {
    if (stringWidth(line) <= width) return [line];
    return wrapAnsi(line, Math.max(1, width), { hard: true }).split("\n");
  });
}

/** Returns the width of a text's widest line, in columns of a terminal. */
function widthOf(text: string): number {
  return text.split("\n").reduce((widest, line) => Math.max(widest, stringWidth(line)), 0);
}
