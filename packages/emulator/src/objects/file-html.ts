import { htmlText } from "../html-text.ts";

/** Does a file's name say that it is Markdown? */
export const isMarkdown = (path: string) => /\.(md|markdown|mdown|mkdn?)$/i.test(path);

/** Addresses that a rendered file may lead to: of these schemes, or of none. */
function isHarmless(href: string): boolean {
  // A character that is written as a reference (`&colon;`, `&#58;`) could be the colon that ends a scheme.
  const plain = href.replace(/&#?\w+;?/g, ":").replace(/\s/g, "");
  return /^(https?:|mailto:|[^:]*([/?#]|$))/i.test(plain);
}

/** A file's text as a page shows it: Markdown rendered, everything else as it is (document 3, Repository contents: html). */
export async function fileHtml(path: string, text: string): Promise<string> {
  const isRendered = isMarkdown(path);
  const body = isRendered
    ? `<article class="markdown-body">${await markdownHtml(text)}</article>`
    : `<pre>${htmlText(text)}</pre>`;
  return `<div id="file" class="${isRendered ? "md" : "plain"}" data-path="${htmlText(path)}">${body}</div>`;
}

/** Markdown as a page shows it; whatever markup it brings along is text. */
export async function markdownHtml(text: string): Promise<string> {
  // Seldom needed, so that the service starts without it.
  const { Marked } = await import("marked");
  const markdown = new Marked({
    gfm: true,
    // Whoever shows the answer in a page must not run what a file brings along.
    renderer: { html: (token) => htmlText(token.text) },
    walkTokens: (token) => {
      if ((token.type === "link" || token.type === "image") && !isHarmless(token.href)) token.href = "";
    },
  });
  return markdown.parse(text);
}
