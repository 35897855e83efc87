import type { ListRow } from "./find-rows.ts";
import { listElementsOf } from "./list-elements.ts";

/** Reports when a page's rows may have changed. */
export interface ListWatcher {
  /** Watches the lists that contain these rows from now on. */
  follow(rows: readonly ListRow[]): void;
}

/**
 * Calls back when rows may have been added or removed: the children of a list change, or the size of the page's content
 * changes, as when a list renders late or the page is replaced. Avoids observing all elements of the page.
 */
export function watchLists(changed: () => void, signal: AbortSignal): ListWatcher {
  const childObserver = new MutationObserver(changed);
  // Also fires for an element that was removed, because its size becomes zero.
  const sizeObserver = new ResizeObserver(changed);
  let lists = new Set<Element>();
  let measured = new Set<Element>();
  signal.addEventListener("abort", () => {
    childObserver.disconnect();
    sizeObserver.disconnect();
  });
  return {
    follow(rows) {
      if (signal.aborted) return;
      const currentLists = listElementsOf(rows);
      if (!areEqual(currentLists, lists)) {
        childObserver.disconnect();
        for (const list of currentLists) childObserver.observe(list, { childList: true });
        lists = currentLists;
      }
      const targets = new Set([...document.querySelectorAll("body, main, [role='main']"), ...currentLists]);
      for (const old of measured) if (!targets.has(old)) sizeObserver.unobserve(old);
      // A resize observer fires once for every newly observed element.
      for (const element of targets) if (!measured.has(element)) sizeObserver.observe(element);
      measured = targets;
    },
  };
}

function areEqual<T>(a: ReadonlySet<T>, b: ReadonlySet<T>): boolean {
  return a.size === b.size && [...a].every((member) => b.has(member));
}
