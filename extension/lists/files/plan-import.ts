import { isSameAnnotation, isWithinLimits, type ListedEntry, mergeAnnotations, NO_ANNOTATION } from "../annotation.ts";
import type { ImportedItem } from "../job.ts";
import { MAX_SAVED_FILTERS, type SavedFilter, uniqueFilterName } from "../saved-filter.ts";
import type { AnnotationById } from "../user-data.ts";
import { currentStateOf, isSameState, type WantedState } from "../wanted-state.ts";
import type { FileFilter, FileRow } from "./parse-file.ts";

/** Preview of importing a file; nothing is changed until the user confirms. */
export interface ListImportPlan {
  /** Changes that a job would make, including repositories that must be checked first. */
  readonly items: readonly ImportedItem[];
  /** Those of `items` whose current state is unknown. */
  readonly unknown: readonly ImportedItem[];
  /** Already in the requested state. */
  readonly unchanged: readonly ImportedItem[];
  /** Repositories that are no longer accessible to this account. */
  readonly missing: readonly FileRow[];
  /** Rows that specify neither star nor watch, nor tags or a note. */
  readonly unspecified: readonly FileRow[];
  /** The file's tags and notes for repositories that lack some of them. */
  readonly annotated: readonly AnnotationById[];
  /** Rows with tags or a note of repositories that are not in the lists. */
  readonly unlisted: readonly FileRow[];
  /** Rows with tags or a note that would exceed a limit together with the existing ones. */
  readonly overLimit: readonly FileRow[];
}

/** Entries by their `key`. */
export type EntriesByKey = ReadonlyMap<string, ListedEntry>;

export function groupByKey(entries: Iterable<ListedEntry>): EntriesByKey {
  return new Map([...entries].map((entry) => [entry.key, entry]));
}

/**
 * Compares rows of a file with the current entries.
 * @param canWatch whether the account's token can change subscriptions
 */
export function planImport(rows: readonly FileRow[], entries: EntriesByKey, canWatch = true): ListImportPlan {
  const plan: { [Part in keyof ListImportPlan]: ListImportPlan[Part][number][] } = {
    items: [],
    unknown: [],
    unchanged: [],
    missing: [],
    unspecified: [],
    annotated: [],
    unlisted: [],
    overLimit: [],
  };
  for (const row of rows) {
    const wantedStates = wantedStatesOf(row, canWatch);
    const entry = entries.get(`${row.owner}/${row.name}`.toLowerCase());
    if (row.annotation) {
      if (!entry) plan.unlisted.push(row);
      else {
        const current = entry.annotation ?? NO_ANNOTATION;
        const merged = mergeAnnotations(current, row.annotation);
        if (!isWithinLimits(merged)) plan.overLimit.push(row);
        else if (!isSameAnnotation(current, merged)) plan.annotated.push([entry.id, row.annotation]);
      }
    }
    if (wantedStates.length === 0) {
      if (!row.annotation) plan.unspecified.push(row);
    } else if (entry?.missing) plan.missing.push(row);
    else {
      for (const wanted of wantedStates) {
        const item = { owner: row.owner, name: row.name, wanted };
        const state = entry && currentStateOf(entry, wanted);
        if (state && isSameState(state, wanted)) plan.unchanged.push(item);
        else plan.items.push(item);
        if (!state) plan.unknown.push(item);
      }
    }
  }
  return plan;
}

/** Joins the plans of a file's parts. */
export function joinPlans(plans: readonly ListImportPlan[]): ListImportPlan {
  return {
    items: plans.flatMap(({ items }) => items),
    unknown: plans.flatMap(({ unknown }) => unknown),
    unchanged: plans.flatMap(({ unchanged }) => unchanged),
    missing: plans.flatMap(({ missing }) => missing),
    unspecified: plans.flatMap(({ unspecified }) => unspecified),
    annotated: plans.flatMap(({ annotated }) => annotated),
    unlisted: plans.flatMap(({ unlisted }) => unlisted),
    overLimit: plans.flatMap(({ overLimit }) => overLimit),
  };
}

/**
 * Returns the filters of a file that are not saved yet, as far as there is room. One with the name of another gets a
 * number.
 */
export function planFilters(
  filters: readonly FileFilter[],
  account: string,
  saved: readonly SavedFilter[],
): readonly SavedFilter[] {
  const all = [...saved];
  for (const { name, query } of filters) {
    const isSaved = all.some((other) => other.query === query && other.name.toLowerCase() === name.toLowerCase());
    if (isSaved || all.length >= MAX_SAVED_FILTERS) continue;
    all.push({ account, id: crypto.randomUUID(), name: uniqueFilterName(name, all), query });
  }
  return all.slice(saved.length);
}

function wantedStatesOf({ starred, watch }: FileRow, canWatch: boolean): WantedState[] {
  return [...(starred === undefined ? [] : [{ starred }]), ...(watch === undefined || !canWatch ? [] : [{ watch }])];
}
