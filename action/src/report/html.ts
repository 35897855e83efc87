import { toOneLine } from "@forgehand/tasks/problem";
import { truncate } from "@forgehand/tasks/report/truncate";

/** Maximum number of characters in a table cell; the report contains the full text. */
const MAX_CELL_LENGTH = 800;

/** Escapes text for HTML. A summary is HTML without empty lines, so nothing in it is parsed as Markdown. */
export function escapeHtml(text: string): string {
  const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
  return replaceControlCharacters(text).replace(/[&<>"]/g, (character) => entities[character] ?? character);
}

function escapeTruncated(text: string): string {
  return escapeHtml(truncate(text, MAX_CELL_LENGTH));
}

/** Escapes and truncates, keeping line breaks. */
function escapeLines(text: string): string {
  return truncate(text, MAX_CELL_LENGTH).split("\n").map(escapeHtml).join("<br>");
}

export const paragraph = (text: string) => `<p>${escapeHtml(text)}</p>`;

/** Renders text in a collapsible block. An empty line would end the HTML. */
export function collapsible(title: string, text: string): string {
  const lines = text.split(/\r?\n/).map((line) => (line.trim() === "" ? " " : escapeHtml(line)));
  return `<details><summary>${escapeHtml(title)}</summary><pre><code>${lines.join("\n")}</code></pre></details>`;
}

/** Renders a table row on one line. Within `<code>`, GitHub creates no mentions, links or emoji. */
export function row(tag: "td" | "th", cells: readonly Cell[]): string {
  const html = cells.map((cell) => {
    if (typeof cell === "string") return `<${tag}>${escapeTruncated(cell)}</${tag}>`;
    return cell.code === "" ? `<${tag}></${tag}>` : `<${tag}><code>${escapeLines(cell.code)}</code></${tag}>`;
  });
  return `<tr>${html.join("")}</tr>\n`;
}

export type Cell = string | { readonly code: string };

/** Control characters could end a line. */
function replaceControlCharacters(text: string): string {
  return toOneLine(text).replace(/\p{Cc}/gu, " ");
}
