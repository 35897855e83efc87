import { oneLine } from "../problem.ts";

/** Characters of a text that a table's cell shows; the report has all of them. */
const LONGEST_CELL = 800;

/** Text as text. A summary is HTML throughout: within it, without an empty line, nothing is read as Markdown either. */
export function escapeHtml(text: string): string {
  const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
  return printable(text).replace(/[&<>"]/g, (character) => entities[character] ?? character);
}

/** The same, of which too much is cut off. */
function escapeShort(text: string): string {
  return escapeHtml(shortened(text, LONGEST_CELL));
}

/** The same, of which each line stays one. */
function escapeLines(text: string): string {
  return shortened(text, LONGEST_CELL).split("\n").map(escapeHtml).join("<br>");
}

/** A text, cut where it is longer than may be: never within a character. */
export function shortened(text: string, longest: number): string {
  if (text.length <= longest) return text;
  return `${text.slice(0, longest - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

export const paragraph = (text: string) => `<p>${escapeHtml(text)}</p>`;

/** Lines to paste somewhere, under a title that unfolds them. An empty one would end the HTML. */
export function folded(title: string, text: string): string {
  const lines = text.split(/\r?\n/).map((line) => (line.trim() === "" ? " " : escapeHtml(line)));
  return `<details><summary>${escapeHtml(title)}</summary><pre><code>${lines.join("\n")}</code></pre></details>`;
}

/** A table's row, on a line of its own. Code is what is shown as it is: in it nothing becomes a mention, a link or an emoji. */
export function row(tag: "td" | "th", cells: readonly Cell[]): string {
  const html = cells.map((cell) => {
    if (typeof cell === "string") return `<${tag}>${escapeShort(cell)}</${tag}>`;
    return cell.code === "" ? `<${tag}></${tag}>` : `<${tag}><code>${escapeLines(cell.code)}</code></${tag}>`;
  });
  return `<tr>${html.join("")}</tr>\n`;
}

export type Cell = string | { readonly code: string };

/** Control characters would end a line, or worse. */
function printable(text: string): string {
  return oneLine(text).replace(/\p{Cc}/gu, " ");
}
