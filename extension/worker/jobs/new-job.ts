import { accountOf } from "../../lists/account-id.ts";
import type { Entry } from "../../lists/entry.ts";
import type { Job, JobItem, JobKind, NewJob } from "../../lists/job.ts";
import { type Wanted, wantedBy } from "../../lists/wanted.ts";

/** What an item is about, before it is one of a job. */
export type Wish = Pick<JobItem, "id" | "owner" | "name" | "wanted" | "left">;

/** What is wished of each repository. @param entries those of the account, by their ids */
export function wishesOf(asked: NewJob, entries: ReadonlyMap<number, Entry>): Wish[] {
  if (asked.action === "import") return asked.items.map((item) => ({ id: null, ...item, left: null }));
  const wanted = wantedBy(asked.action);
  return asked.ids.flatMap((id) => {
    const entry = entries.get(id);
    return entry ? [{ id, owner: entry.owner, name: entry.name, wanted, left: null }] : [];
  });
}

/** What brings back how it was, where a job has changed it: the last change first. */
export function undoing(items: readonly JobItem[]): Wish[] {
  return items.flatMap(({ id, owner, name, wanted, before, state }): Wish[] =>
    state === "done" && before ? [{ id, owner, name, wanted: before, left: wanted satisfies Wanted }] : [],
  );
}

/** A job and its items, as they begin. */
export function newJob(
  about: Pick<Job, "account" | "undoes" | "createdAt"> & { readonly kind: JobKind },
  wishes: readonly Wish[],
): { readonly job: Job; readonly items: JobItem[] } {
  const id = crypto.randomUUID();
  const total = wishes.length;
  const job: Job = {
    id,
    ...about,
    ...accountOf(about.account),
    state: "queued",
    undoneBy: null,
    startedAt: null,
    endedAt: null,
    counts: { total, done: 0, already: 0, failed: 0, skipped: 0, underWay: 0, notBegun: total },
    eta: null,
    waiting: null,
    why: null,
    activeSince: null,
    beatAt: about.createdAt,
    endedBefore: 0,
    tolerates: [],
  };
  const items = wishes.map(
    (wish, index): JobItem => ({
      ...wish,
      job: id,
      index,
      before: null,
      state: "not begun",
      why: null,
      endedAt: null,
    }),
  );
  return { job, items };
}
