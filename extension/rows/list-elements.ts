import type { ListRow } from "./find-rows.ts";

/**
 * Returns the elements that contain the rows, to which new rows would be added: for each row the nearest ancestor with
 * more than one row; for a single row its parent.
 */
export function listElementsOf(rows: readonly ListRow[]): Set<Element> {
  const rowCounts = new Map<Element, number>();
  for (const { element } of rows) {
    for (let ancestor = element.parentElement; ancestor; ancestor = ancestor.parentElement) {
      rowCounts.set(ancestor, (rowCounts.get(ancestor) ?? 0) + 1);
    }
  }
  return new Set(rows.flatMap(({ element }) => nearestList(element, rowCounts) ?? element.parentElement ?? []));
}

function nearestList(element: Element, rowCounts: ReadonlyMap<Element, number>): Element | undefined {
  for (let ancestor = element.parentElement; ancestor; ancestor = ancestor.parentElement) {
    // The page itself is not a list; separate lists have their own elements.
    if (ancestor.tagName === "BODY" || ancestor.tagName === "MAIN") return undefined;
    if ((rowCounts.get(ancestor) ?? 0) > 1) return ancestor;
  }
  return undefined;
}
