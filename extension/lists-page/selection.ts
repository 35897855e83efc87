/** IDs of the selected entries, and the entry at which a range selection starts. */
export interface Selection {
  readonly ids: ReadonlySet<number>;
  readonly anchor: number | undefined;
}

export const NO_SELECTION: Selection = { ids: new Set(), anchor: undefined };

export function toggleEntry({ ids }: Selection, id: number): Selection {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return { ids: next, anchor: id };
}

/**
 * Gives all entries between the last clicked one and this one the state of the last clicked one.
 * @param order entry IDs in display order
 */
export function extendTo(selection: Selection, id: number, order: readonly number[]): Selection {
  const { ids, anchor } = selection;
  const [begin, end] = [anchor === undefined ? -1 : order.indexOf(anchor), order.indexOf(id)];
  if (begin < 0 || end < 0 || anchor === undefined) return toggleEntry(selection, id);
  const range = order.slice(Math.min(begin, end), Math.max(begin, end) + 1);
  const next = new Set(ids);
  for (const entryId of range) {
    if (ids.has(anchor)) next.add(entryId);
    else next.delete(entryId);
  }
  return { ids: next, anchor };
}

export function addAll({ ids, anchor }: Selection, added: readonly number[]): Selection {
  return { ids: new Set([...ids, ...added]), anchor };
}

export function removeAll({ ids, anchor }: Selection, removed: readonly number[]): Selection {
  const removedIds = new Set(removed);
  return { ids: new Set([...ids].filter((id) => !removedIds.has(id))), anchor };
}
