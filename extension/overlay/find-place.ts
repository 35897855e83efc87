import type { ParsedPage } from "../page/parse-page.ts";
import { findPlaces, type OverlayPlace } from "../page/places.ts";

/** A place with its reference element on the page. */
export type FoundPlace = ReturnType<typeof findPlaces>[number];

/** Elements that the overlay must neither cover nor be part of. */
const INTERACTIVE =
  "a, button, input, select, textarea, summary, label, h1, h2, h3, [role=button], [role=tab], [role=menuitem]";

/** Minimum width of the overlay by shape, in pixels. */
const MIN_WIDTH: Readonly<Record<OverlayPlace["shape"], number>> = { column: 200, row: 280, slot: 120 };

/**
 * Inserts the overlay at the best place that it fits in.
 * @param current the place where it is already
 * @returns the place; undefined if it fits nowhere, and is then not on the page
 */
export function insertAtBestPlace(
  host: HTMLElement,
  kind: ParsedPage["kind"],
  current: FoundPlace | undefined,
): FoundPlace | undefined {
  for (const found of findPlaces(kind)) {
    const isAlreadyThere = current?.reference === found.reference;
    if (!isAlreadyThere) found.reference.insertAdjacentElement(found.place.position, host);
    host.dataset["shape"] = found.place.shape;
    if (isLaidOut(host) && fits(host, found.place)) return found;
  }
  host.remove();
  return undefined;
}

/** Whether the overlay is on the page, and no element around it is hidden. */
export function isLaidOut(host: HTMLElement): boolean {
  return host.checkVisibility({ opacityProperty: true, visibilityProperty: true });
}

function fits(host: HTMLElement, { shape }: OverlayPlace): boolean {
  const { left, right, top, width } = host.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  // Half a pixel for zoomed pages.
  if (width < Math.min(MIN_WIDTH[shape], clientWidth - 32) || left < -0.5 || right > clientWidth + 0.5) return false;
  // The user must find it without scrolling.
  if (top + window.scrollY > clientHeight && !isSticky(host)) return false;
  if (host.parentElement?.closest(INTERACTIVE)) return false;
  // While the page is scrolled, its header can cover any place.
  return window.scrollY > 0 || isUncovered(host);
}

/** Whether an element around the overlay stays in the window while the page is scrolled. */
function isSticky(host: Element): boolean {
  for (let parent = host.parentElement; parent; parent = parent.parentElement)
    if (/sticky|fixed/.test(getComputedStyle(parent).position)) return true;
  return false;
}

/** Whether nothing covers the overlay, and the overlay covers nothing that the user reads or presses. */
export function isUncovered(host: HTMLElement): boolean {
  const { left, right, top, bottom } = host.getBoundingClientRect();
  const points = [
    [left + 2, top + 2],
    [right - 2, top + 2],
    [left + 2, bottom - 2],
    [right - 2, bottom - 2],
    [(left + right) / 2, (top + bottom) / 2],
  ] as const;
  return points.every(([x, y]) => {
    const stack = document.elementsFromPoint(x, y);
    // Outside of the window, there is nothing to test.
    if (stack.length === 0) return true;
    return stack[0] === host && !stack.some((element) => element !== host && isObstacle(element, host));
  });
}

const isObstacle = (element: Element, host: HTMLElement) => !element.contains(host) && element.matches(INTERACTIVE);
