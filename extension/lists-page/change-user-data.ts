import { type Annotation, isWithinLimits, mergeAnnotations } from "../lists/annotation.ts";
import { createListsAnnouncer, type ListsChange } from "../lists/lists-channel.ts";
import type { SavedFilter } from "../lists/saved-filter.ts";
import { type AnnotationById, changeAnnotations, deleteSavedFilter, putSavedFilters } from "../lists/user-data.ts";
import { listsDatabase } from "./use-live-lists.ts";

let announcer: ReturnType<typeof createListsAnnouncer> | undefined;

/** Notifies all open lists pages, this one included. */
function announce(change: ListsChange): void {
  announcer ??= createListsAnnouncer();
  announcer(change);
}

/**
 * Changes annotations of an account's repositories.
 * @returns those that were changed, as they were before
 */
export async function annotate(
  account: string,
  ids: readonly number[],
  change: (current: Annotation, id: number) => Annotation,
): Promise<readonly AnnotationById[]> {
  const before = await changeAnnotations(await listsDatabase(), account, ids, change);
  if (before.length > 0) announce({ type: "annotations", account });
  return before;
}

/** Restores annotations that {@link annotate} changed. */
export async function restoreAnnotations(account: string, before: readonly AnnotationById[]): Promise<void> {
  const byId = new Map(before);
  await annotate(account, [...byId.keys()], (current, id) => byId.get(id) ?? current);
}

/** Adds the annotations and filters of a file. Annotations that would exceed a limit are left as they are. */
export async function mergeUserData(
  account: string,
  annotations: readonly AnnotationById[],
  filters: readonly SavedFilter[],
): Promise<void> {
  const byId = new Map(annotations);
  await annotate(account, [...byId.keys()], (current, id) => {
    const added = byId.get(id);
    const merged = added ? mergeAnnotations(current, added) : current;
    return isWithinLimits(merged) ? merged : current;
  });
  if (filters.length > 0) await saveFilters(account, filters);
}

export async function saveFilters(account: string, filters: readonly SavedFilter[]): Promise<void> {
  await putSavedFilters(await listsDatabase(), filters);
  announce({ type: "savedFilters", account });
}

export async function removeFilter(filter: SavedFilter): Promise<void> {
  await deleteSavedFilter(await listsDatabase(), filter);
  announce({ type: "savedFilters", account: filter.account });
}
