import type { Page } from "./parse-page.ts";

/**
 * Where a forge's pages leave room for the overlay, by kind of page. The first that is there counts; the overlay hangs
 * from its lower right corner. On a page that has none the overlay keeps to a corner of the window.
 */
const LANDMARKS: Readonly<Record<Page["kind"], readonly string[]>> = {
  // The head with the repository's name and tabs, on every page of a repository.
  repository: ["#repository-container-header"],
  // The same head; where a page goes without it, the one with the pull request's title.
  "pull-request": ["#repository-container-header", "#partial-discussion-header"],
  // Its rows have the controls.
  list: [],
};

/** The element that the overlay hangs from. */
export function findLandmark(kind: Page["kind"]): Element | undefined {
  for (const selector of LANDMARKS[kind]) {
    const element = document.querySelector(selector);
    if (element && element.getBoundingClientRect().height > 0) return element;
  }
  return undefined;
}
