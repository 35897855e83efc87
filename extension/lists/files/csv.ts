/** A row of a file, and the line that it begins on, from 1. */
export interface CsvRow {
  readonly line: number;
  readonly cells: readonly string[];
}

/** What spreadsheets take for the beginning of a formula, however many marks are before it. */
const FORMULA = /^'*[=+\-@\t\r＝＋－＠]/;
const MARKED = /^'+[=+\-@\t\r＝＋－＠]/;

/** Rows as a text that spreadsheets read, and never as formulas (RFC 4180; a mark is before what would be one). */
export function printCsv(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => `${cells.map(printCell).join(",")}\r\n`).join("");
}

function printCell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A quote was opened on that line, and never closed. */
export interface Unclosed {
  readonly unclosed: number;
}

/** Rows of a text; empty lines are none. Semicolons and tabs part cells too, where the first line has no comma. */
export function parseCsv(text: string): readonly CsvRow[] | Unclosed {
  const source = text.startsWith("\uFEFF") ? text.slice(1) : text;
  const separator = separatorOf(source);
  const rows: CsvRow[] = [];
  let cells: string[] = [];
  let [cell, line, begun] = ["", 1, 1];
  let [isQuoted, wasQuoted, opened] = [false, false, 1];

  const endCell = () => {
    cells.push(MARKED.test(cell) ? cell.slice(1) : cell);
    [cell, wasQuoted] = ["", false];
  };
  const endRow = () => {
    const isEmpty = cells.length === 0 && cell === "" && !wasQuoted;
    if (!isEmpty) {
      endCell();
      rows.push({ line: begun, cells });
    }
    cells = [];
    begun = line;
  };

  for (let at = 0; at < source.length; at++) {
    const char = source[at] ?? "";
    if (char === "\n" || (char === "\r" && source[at + 1] !== "\n")) line++;
    if (isQuoted) {
      if (char !== '"') cell += char;
      else if (source[at + 1] === '"') cell += source[++at];
      else isQuoted = false;
    } else if (char === '"' && cell === "" && !wasQuoted) {
      [isQuoted, wasQuoted, opened] = [true, true, line];
    } else if (char === separator) endCell();
    else if (char === "\n" || (char === "\r" && source[at + 1] !== "\n")) endRow();
    else if (char !== "\r" || source[at + 1] !== "\n") cell += char;
  }
  if (isQuoted) return { unclosed: opened };
  endRow();
  return rows;
}

function separatorOf(text: string): string {
  const [first = ""] = text.split(/\r?\n/, 1);
  if (first.includes(",")) return ",";
  return [";", "\t"].find((one) => first.includes(one)) ?? ",";
}
