import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import rehypeRaw from "rehype-raw";
import rehypeSanitize, { defaultSchema } from "rehype-sanitize";
import rehypeStringify from "rehype-stringify";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import remarkRehype from "remark-rehype";
import { unified } from "unified";

/** GitHub's style sheet for rendered Markdown, in light and dark. */
const CSS = readFileSync(fileURLToPath(import.meta.resolve("github-markdown-css/github-markdown.css")), "utf8");

/**
 * GitHub's list of elements and attributes. The package's list misses one that GitHub's own has had since 2017, in
 * html-pipeline.
 */
const SCHEMA = { ...defaultSchema, tagNames: [...(defaultSchema.tagNames ?? []), "wbr"] };

const renderer = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(remarkRehype, { allowDangerousHtml: true })
  .use(rehypeRaw)
  .use(rehypeSanitize, SCHEMA)
  .use(rehypeStringify);

/** Renders Markdown as GitHub does: raw HTML is parsed, and what is not on GitHub's list is removed. */
export function renderMarkdown(markdown: string): string {
  return String(renderer.processSync(markdown));
}

/** Returns a page with GitHub's style that shows Markdown in a column of the window's width. */
export function markdownPage(markdown: string): string {
  const style = `${CSS} body { margin: 0; background: light-dark(#fff, #0d1117); color-scheme: light dark }`;
  return `<!doctype html><meta charset="utf-8"><style>${style}</style><article class="markdown-body">${renderMarkdown(markdown)}</article>`;
}
