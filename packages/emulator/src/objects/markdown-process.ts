import { setPriority } from "node:os";
import { createContext, Script } from "node:vm";
import { Marked } from "marked";
import { escapeHtml } from "../escape-html.ts";

// Process that renders Markdown. Some texts take minutes or all memory, which ends this process and nothing else.

/** Maximum length of the rendered HTML in characters. */
const MAX_LENGTH = 5_000_000;

/** Milliseconds after which rendering ends by itself, because a busy process doesn't notice that its parent ended. */
const TIME_LIMIT = 10_000;

/** Returns whether a URL is relative or has a safe scheme. */
function isSafeUrl(href: string): boolean {
  // A character reference (`&colon;`, `&#58;`) can encode the colon that ends a scheme.
  const decoded = href.replace(/&#?\w+;?/g, ":").replace(/\s/g, "");
  return /^(https?:|mailto:|[^:]*([/?#]|$))/i.test(decoded);
}

/** Length of the URLs and titles of the text's links and images. References repeat them as often as they occur. */
let linkLength = 0;

const markdown = new Marked({
  gfm: true,
  // Escapes raw HTML, so that scripts in a file are never executed.
  renderer: { html: (token) => escapeHtml(token.text) },
  walkTokens: (token) => {
    if (token.type !== "link" && token.type !== "image") return;
    linkLength += token.href.length + (token.title?.length ?? 0);
    if (linkLength > MAX_LENGTH) throw new RangeError("The links are too long.");
    if (!isSafeUrl(token.href)) token.href = "";
  },
});

/** The result of rendering a text. */
export interface RenderedText {
  /** Undefined if the text is nested too deeply, or its HTML is too long. */
  readonly html: string | undefined;
}

const script = new Script("render()");

function render(text: string): RenderedText {
  linkLength = 0;
  try {
    const context = createContext({ render: () => markdown.parse(text, { async: false }) });
    const html: unknown = script.runInContext(context, { timeout: TIME_LIMIT });
    return { html: typeof html === "string" && html.length <= MAX_LENGTH ? html : undefined };
  } catch {
    return { html: undefined };
  }
}

try {
  // API calls come first.
  setPriority(10);
} catch {
  // Without permission, the priority stays as it is.
}
process.on("message", (text) => process.send?.(render(String(text))));
process.send?.("started");
