/** An issue that a text closes, in the text's own repository unless another one is named. */
export interface ClosingReference {
  /** `owner/name` of another repository. */
  readonly repository: string | undefined;
  readonly number: number;
}

/** GitHub's nine keywords. */
const KEYWORD = "close[sd]?|fix(?:e[sd])?|resolve[sd]?";
const NAME = "[\\w.-]+/[\\w.-]+";

/** Markdown in which references have no effect: comments, code blocks and code spans. */
const INERT = /<!--[\s\S]*?(?:-->|$)|^(`{3,}|~{3,})[\s\S]*?(?:^\1|$(?![\s\S]))|`[^`\n]*`/gm;

/**
 * Returns the issues that a text closes by keywords (`Fixes #1`, `closes: acme/widgets#2`, `Resolved` with a URL), each
 * once, in the order of the text.
 * @param webUrl the address of the web pages, which URLs of issues start with
 * @see https://docs.github.com/issues/tracking-your-work-with-issues/using-issues/linking-a-pull-request-to-an-issue
 */
export function parseClosingReferences(text: string, webUrl: string): ClosingReference[] {
  const url = `${escapeRegExp(webUrl)}/(?<site>${NAME})/issues/(?<path>\\d+)`;
  const reference = `(?:${url}|(?<name>${NAME})?#(?<number>\\d+)|GH-(?<short>\\d+))`;
  const pattern = new RegExp(`(?<![\\w-])(?:${KEYWORD}):?[^\\S\\n]+${reference}(?![\\w-])`, "gi");
  const found = Array.from(text.replaceAll(INERT, " ").matchAll(pattern), ({ groups = {} }) => ({
    repository: groups["site"] ?? groups["name"],
    number: Number(groups["path"] ?? groups["number"] ?? groups["short"]),
  }));
  const keyOf = ({ repository = "", number }: ClosingReference) => `${repository.toLowerCase()}#${number}`;
  const first = new Map<string, ClosingReference>();
  for (const each of found) if (!first.has(keyOf(each))) first.set(keyOf(each), each);
  return [...first.values()];
}

function escapeRegExp(text: string): string {
  return text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
}
