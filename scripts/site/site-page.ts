import { statSync } from "node:fs";
import { posix } from "node:path";
import { ROOT } from "./paths.ts";

const REPOSITORY_URL = "https://github.com/forgehand/forgehand";

/** Documents in the repository's root that are also pages of the site, with their paths there. */
export const ROOT_PAGES: Readonly<Record<string, string>> = {
  "ARCHITECTURE.md": "project/architecture.md",
  "CHANGELOG.md": "project/changelog.md",
  "CODE_OF_CONDUCT.md": "project/code-of-conduct.md",
  "CONTRIBUTING.md": "project/contributing.md",
  "SECURITY.md": "project/security.md",
};

/** Returns the site's path of a document, or undefined if it is not a page. */
export function sitePathOf(file: string): string | undefined {
  return /^docs\/.+\.md$/.test(file) ? file.slice("docs/".length) : ROOT_PAGES[file];
}

/** Matches code, which is skipped, and the targets of Markdown links. */
const CODE_OR_LINK = /^( *)(```+|~~~+)[\s\S]*?^\1\2|`[^`\n]*`|(\]\()([^)\s]+)(\))/gm;

/**
 * Converts a document into a page of the site. Links to other documents are adjusted; links to other files lead to the
 * repository on GitHub.
 * @param file path of the document in the repository
 * @throws Error if a linked file does not exist
 */
export function toSitePage(file: string, text: string): string {
  const page = sitePathOf(file) ?? file;
  return text.replace(CODE_OR_LINK, (match, _indent, _fence, before?: string, target?: string, after?: string) =>
    before === undefined || target === undefined ? match : `${before}${resolveLink(file, page, target)}${after}`,
  );
}

function resolveLink(file: string, page: string, target: string): string {
  if (/^([a-z]+:|#|\/)/.test(target)) return target;
  const [path = "", anchor] = target.split("#");
  const linkedFile = posix.join(posix.dirname(file), path);
  const hash = anchor === undefined ? "" : `#${anchor}`;
  const other = sitePathOf(linkedFile);
  if (other !== undefined) return `${posix.relative(posix.dirname(page), other)}${hash}`;
  // Images and other files are copied with the documents.
  if (linkedFile.startsWith("docs/")) return target;
  const stats = statSync(`${ROOT}${linkedFile}`, { throwIfNoEntry: false });
  if (!stats) throw new Error(`${file} links to ${target}, which does not exist.`);
  return `${REPOSITORY_URL}/${stats.isDirectory() ? "tree" : "blob"}/main/${linkedFile}${hash}`;
}
