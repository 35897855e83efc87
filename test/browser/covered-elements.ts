import type { Page } from "playwright-core";

/**
 * Returns the page's links, buttons, fields, headings and header parts that the overlay covers, in whole or in part.
 * Only those in the window are tested.
 */
export function findCoveredElements(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isOverlay = (element: Element | null) => element?.matches("forgehand-overlay") ?? false;
    const covered: string[] = [];
    for (const element of document.querySelectorAll(
      "a, button, input, select, textarea, summary, h1, h2, h3, [role=button], header, nav",
    )) {
      // Headers and navigation contain the overlay on some pages.
      if (element.querySelector("forgehand-overlay") || !element.checkVisibility({ visibilityProperty: true }))
        continue;
      for (const { left, top, right, bottom } of element.getClientRects()) {
        if (right - left < 2 || bottom - top < 2) continue;
        for (const x of [left + 1, (left + right) / 2, right - 1]) {
          for (const y of [top + 1, (top + bottom) / 2, bottom - 1]) {
            if (isOverlay(document.elementFromPoint(x, y))) covered.push(element.outerHTML.slice(0, 120));
          }
        }
      }
    }
    return [...new Set(covered)];
  });
}
