import type { SubjectLink } from "./subject-of-link.ts";

/**
 * Finds rows of lists without list markup: adjacent elements of the same structure, each with links to a different
 * subject.
 */
export function findSimilarRows(links: readonly SubjectLink[]): [row: Element, link: SubjectLink][] {
  const subjectsInside = countSubjects(links);
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
function countSubjects(links: readonly SubjectLink[]): ReadonlyMap<Element, ReadonlySet<string>> {
  const subjectsInside = new Map<Element, Set<string>>();
  for (const { link, key } of links) {
    for (let above: Element | null = link; above; above = above.parentElement) {
      const keys = subjectsInside.get(above);
      if (keys) keys.add(key);
      else subjectsInside.set(above, new Set([key]));
    }
  }
  return subjectsInside;
}

/** Returns the outermost ancestor of a link that contains only this subject, if there are other subjects next to it. */
function widestAncestor(link: Element, subjectsInside: ReadonlyMap<Element, ReadonlySet<string>>): Element | undefined {
  let row = link;
  for (;;) {
    const above: Element | null = row.parentElement;
    // A single subject is not a list.
    if (!above) return undefined;
    if ((subjectsInside.get(above)?.size ?? 0) > 1) break;
    row = above;
  }
  // A bare link in running text has no room for controls.
  return row === link ? undefined : row;
}

/** Tag names from the row to its link: `DIV H2 A`. */
function shapeOf(row: Element, link: Element): string {
  const names: string[] = [];
  for (let at: Element | null = link; at && at !== row.parentElement; at = at.parentElement) names.unshift(at.tagName);
  return names.join(" ");
}
