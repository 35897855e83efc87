import { escapeHtml } from "../escape-html.ts";

/** Returns whether a file name has a Markdown extension. */
export const isMarkdown = (path: string) => /\.(md|markdown|mdown|mkdn?)$/i.test(path);

/** Returns whether a URL is relative or has a safe scheme. */
function isSafeUrl(href: string): boolean {
  // A character reference (`&colon;`, `&#58;`) can encode the colon that ends a scheme.
  const decoded = href.replace(/&#?\w+;?/g, ":").replace(/\s/g, "");
  return /^(https?:|mailto:|[^:]*([/?#]|$))/i.test(decoded);
}

/** Renders a file as HTML: Markdown is rendered, other text is escaped. */
export async function renderFileHtml(path: string, text: string): Promise<string> {
  const isRendered = isMarkdown(path);
  const body = isRendered
    ? `<article class="markdown-body">${await renderMarkdown(text)}</article>`
    : `<pre>${escapeHtml(text)}</pre>`;
  return `<div id="file" class="${isRendered ? "md" : "plain"}" data-path="${escapeHtml(path)}">${body}</div>`;
}

/** Renders Markdown as HTML. Raw HTML in it is escaped. */
export async function renderMarkdown(text: string): Promise<string> {
  // Loaded on demand, to keep the start fast.
  const { Marked } = await import("marked");
  const markdown = new Marked({
    gfm: true,
    // Escapes raw HTML, so that scripts in a file are never executed.
    renderer: { html: (token) => escapeHtml(token.text) },
    walkTokens: (token) => {
      if ((token.type === "link" || token.type === "image") && !isSafeUrl(token.href)) token.href = "";
    },
  });
  return markdown.parse(text);
}
