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

/**
 * Parses CSV, skipping empty lines. If the first line has no comma, semicolons or tabs separate cells.
 * @param maxRows number of rows after which the rest is not parsed
 */
export function parseCsv(text: string, maxRows = Number.POSITIVE_INFINITY): readonly CsvRow[] | UnclosedQuote {
  const source = text.startsWith("\uFEFF") ? text.slice(1) : text;
  const separator = detectSeparator(source);
  const unquoted = new RegExp(`[^${separator}\\r\\n]*`, "y");
  const rows: CsvRow[] = [];
  let cells: string[] = [];
  let [at, line, rowStart] = [0, 1, 1];

  // A separator at the end of the file precedes an empty cell.
  while (rows.length < maxRows && (at < source.length || cells.length > 0)) {
    let cell = "";
    const isQuoted = source[at] === '"';
    if (isQuoted) {
      const end = findClosingQuote(source, at);
      if (end === undefined) return { unclosedLine: line };
      const quoted = source.slice(at + 1, end);
      cell = quoted.replaceAll('""', '"');
      line += quoted.match(/\r\n|\r|\n/g)?.length ?? 0;
      at = end + 1;
    }
    unquoted.lastIndex = at;
    cell += unquoted.exec(source)?.[0] ?? "";
    at = unquoted.lastIndex;
    const isRowEnd = source[at] !== separator;
    const isEmptyLine = isRowEnd && cells.length === 0 && cell === "" && !isQuoted;
    if (!isEmptyLine) cells.push(cell.replaceAll(ESCAPED, ""));
    if (isRowEnd && cells.length > 0) {
      rows.push({ line: rowStart, cells });
      cells = [];
    }
    at += source.startsWith("\r\n", at) ? 2 : 1;
    if (isRowEnd) rowStart = ++line;
  }
  return rows;
}

/** Returns the index of the quote that closes the one at an index; quotes within the cell are doubled. */
function findClosingQuote(text: string, opening: number): number | undefined {
  for (let at = text.indexOf('"', opening + 1); at >= 0; at = text.indexOf('"', at + 2)) {
    if (text[at + 1] !== '"') return at;
  }
  return undefined;
}

function detectSeparator(text: string): string {
  const [first = ""] = text.split(/\r?\n/, 1);
  if (first.includes(",")) return ",";
  return [";", "\t"].find((separator) => first.includes(separator)) ?? ",";
}
