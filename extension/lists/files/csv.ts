/** A row of a CSV file and the line that it starts on, counted from 1. */
export interface CsvRow {
  readonly line: number;
  readonly cells: readonly string[];
}

// Spreadsheets evaluate cells that start with =, +, - or @, and skip quotes, spaces and invisible characters before it. A
// program that expects another separator splits cells at it, so every part of a cell is escaped: a part that would be a
// formula, or an escaped one, gets an apostrophe in front. The parser removes exactly these.

/** Matches the start of each part of a cell. */
const PART_START = String.raw`(?<=^|[,;\|\t\r\n])`;
/** Matches the start of a formula: characters that are skipped, and an operator in any width. */
const FORMULA_START = String.raw`[[\p{Cc}\p{Cf}\p{Z}'"]--[\t\r\n]]*[=+\-@\t\r＝＋－＠﹦﹢﹣﹫]`;
const UNESCAPED = new RegExp(`${PART_START}(?=${FORMULA_START})`, "gv");
const ESCAPED = new RegExp(`${PART_START}'(?=${FORMULA_START})`, "gv");

/** Formats rows as CSV (RFC 4180). All cells are quoted, and spreadsheets interpret none of them as a formula. */
export function formatCsv(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => `${cells.map(formatCell).join(",")}\r\n`).join("");
}

function formatCell(text: string): string {
  return `"${text.replaceAll(UNESCAPED, "'").replaceAll('"', '""')}"`;
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
    cells.push(cell.replaceAll(ESCAPED, ""));
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
