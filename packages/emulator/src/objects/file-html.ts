/** Ends of names that stand for Markdown. */
const MARKDOWN = /\.(md|markdown|mdown|mkdn?)$/i;

const LETTERS: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

const escaped = (text: string) => text.replace(/[&<>"']/g, (letter) => LETTERS[letter] ?? letter);

/** Addresses that a rendered file may lead to: of these schemes, or of none. */
const isHarmless = (href: string) => /^(https?:|mailto:|[^:]*([/?#]|$))/i.test(href.replace(/\s/g, ""));

/** A file's text as a page shows it: Markdown rendered, everything else as it is (document 3, Repository contents: html). */
export async function fileHtml(path: string, text: string): Promise<string> {
  const isMarkdown = MARKDOWN.test(path);
  const body = isMarkdown
    ? `<article class="markdown-body">${await markdownHtml(text)}</article>`
    : `<pre>${escaped(text)}</pre>`;
  return `<div id="file" class="${isMarkdown ? "md" : "plain"}" data-path="${escaped(path)}">${body}</div>`;
}

/** Markdown as a page shows it; whatever markup it brings along is text. */
export async function markdownHtml(text: string): Promise<string> {
  // Seldom needed, so that the service starts without it.
  const { Marked } = await import("marked");
  const markdown = new Marked({
    gfm: true,
    // Whoever shows the answer in a page must not run what a file brings along.
    renderer: { html: (token) => escaped(token.text) },
    walkTokens: (token) => {
      if ((token.type === "link" || token.type === "image") && !isHarmless(token.href)) token.href = "";
    },
  });
  return markdown.parse(text);
}
