import type { ParsedPage } from "./parse-page.ts";

/** A place in the page's layout where the overlay can be inserted. */
export interface OverlayPlace {
  /** Selects the reference element: the first visible match. */
  readonly selector: string;
  readonly position: InsertPosition;
  /** Shape of the room: a column such as a sidebar, a full-width row, or a slot next to the page's own buttons. */
  readonly shape: "column" | "row" | "slot";
}

/** The page's content below the repository's header and tabs. */
const BELOW_TABS: readonly OverlayPlace[] = [
  { selector: "#repository-container-header", position: "afterend", shape: "row" },
  { selector: "turbo-frame#repo-content-turbo-frame", position: "afterbegin", shape: "row" },
  { selector: "main, [role=main]", position: "afterbegin", shape: "row" },
];

/** Places by kind of page, best first. They cover pages from 2022 (and GitHub Enterprise Server) to 2026. */
const PLACES: Readonly<Record<ParsedPage["kind"], readonly OverlayPlace[]>> = {
  repository: [
    // Watch, Fork and Star in the header.
    { selector: ".pagehead-actions", position: "beforebegin", shape: "slot" },
    // Above "About".
    { selector: ".Layout-sidebar", position: "afterbegin", shape: "column" },
    ...BELOW_TABS,
  ],
  "pull-request": [
    // After the list of reviewers, the sidebar's first section.
    { selector: "#partial-discussion-sidebar form.js-issue-sidebar-form", position: "afterend", shape: "column" },
    { selector: "#partial-discussion-sidebar", position: "afterbegin", shape: "column" },
    { selector: "[class*=StickyPullRequestHeader-module__]", position: "beforeend", shape: "row" },
    { selector: "#partial-discussion-header", position: "afterend", shape: "row" },
    ...BELOW_TABS,
  ],
  // The controls are in the list's rows.
  list: [],
};

/** The site's own controls of stars and watching. */
const SITE_CONTROLS = "[data-testid=star-button], [data-testid=watch-button], .pagehead-actions :is(button, summary)";

/** Returns the places that exist on the page, best first, with their reference elements. */
export function findPlaces(
  kind: ParsedPage["kind"],
): readonly { readonly place: OverlayPlace; readonly reference: Element }[] {
  return PLACES[kind].flatMap((place) => {
    const reference = findVisible(place.selector);
    return reference ? [{ place, reference }] : [];
  });
}

/** Whether the place in a sidebar can be used, even if the page is not fully parsed. */
export function hasSidebar(kind: ParsedPage["kind"]): boolean {
  return PLACES[kind].some(({ shape, selector }) => shape === "column" && findVisible(selector));
}

/** Whether the page shows its own controls for the repository. */
export const hasSiteControls = (): boolean => findVisible(SITE_CONTROLS) !== undefined;

function findVisible(selector: string): Element | undefined {
  return [...document.querySelectorAll(selector)].find((element) => {
    const { width, height } = element.getBoundingClientRect();
    return width > 0 && height > 0 && element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  });
}
