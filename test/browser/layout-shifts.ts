import type { Page } from "playwright-core";
import { onTestFinished } from "vitest";

/**
 * Records layout shifts from the start of each page. The page is hidden until it is fully parsed, because rendering it
 * while it loads moves its own parts.
 */
const OBSERVER_SCRIPT = `
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

export async function observeLayoutShifts(page: Page): Promise<void> {
  const script = await page.addInitScript(OBSERVER_SCRIPT);
  onTestFinished(() => script.dispose());
}

/**
 * Returns the layout shifts since the page started, one list per frame. Nodes within the extension's elements appear as
 * `gone`.
 */
export function readLayoutShifts(page: Page): Promise<unknown[]> {
  return page.evaluate<unknown[]>("shifts");
}
