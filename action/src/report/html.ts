import { toOneLine } from "@forgehand/tasks/problem";
import { truncate } from "@forgehand/tasks/report/truncate";

/** Maximum number of characters in a table cell; the report contains the full text. */
const MAX_CELL_LENGTH = 800;

/** Maximum number of characters that are not broken: fewer in code, so that three columns fit on a phone. */
const MAX_UNBROKEN = { text: 14, code: 10 } as const;

/** Marks a place where a line can be broken. Control characters of the text are replaced before. */
const BREAK = "\0";

/** Separators of names, after which a line is broken before it is broken anywhere else. */
const SEPARATOR = /(?<=[\p{L}\p{N}\p{M}])[/:_.@=,&?;+|~-](?=\S)/gu;

/** Pieces without a place to break. They end neither before nor after what joins characters. */
const PIECES = {
  text: longPieces(MAX_UNBROKEN.text),
  code: longPieces(MAX_UNBROKEN.code),
} as const;

function longPieces(length: number): RegExp {
  return new RegExp(`[^\\s\\0]{${length},}?(?<!\\u200D)(?![\\p{M}\\p{Emoji_Modifier}\\u200D\\uFE0F\\s\\0]|$)`, "gu");
}

/** Escapes text for HTML. A summary is HTML without empty lines, so nothing in it is parsed as Markdown. */
function escapeHtml(text: string): string {
  return escapeMarkup(replaceControls(text));
}

/**
 * Escapes text for a table cell. GitHub's tables are as wide as the longest word, so words get places to break. A
 * `<wbr>` is not copied with the text.
 */
function escapeCell(text: string, kind: keyof typeof PIECES): string {
  const breakable = replaceControls(truncate(text, MAX_CELL_LENGTH))
    .replace(SEPARATOR, `$&${BREAK}`)
    .replace(PIECES[kind], `$&${BREAK}`);
  return escapeMarkup(breakable).replaceAll(BREAK, "<wbr>");
}

function escapeMarkup(text: string): string {
  const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
  return text.replace(/[&<>"]/g, (character) => entities[character] ?? character);
}

/** Replaces characters that end a line, or that reorder the text around them. */
function replaceControls(text: string): string {
  return toOneLine(text)
    .replace(/\p{Cc}/gu, " ")
    .replace(/\p{Bidi_Control}/gu, "\uFFFD");
}

/** Maximum number of characters of other texts. */
const MAX_TITLE_LENGTH = 200;
const MAX_PARAGRAPH_LENGTH = 4000;
const MAX_BLOCK_LENGTH = 20_000;

export const paragraph = (text: string) => `<p>${escapeHtml(truncate(text, MAX_PARAGRAPH_LENGTH))}</p>`;

export const heading = (text: string) => `<h2>${escapeHtml(truncate(text, MAX_TITLE_LENGTH))}</h2>`;

/** Renders text in a collapsible block. An empty line, or one of spaces, would end the HTML. */
export function collapsible(title: string, text: string): string {
  const lines = truncate(text, MAX_BLOCK_LENGTH)
    .split(/\r?\n/)
    .map((line) => (line.trim() === "" ? "<wbr>" : escapeHtml(line)));
  return folded(title, `<pre><code>${lines.join("\n")}</code></pre>`);
}

/** Renders a block that is only shown when the reader opens it. */
export function folded(title: string, html: string): string {
  return `<details><summary>${escapeHtml(truncate(title, MAX_TITLE_LENGTH))}</summary>${html}</details>`;
}

/** Renders text in a cell. */
export const text = (content: string) => escapeCell(content, "text");

/**
 * Renders a name or a value in a cell, each line on its own: GitHub hides line breaks within `<code>`. There it creates
 * no mentions, links or emoji.
 */
export function code(content: string): string {
  if (content === "") return "";
  const lines = truncate(content, MAX_CELL_LENGTH).split("\n");
  return lines.map((line) => `<code>${escapeCell(line, "code")}</code>`).join("<br>");
}

/** Renders a link around code. */
export function link(url: string | undefined, html: string): string {
  return url === undefined ? html : `<a href="${escapeHtml(url)}">${html}</a>`;
}

/** Renders a table row on one line, of cells with rendered content. The last cell fills the remaining columns. */
export function row(tag: "td" | "th", cells: readonly string[], columns = cells.length): string {
  const html = cells.map((cell, index) => {
    const span = index === cells.length - 1 ? columns - index : 1;
    return `<${tag}${span > 1 ? ` colspan="${span}"` : ""}>${cell}</${tag}>`;
  });
  return `<tr>${html.join("")}</tr>\n`;
}
