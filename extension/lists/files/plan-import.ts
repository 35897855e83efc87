import type { Entry } from "../entry.ts";
import type { ImportedItem } from "../job.ts";
import { currentStateOf, isSameState, type WantedState } from "../wanted-state.ts";
import type { FileRow } from "./parse-file.ts";

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
  /** Rows that specify neither star nor watch. */
  readonly unspecified: readonly FileRow[];
}

/** Entries by their `key`. */
export type EntriesByKey = ReadonlyMap<string, Entry>;

export function groupByKey(entries: Iterable<Entry>): EntriesByKey {
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
  };
  for (const row of rows) {
    const wantedStates = wantedStatesOf(row, canWatch);
    const entry = entries.get(`${row.owner}/${row.name}`.toLowerCase());
    if (wantedStates.length === 0) plan.unspecified.push(row);
    else if (entry?.missing) plan.missing.push(row);
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
  };
}

function wantedStatesOf({ starred, watch }: FileRow, canWatch: boolean): WantedState[] {
  return [...(starred === undefined ? [] : [{ starred }]), ...(watch === undefined || !canWatch ? [] : [{ watch }])];
}
