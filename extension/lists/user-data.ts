import { type Annotation, isSameAnnotation, NO_ANNOTATION, type StoredAnnotation } from "./annotation.ts";
import { keyPrefixRange, type ListsDatabase } from "./database.ts";
import type { SavedFilter } from "./saved-filter.ts";

// What the user adds to the lists: annotations and saved filters. The lists page stores them without the worker.

export function readAnnotations(database: ListsDatabase, account: string): Promise<StoredAnnotation[]> {
  return database.getAll("annotations", keyPrefixRange(account));
}

/** An annotation of a repository by ID. */
export type AnnotationById = readonly [id: number, annotation: Annotation];

/**
 * Changes annotations in one transaction. Empty ones are deleted.
 * @param change returns the new annotation of a repository
 * @returns those that were changed, as they were before
 */
export async function changeAnnotations(
  database: ListsDatabase,
  account: string,
  ids: readonly number[],
  change: (current: Annotation, id: number) => Annotation,
): Promise<AnnotationById[]> {
  const transaction = database.transaction("annotations", "readwrite");
  const { store } = transaction;
  const before: AnnotationById[] = [];
  const changeOne = async (id: number) => {
    const { tags, note } = (await store.get([account, id])) ?? NO_ANNOTATION;
    const current = { tags, note };
    const next = change(current, id);
    if (isSameAnnotation(current, next)) return;
    before.push([id, current]);
    const isEmpty = next.tags.length === 0 && next.note === "";
    await (isEmpty ? store.delete([account, id]) : store.put({ account, id, tags: next.tags, note: next.note }));
  };
  try {
    await Promise.all(ids.map(changeOne));
  } catch (error) {
    // The error is thrown instead of the one that ending the transaction causes.
    transaction.done.catch(() => undefined);
    transaction.abort();
    throw error;
  }
  await transaction.done;
  return before;
}

/** Reads an account's saved filters, sorted by name. */
export async function readSavedFilters(database: ListsDatabase, account: string): Promise<SavedFilter[]> {
  const filters = await database.getAll("savedFilters", keyPrefixRange(account));
  return filters.toSorted((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }));
}

export async function putSavedFilters(database: ListsDatabase, filters: readonly SavedFilter[]): Promise<void> {
  const transaction = database.transaction("savedFilters", "readwrite");
  await Promise.all([...filters.map((filter) => transaction.store.put(filter)), transaction.done]);
}

export async function deleteSavedFilter(database: ListsDatabase, { account, id }: SavedFilter): Promise<void> {
  await database.delete("savedFilters", [account, id]);
}
