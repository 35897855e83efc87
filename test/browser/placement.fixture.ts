import type { Page } from "playwright-core";

/** The position of the overlay on a page, described by the page's parts around it. */
export interface OverlayPosition {
  /** Shape of the place: `column`, `row` or `slot`; `edge` for the tab at the window's edge. */
  readonly shape: string | undefined;
  /** Whether the whole overlay is inside the window, horizontally. */
  readonly isInside: boolean;
  /** Whether the overlay is on the first screen of the page. */
  readonly isOnFirstScreen: boolean;
  /** The nearest element around the overlay that has an id, role, test id or class. */
  readonly parent: string;
}

export function readOverlayPosition(page: Page): Promise<OverlayPosition | undefined> {
  return page.evaluate(() => {
    const host = document.querySelector<HTMLElement>("forgehand-overlay[data-theme]");
    if (!host) return undefined;
    const { left, right, top } = host.getBoundingClientRect();
    const { clientWidth, clientHeight } = document.documentElement;
    const parent = host.parentElement?.closest("[id], [role], [data-testid], [class]");
    return {
      shape: host.dataset["shape"],
      isInside: left >= -1 && right <= clientWidth + 1,
      isOnFirstScreen: top + scrollY < clientHeight,
      parent: parent ? `${parent.tagName.toLowerCase()}#${parent.id}.${parent.className}` : "",
    };
  });
}
