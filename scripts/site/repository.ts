import { statSync } from "node:fs";
import { posix } from "node:path";
import { ROOT } from "./places.ts";

const ADDRESS = "https://github.com/forgehand/forgehand";

/** The documents at the repository's root that are pages of the site too, and which. */
export const ROOT_PAGES: Readonly<Record<string, string>> = {
  "ARCHITECTURE.md": "project/architecture.md",
  "CHANGELOG.md": "project/changelog.md",
  "CODE_OF_CONDUCT.md": "project/code-of-conduct.md",
  "CONTRIBUTING.md": "project/contributing.md",
  "SECURITY.md": "project/security.md",
};

/** The page of the site that a file of the repository is; undefined where it is none. */
export function pageOf(file: string): string | undefined {
  return /^docs\/.+\.md$/.test(file) ? file.slice("docs/".length) : ROOT_PAGES[file];
}

/** What is a link in Markdown: its words, and where it leads. Code has none. */
const CODE_OR_LINK = /^( *)(```+|~~~+)[\s\S]*?^\1\2|`[^`\n]*`|(\]\()([^)\s]+)(\))/gm;

/**
 * A document's text as a page of the site: links to other pages lead there, those to other files to the repository.
 * @param file where the document lies in the repository
 * @throws Error on a link to a file that is not there
 */
export function asPage(file: string, text: string): string {
  const page = pageOf(file) ?? file;
  return text.replace(CODE_OR_LINK, (whole, _indent, _fence, before?: string, target?: string, after?: string) =>
    before === undefined || target === undefined ? whole : `${before}${linkFrom(file, page, target)}${after}`,
  );
}

function linkFrom(file: string, page: string, target: string): string {
  if (/^([a-z]+:|#|\/)/.test(target)) return target;
  const [path = "", anchor] = target.split("#");
  const wanted = posix.join(posix.dirname(file), path);
  const hash = anchor === undefined ? "" : `#${anchor}`;
  const other = pageOf(wanted);
  if (other !== undefined) return `${posix.relative(posix.dirname(page), other)}${hash}`;
  // What documents show besides text is copied with them.
  if (wanted.startsWith("docs/")) return target;
  const found = statSync(`${ROOT}${wanted}`, { throwIfNoEntry: false });
  if (!found) throw new Error(`${file} links to ${target}, and there is no such file.`);
  return `${ADDRESS}/${found.isDirectory() ? "tree" : "blob"}/main/${wanted}${hash}`;
}
