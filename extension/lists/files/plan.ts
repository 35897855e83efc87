import type { Entry } from "../entry.ts";
import type { ImportedItem } from "../job.ts";
import { isAlike, stateOf, type Wanted } from "../wanted.ts";
import type { FileRow } from "./parse.ts";

/** What would come of a file: nothing is done before somebody says so. */
export interface ImportPlan {
  /** What a job would do, or look at first where nothing is known of it. */
  readonly items: readonly ImportedItem[];
  /** Of these, those of whose repository nothing is known. */
  readonly unknown: readonly ImportedItem[];
  /** What is so already. */
  readonly already: readonly ImportedItem[];
  /** Repositories that this account can't have any more. */
  readonly missing: readonly FileRow[];
  /** Lines that say neither whether to star nor whether to watch. */
  readonly silent: readonly FileRow[];
}

/** What a file would have to be done. @param canWatch can this account's token change what it watches? */
export function planImport(rows: readonly FileRow[], entries: readonly Entry[], canWatch = true): ImportPlan {
  const byKey = new Map(entries.map((entry) => [entry.key, entry]));
  const plan: { [Part in keyof ImportPlan]: ImportPlan[Part][number][] } = {
    items: [],
    unknown: [],
    already: [],
    missing: [],
    silent: [],
  };
  for (const row of rows) {
    const wishes = wishesOf(row, canWatch);
    const entry = byKey.get(`${row.owner}/${row.name}`.toLowerCase());
    if (wishes.length === 0) plan.silent.push(row);
    else if (entry?.missing) plan.missing.push(row);
    else {
      for (const wanted of wishes) {
        const item = { owner: row.owner, name: row.name, wanted };
        const state = entry && stateOf(entry, wanted);
        if (state && isAlike(state, wanted)) plan.already.push(item);
        else plan.items.push(item);
        if (!state) plan.unknown.push(item);
      }
    }
  }
  return plan;
}

function wishesOf({ starred, watch }: FileRow, canWatch: boolean): Wanted[] {
  return [...(starred === undefined ? [] : [{ starred }]), ...(watch === undefined || !canWatch ? [] : [{ watch }])];
}
