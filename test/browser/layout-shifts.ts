import type { Page } from "playwright-core";
import { onTestFinished } from "vitest";

/**
 * Notes from each page's beginning on what moves in it, and from where to where. A page that is drawn
 * while it still arrives moves its own parts; so that these don't count, it is shown when it is whole.
 */
const WATCH = `
  const hidden = new CSSStyleSheet();
  hidden.replaceSync("body { display: none }");
  document.adoptedStyleSheets = [hidden];
  addEventListener("DOMContentLoaded", () => (document.adoptedStyleSheets = []), { once: true });
  window.shifts = [];
  new PerformanceObserver((list) =>
    shifts.push(
      ...list.getEntries().map(({ sources }) =>
        sources.map(({ node, previousRect, currentRect }) => [
          node ? (node.outerHTML ?? node.textContent).slice(0, 200) : "gone",
          previousRect.toJSON(),
          currentRect.toJSON(),
        ]),
      ),
    ),
  ).observe({ type: "layout-shift", buffered: true });
`;

export async function watchShifts(page: Page): Promise<void> {
  const script = await page.addInitScript(WATCH);
  onTestFinished(() => script.dispose());
}

/** What moved since the page began, a list for each frame; what is within the extension's own elements is `gone`. */
export function shiftsOf(page: Page): Promise<unknown[]> {
  return page.evaluate<unknown[]>("shifts");
}
