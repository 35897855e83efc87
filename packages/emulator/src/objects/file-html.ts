import { escapeHtml } from "../escape-html.ts";
import { renderMarkdown } from "./render-markdown.ts";

/** Returns whether a file name has a Markdown extension. */
export const isMarkdown = (path: string) => /\.(md|markdown|mdown|mkdn?)$/i.test(path);

/** Renders a file as HTML: Markdown is rendered, other text is escaped. */
export async function renderFileHtml(path: string, text: string): Promise<string> {
  const isRendered = isMarkdown(path);
  const body = isRendered
    ? `<article class="markdown-body">${await renderMarkdown(text)}</article>`
    : `<pre>${escapeHtml(text)}</pre>`;
  return `<div id="file" class="${isRendered ? "md" : "plain"}" data-path="${escapeHtml(path)}">${body}</div>`;
}
