import type { SubjectLink } from "./subject-of-link.ts";

/**
 * Rows of lists whose elements say nothing of being lists: where links to different things stand side by side, each in an
 * element of its own, and those are built alike, they are the rows.
 */
export function rowsByShape(links: readonly SubjectLink[]): [row: Element, link: SubjectLink][] {
  const within = countSubjects(links);
  const found = links.flatMap((link) => {
    const row = widest(link.link, within);
    return row ? [{ row, link, shape: shapeOf(row, link.link) }] : [];
  });
  const alike = new Map<Element | null, Map<string, Set<Element>>>();
  for (const { row, shape } of found) {
    const shapes = alike.get(row.parentElement) ?? new Map<string, Set<Element>>();
    alike.set(row.parentElement, shapes.set(shape, (shapes.get(shape) ?? new Set()).add(row)));
  }
  return found.flatMap(({ row, link, shape }): [Element, SubjectLink][] =>
    (alike.get(row.parentElement)?.get(shape)?.size ?? 0) > 1 ? [[row, link]] : [],
  );
}

/** How many different things the links within each element lead to. */
function countSubjects(links: readonly SubjectLink[]): ReadonlyMap<Element, ReadonlySet<string>> {
  const within = new Map<Element, Set<string>>();
  for (const { link, key } of links) {
    for (let above: Element | null = link; above; above = above.parentElement) {
      const keys = within.get(above);
      if (keys) keys.add(key);
      else within.set(above, new Set([key]));
    }
  }
  return within;
}

/** The widest element around a link that has only this one thing in it, where something else is beside it. */
function widest(link: Element, within: ReadonlyMap<Element, ReadonlySet<string>>): Element | undefined {
  let row = link;
  for (;;) {
    const above: Element | null = row.parentElement;
    // One thing that is linked to is no list.
    if (!above) return undefined;
    if ((within.get(above)?.size ?? 0) > 1) break;
    row = above;
  }
  // A bare link in running text has no place for anything beside it.
  return row === link ? undefined : row;
}

/** `DIV H2 A`: what lies between a row and its link. */
function shapeOf(row: Element, link: Element): string {
  const names: string[] = [];
  for (let at: Element | null = link; at && at !== row.parentElement; at = at.parentElement) names.unshift(at.tagName);
  return names.join(" ");
}
