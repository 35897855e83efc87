import type { ParsedPage } from "./parse-page.ts";

/**
 * Elements to which the overlay can be attached, by kind of page. The first visible one is used; the overlay is placed
 * at its lower right corner. Without one, the overlay floats in a corner of the window.
 */
const LANDMARKS: Readonly<Record<ParsedPage["kind"], readonly string[]>> = {
  // Header with the repository's name and tabs, on every page of a repository.
  repository: ["#repository-container-header"],
  // The same header; on pages without it, the header with the pull request's title.
  "pull-request": ["#repository-container-header", "#partial-discussion-header"],
  // The controls are in the list's rows.
  list: [],
};

/** Returns the visible element to which the overlay is attached. */
export function findLandmark(kind: ParsedPage["kind"]): Element | undefined {
  for (const selector of LANDMARKS[kind]) {
    const element = document.querySelector(selector);
    if (element && element.getBoundingClientRect().height > 0) return element;
  }
  return undefined;
}
