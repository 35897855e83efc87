import type { Row } from "./find-rows.ts";
import { listsOf } from "./lists-of.ts";

/** Tells when a page may have other rows. */
export interface ListChanges {
  /** Looks after the lists that these rows are in from now on. */
  follow(rows: readonly Row[]): void;
}

/**
 * Calls back when rows may have come or gone: a list has other elements, or the page's content another size, as it has when
 * a list is drawn late or the whole page is replaced. Nothing watches over all of the page's elements.
 */
export function watchLists(changed: () => void, signal: AbortSignal): ListChanges {
  const elements = new MutationObserver(changed);
  // An element that was replaced is told as well: it has no size any more.
  const sizes = new ResizeObserver(changed);
  let lists = new Set<Element>();
  let measured = new Set<Element>();
  signal.addEventListener("abort", () => {
    elements.disconnect();
    sizes.disconnect();
  });
  return {
    follow(rows) {
      if (signal.aborted) return;
      const now = listsOf(rows);
      if (!areEqual(now, lists)) {
        elements.disconnect();
        for (const list of now) elements.observe(list, { childList: true });
        lists = now;
      }
      const sized = new Set([...document.querySelectorAll("body, main, [role='main']"), ...now]);
      for (const old of measured) if (!sized.has(old)) sizes.unobserve(old);
      // Whoever begins to be observed is told of at once.
      for (const element of sized) if (!measured.has(element)) sizes.observe(element);
      measured = sized;
    },
  };
}

function areEqual<T>(one: ReadonlySet<T>, other: ReadonlySet<T>): boolean {
  return one.size === other.size && [...one].every((member) => other.has(member));
}
