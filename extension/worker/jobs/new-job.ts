import { parseAccountId } from "../../lists/account-id.ts";
import type { Entry } from "../../lists/entry.ts";
import type { Job, JobItem, JobKind, NewJob } from "../../lists/job.ts";
import { controlOf, type WantedState, wantedStateOf } from "../../lists/wanted-state.ts";

/** The part of a job item that is known before the job exists. */
export type JobItemDraft = Pick<JobItem, "id" | "owner" | "name" | "wanted" | "expectedState">;

/**
 * Drafts one item for each repository of a requested job.
 * @param entries the account's entries by id
 */
export function draftItems(request: NewJob, entries: ReadonlyMap<number, Entry>): JobItemDraft[] {
  if (request.action === "import") return request.items.map((item) => ({ id: null, ...item, expectedState: null }));
  const wanted = wantedStateOf(request.action);
  return request.ids.flatMap((id) => {
    const entry = entries.get(id);
    return entry ? [{ id, owner: entry.owner, name: entry.name, wanted, expectedState: null }] : [];
  });
}

/** Drafts the items that restore what a job changed. */
export function draftUndoItems(items: readonly JobItem[]): JobItemDraft[] {
  return items.flatMap(({ id, owner, name, wanted, stateBefore, state }): JobItemDraft[] =>
    state === "done" && stateBefore
      ? [{ id, owner, name, wanted: stateBefore, expectedState: wanted satisfies WantedState }]
      : [],
  );
}

/** Creates the records of a queued job and its items. */
export function createJobRecord(
  details: Pick<Job, "account" | "undoOf" | "createdAt"> & { readonly kind: JobKind },
  drafts: readonly JobItemDraft[],
): { readonly job: Job; readonly items: JobItem[] } {
  const id = crypto.randomUUID();
  const total = drafts.length;
  const job: Job = {
    id,
    ...details,
    ...parseAccountId(details.account),
    controls: [...new Set(drafts.map(({ wanted }) => controlOf(wanted)))],
    state: "queued",
    undoneBy: null,
    startedAt: null,
    endedAt: null,
    counts: { total, done: 0, already: 0, failed: 0, skipped: 0, inProgress: 0, notStarted: total },
    eta: null,
    waiting: null,
    reason: null,
    activeSince: null,
    lastProgressAt: details.createdAt,
    endedAtLastStart: 0,
    toleratedReasons: [],
  };
  const items = drafts.map(
    (draft, index): JobItem => ({
      ...draft,
      job: id,
      index,
      stateBefore: null,
      state: "not-started",
      reason: null,
      endedAt: null,
    }),
  );
  return { job, items };
}
