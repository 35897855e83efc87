import { type ParsedPage, type Subject, subjectKey } from "../page/parse-page.ts";
import { findSimilarRows } from "./find-similar-rows.ts";
import { type SubjectLink, subjectOfLink } from "./subject-of-link.ts";

/** A row of a list and its subject. */
export interface ListRow {
  readonly element: Element;
  /** The link to the row's subject. */
  readonly title: Element;
  readonly subject: Subject;
}

/** Selectors of rows on GitHub's own lists. */
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

/** Generic selectors of list rows. */
const GENERIC_ROWS = "li, article, tr, [role='listitem'], [role='row'], .Box-row, .search-result, .flex-item";

/** Areas whose links are never list rows: navigation and user-written content. */
const EXCLUDED_AREAS = [
  "nav, [role='navigation'], [role='menu'], [role='tablist'], [role='dialog'], dialog, [aria-label*='breadcrumb' i]",
  "footer, [role='contentinfo'], [role='banner'], .AppHeader, #repository-container-header",
  ".markdown-body, .readme, #readme, [data-testid='readme'], .comment-body, .TimelineItem, pre, code, [contenteditable]",
  "[hidden], [inert], template, [popover], .Popover",
].join();

const IN_HEADING = ":is(h1, h2, h3, h4, h5, h6) *, :has(h1, h2, h3, h4, h5, h6)";

/** Selectors of links that denote a row's subject, most reliable first. */
const TITLE_SELECTORS = {
  repository: [IN_HEADING, "[itemprop~='codeRepository']", "[data-hovercard-type='repository']"],
  pull: [IN_HEADING, "[data-hovercard-type='pull_request']"],
} as const;

/**
 * Finds the rows of a page's lists that are about one repository or one pull request, in document order. The page's own
 * subject is excluded.
 * @param root the page or a part of it
 */
export function findRows(root: ParentNode, page: ParsedPage): ListRow[] {
  const ownKey = page.kind === "repository" ? subjectKey(page.origin, page).toLowerCase() : undefined;
  const isExcluded = createExclusionCheck();
  const links = [...root.querySelectorAll("a[href]")].flatMap((link): SubjectLink[] => {
    const subject = subjectOfLink(link, page);
    if (!subject || isExcluded(link)) return [];
    const key = subjectKey(page.origin, subject).toLowerCase();
    return key === ownKey ? [] : [{ link, subject, key }];
  });
  const byRow = new Map<Element, SubjectLink[]>();
  const addLink = (row: Element, link: SubjectLink) => {
    const existing = byRow.get(row);
    if (existing) existing.push(link);
    else byRow.set(row, [link]);
  };
  const unassigned: SubjectLink[] = [];
  for (const link of links) {
    const row = link.link.closest(KNOWN_ROWS) ?? link.link.closest(GENERIC_ROWS);
    if (row) addLink(row, link);
    else unassigned.push(link);
  }
  for (const [row, link] of findSimilarRows(unassigned)) addLink(row, link);
  const rows = [...byRow].flatMap(([element, all]): ListRow[] => {
    const title = titleOf(all);
    return title && !isInsideAny(element, byRow) ? [{ element, title: title.link, subject: title.subject }] : [];
  });
  return rows;
}

/**
 * Returns a function that checks whether an element is in an excluded area. Results are cached, because links share
 * ancestors.
 */
function createExclusionCheck(): (element: Element) => boolean {
  const results = new Map<Element, boolean>();
  return function isExcluded(element: Element): boolean {
    const before = results.get(element);
    if (before !== undefined) return before;
    const parent = element.parentElement;
    const found = (parent !== null && isExcluded(parent)) || element.matches(EXCLUDED_AREAS) || isPageHead(element);
    results.set(element, found);
    return found;
  };
}

/** Cards may have a header of their own; the page's header never contains rows. */
function isPageHead(element: Element): boolean {
  return element.tagName === "HEADER" && !element.closest("li, article, main, [role='main']");
}

function isInsideAny(element: Element, rows: ReadonlyMap<Element, unknown>): boolean {
  for (let parent = element.parentElement; parent; parent = parent.parentElement) if (rows.has(parent)) return true;
  return false;
}

/** Returns the link to the row's subject; undefined if there are several subjects or it is unclear. */
function titleOf(links: readonly SubjectLink[]): SubjectLink | undefined {
  const pulls = links.filter(({ subject }) => subject.number !== undefined);
  const [all, selectors] = pulls.length > 0 ? [pulls, TITLE_SELECTORS.pull] : [links, TITLE_SELECTORS.repository];
  for (const selector of selectors) {
    const marked = all.filter(({ link }) => link.matches(selector));
    if (marked.length > 0) return singleTarget(marked);
  }
  return singleTarget(all);
}

function singleTarget(links: readonly SubjectLink[]): SubjectLink | undefined {
  if (new Set(links.map(({ key }) => key)).size !== 1) return undefined;
  return links.find(({ link }) => (link.textContent ?? "").trim() !== "") ?? links[0];
}
