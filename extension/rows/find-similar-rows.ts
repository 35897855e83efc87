import type { SubjectLink } from "./subject-of-link.ts";

/**
 * Finds rows of lists without list markup: adjacent elements of the same structure, each with links to a different
 * subject.
 */
export function findSimilarRows(links: readonly SubjectLink[]): [row: Element, link: SubjectLink][] {
  const subjectsInside = collectSubjects(links);
  const found = links.flatMap((link) => {
    const row = widestAncestor(link.link, subjectsInside);
    return row ? [{ row, link, shape: shapeOf(row, link.link) }] : [];
  });
  const byParent = new Map<Element | null, Map<string, Set<Element>>>();
  for (const { row, shape } of found) {
    const shapes = byParent.get(row.parentElement) ?? new Map<string, Set<Element>>();
    byParent.set(row.parentElement, shapes.set(shape, (shapes.get(shape) ?? new Set()).add(row)));
  }
  return found.flatMap(({ row, link, shape }): [Element, SubjectLink][] =>
    (byParent.get(row.parentElement)?.get(shape)?.size ?? 0) > 1 ? [[row, link]] : [],
  );
}

/** Collects the subjects that the links inside each element lead to. */
function collectSubjects(links: readonly SubjectLink[]): ReadonlyMap<Element, ReadonlySet<string>> {
  const subjectsInside = new Map<Element, Set<string>>();
  for (const { link, key } of links) {
    for (let ancestor: Element | null = link; ancestor; ancestor = ancestor.parentElement) {
      const keys = subjectsInside.get(ancestor);
      if (keys) keys.add(key);
      else subjectsInside.set(ancestor, new Set([key]));
    }
  }
  return subjectsInside;
}

/** Returns the outermost ancestor of a link that contains no other subject; undefined if the page has no other. */
function widestAncestor(link: Element, subjectsInside: ReadonlyMap<Element, ReadonlySet<string>>): Element | undefined {
  let row = link;
  for (;;) {
    const ancestor: Element | null = row.parentElement;
    // A single subject is not a list.
    if (!ancestor) return undefined;
    if ((subjectsInside.get(ancestor)?.size ?? 0) > 1) break;
    row = ancestor;
  }
  // A link in running text has no space for controls.
  return row === link ? undefined : row;
}

/** Tag names from the row to its link: `DIV H2 A`. */
function shapeOf(row: Element, link: Element): string {
  const names: string[] = [];
  for (let current: Element | null = link; current && current !== row.parentElement; current = current.parentElement)
    names.unshift(current.tagName);
  return names.join(" ");
}
