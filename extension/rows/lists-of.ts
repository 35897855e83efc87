import type { Row } from "./find-rows.ts";

/**
 * The elements that rows are listed in, those that one more row would be put into: of each row, the first element around it
 * that has another row in it too; of a row that is alone, what it lies in.
 */
export function listsOf(rows: readonly Row[]): Set<Element> {
  const within = new Map<Element, number>();
  for (const { element } of rows) {
    for (let above = element.parentElement; above; above = above.parentElement) {
      within.set(above, (within.get(above) ?? 0) + 1);
    }
  }
  return new Set(rows.flatMap(({ element }) => listOf(element, within) ?? element.parentElement ?? []));
}

function listOf(element: Element, within: ReadonlyMap<Element, number>): Element | undefined {
  for (let above = element.parentElement; above; above = above.parentElement) {
    // The page as a whole is no list: lists that stand apart have their own.
    if (above.tagName === "BODY" || above.tagName === "MAIN") return undefined;
    if ((within.get(above) ?? 0) > 1) return above;
  }
  return undefined;
}
