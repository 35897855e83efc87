import { type Page, type Subject, subjectKey } from "../page/parse-page.ts";
import { rowsByShape } from "./rows-by-shape.ts";
import { type SubjectLink, subjectOfLink } from "./subject-of-link.ts";

/** A row of a list, and what it is about. */
export interface Row {
  readonly element: Element;
  /** The link that says what it is about. */
  readonly title: Element;
  readonly subject: Subject;
}

/** Rows of lists as forges are known to draw them. */
const KNOWN_ROWS = [
  "[data-testid='results-list'] > *",
  "[data-testid='list-view-item']",
  "#user-starred-repos .col-12.d-block",
  "#user-repositories-list > ul > li",
  ".js-pinned-item-list-item",
  ".js-subscription-row",
  ".js-issue-row",
  "article.Box-row",
].join();

/** What a row of a list is made of wherever somebody draws one. */
const ANY_ROWS = "li, article, tr, [role='listitem'], [role='row'], .Box-row, .search-result, .flex-item";

/** Where links are that no list is made of: ways about the page, and what people wrote. */
const ELSEWHERE = [
  "nav, [role='navigation'], [role='menu'], [role='tablist'], [role='dialog'], dialog, [aria-label*='breadcrumb' i]",
  "footer, [role='contentinfo'], [role='banner'], .AppHeader, #repository-container-header",
  ".markdown-body, .readme, #readme, [data-testid='readme'], .comment-body, .TimelineItem, pre, code, [contenteditable]",
  "[hidden], [inert], template, [popover], .Popover",
].join();

const IN_HEADING = ":is(h1, h2, h3, h4, h5, h6) *, :has(h1, h2, h3, h4, h5, h6)";

/** What says of a link that its row is about that, the surest first. */
const SIGNS = {
  repository: [IN_HEADING, "[itemprop~='codeRepository']", "[data-hovercard-type='repository']"],
  pull: [IN_HEADING, "[data-hovercard-type='pull_request']"],
} as const;

/**
 * Finds the rows of a page's lists that are about one repository or one pull request each, in the page's order. What the
 * page itself is about is no row of it.
 * @param root the page, or a part of it
 */
export function findRows(root: ParentNode, page: Page): Row[] {
  const own = page.kind === "repository" ? subjectKey(page.origin, page).toLowerCase() : undefined;
  const isElsewhere = rememberingElsewhere();
  const links = [...root.querySelectorAll("a[href]")].flatMap((link): SubjectLink[] => {
    const subject = subjectOfLink(link, page);
    if (!subject || isElsewhere(link)) return [];
    const key = subjectKey(page.origin, subject).toLowerCase();
    return key === own ? [] : [{ link, subject, key }];
  });
  const byRow = new Map<Element, SubjectLink[]>();
  const put = (row: Element, link: SubjectLink) => {
    const there = byRow.get(row);
    if (there) there.push(link);
    else byRow.set(row, [link]);
  };
  const strays: SubjectLink[] = [];
  for (const link of links) {
    const row = link.link.closest(KNOWN_ROWS) ?? link.link.closest(ANY_ROWS);
    if (row) put(row, link);
    else strays.push(link);
  }
  for (const [row, link] of rowsByShape(strays)) put(row, link);
  const rows = [...byRow].flatMap(([element, all]): Row[] => {
    const title = titleOf(all);
    return title && !isWithin(element, byRow) ? [{ element, title: title.link, subject: title.subject }] : [];
  });
  return rows;
}

/** Tells whether an element is where no list is. What is around many links is looked at once. */
function rememberingElsewhere(): (element: Element) => boolean {
  const known = new Map<Element, boolean>();
  return function isElsewhere(element: Element): boolean {
    const before = known.get(element);
    if (before !== undefined) return before;
    const above = element.parentElement;
    const found = (above !== null && isElsewhere(above)) || element.matches(ELSEWHERE) || isPageHead(element);
    known.set(element, found);
    return found;
  };
}

/** A card may have a head of its own; the page's is no row. */
function isPageHead(element: Element): boolean {
  return element.tagName === "HEADER" && !element.closest("li, article, main, [role='main']");
}

/** Is it a part of another row? */
function isWithin(element: Element, rows: ReadonlyMap<Element, unknown>): boolean {
  for (let above = element.parentElement; above; above = above.parentElement) if (rows.has(above)) return true;
  return false;
}

/** The link that a row is about; undefined where it is about several things, or nobody can tell. */
function titleOf(links: readonly SubjectLink[]): SubjectLink | undefined {
  const pulls = links.filter(({ subject }) => subject.number !== undefined);
  const [all, signs] = pulls.length > 0 ? [pulls, SIGNS.pull] : [links, SIGNS.repository];
  for (const sign of signs) {
    const marked = all.filter(({ link }) => link.matches(sign));
    if (marked.length > 0) return onlyOne(marked);
  }
  return onlyOne(all);
}

/** Of links that all lead to the same, the one with words. */
function onlyOne(links: readonly SubjectLink[]): SubjectLink | undefined {
  if (new Set(links.map(({ key }) => key)).size !== 1) return undefined;
  return links.find(({ link }) => (link.textContent ?? "").trim() !== "") ?? links[0];
}
