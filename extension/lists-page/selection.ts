/** What is selected: entries by their ids, and the one from which a range goes on. */
export interface Selection {
  readonly ids: ReadonlySet<number>;
  readonly from: number | undefined;
}

export const NOTHING: Selection = { ids: new Set(), from: undefined };

/** Selects one entry, or no longer. */
export function toggled({ ids }: Selection, id: number): Selection {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return { ids: next, from: id };
}

/**
 * Does to all entries between the one that was clicked last and this one what was done to that one.
 * @param order entries as they are shown
 */
export function extended(selection: Selection, id: number, order: readonly number[]): Selection {
  const { ids, from } = selection;
  const [begin, end] = [from === undefined ? -1 : order.indexOf(from), order.indexOf(id)];
  if (begin < 0 || end < 0 || from === undefined) return toggled(selection, id);
  const range = order.slice(Math.min(begin, end), Math.max(begin, end) + 1);
  const next = new Set(ids);
  for (const one of range) {
    if (ids.has(from)) next.add(one);
    else next.delete(one);
  }
  return { ids: next, from };
}

/** Selects all of these beside what is selected. */
export function withAll({ ids, from }: Selection, more: readonly number[]): Selection {
  return { ids: new Set([...ids, ...more]), from };
}

/** Selects none of these any more. */
export function withoutAll({ ids, from }: Selection, less: readonly number[]): Selection {
  const gone = new Set(less);
  return { ids: new Set([...ids].filter((id) => !gone.has(id))), from };
}
