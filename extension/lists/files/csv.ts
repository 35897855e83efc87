/** A row of a CSV file and the line that it starts on, counted from 1. */
export interface CsvRow {
  readonly line: number;
  readonly cells: readonly string[];
}

/** Text that spreadsheets interpret as a formula, even after leading apostrophes. */
const FORMULA = /^'*[=+\-@\t\r＝＋－＠]/;
const ESCAPED_FORMULA = /^'+[=+\-@\t\r＝＋－＠]/;

/**
 * Formats rows as CSV (RFC 4180). Cells that spreadsheets would interpret as formulas are escaped with an apostrophe.
 */
export function formatCsv(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => `${cells.map(formatCell).join(",")}\r\n`).join("");
}

function formatCell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Error for a file with a quote that is never closed. */
export interface UnclosedQuote {
  /** Line of the opening quote. */
  readonly unclosedLine: number;
}

/** Parses CSV, skipping empty lines. If the first line has no comma, semicolons or tabs separate cells. */
export function parseCsv(text: string): readonly CsvRow[] | UnclosedQuote {
  const source = text.startsWith("\uFEFF") ? text.slice(1) : text;
  const separator = detectSeparator(source);
  const rows: CsvRow[] = [];
  let cells: string[] = [];
  let [cell, line, rowStart] = ["", 1, 1];
  let [isQuoted, wasQuoted, quoteLine] = [false, false, 1];

  const endCell = () => {
    cells.push(ESCAPED_FORMULA.test(cell) ? cell.slice(1) : cell);
    [cell, wasQuoted] = ["", false];
  };
  const endRow = () => {
    const isEmpty = cells.length === 0 && cell === "" && !wasQuoted;
    if (!isEmpty) {
      endCell();
      rows.push({ line: rowStart, cells });
    }
    cells = [];
    rowStart = line;
  };

  for (let at = 0; at < source.length; at++) {
    const char = source[at] ?? "";
    if (char === "\n" || (char === "\r" && source[at + 1] !== "\n")) line++;
    if (isQuoted) {
      if (char !== '"') cell += char;
      else if (source[at + 1] === '"') cell += source[++at];
      else isQuoted = false;
    } else if (char === '"' && cell === "" && !wasQuoted) {
      [isQuoted, wasQuoted, quoteLine] = [true, true, line];
    } else if (char === separator) endCell();
    else if (char === "\n" || (char === "\r" && source[at + 1] !== "\n")) endRow();
    else if (char !== "\r" || source[at + 1] !== "\n") cell += char;
  }
  if (isQuoted) return { unclosedLine: quoteLine };
  endRow();
  return rows;
}

function detectSeparator(text: string): string {
  const [first = ""] = text.split(/\r?\n/, 1);
  if (first.includes(",")) return ",";
  return [";", "\t"].find((separator) => first.includes(separator)) ?? ",";
}
