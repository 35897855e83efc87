import type { ListsDatabase } from "../lists/database.ts";
import type { Entry } from "../lists/entry.ts";
import type { Gathering } from "../lists/gathering.ts";
import type { Job } from "../lists/job.ts";
import { onListsChange } from "../lists/lists-channel.ts";
import { readEntries, readEntriesSince, readGathering, readJobs } from "../lists/read-lists.ts";

/** Current data of an account. */
export interface LiveLists {
  readonly account: string;
  readonly entries: ReadonlyMap<number, Entry>;
  /** Increases whenever entries are added or removed. */
  readonly membership: number;
  readonly gathering: Gathering;
  /** Newest first. */
  readonly jobs: readonly Job[];
}

/**
 * Reads an account's data, and re-reads what the worker reports as changed.
 * @param signal ends the subscription
 */
export async function subscribeToLists(
  lists: ListsDatabase,
  account: string,
  onChange: (current: LiveLists) => void,
  signal: AbortSignal,
): Promise<void> {
  let current: LiveLists | undefined;
  let revision = 0;
  const set = (change: Partial<LiveLists>) => {
    if (!current || signal.aborted) return;
    current = { ...current, ...change };
    onChange(current);
  };
  const read = {
    // Entries may have been deleted, so all of them are read.
    all: coalesced(async () => {
      const entries = await readEntries(lists, account);
      revision = newestRevision(entries, 0);
      set({ entries: mergeById(entries), membership: (current?.membership ?? 0) + 1 });
    }),
    entries: coalesced(async () => {
      const newer = await readEntriesSince(lists, account, revision);
      if (newer.length === 0 || !current) return;
      revision = newestRevision(newer, revision);
      const { entries, membership } = current;
      const hasNewEntries = newer.some(({ id }) => !entries.has(id));
      set({ entries: mergeById(newer, entries), membership: membership + Number(hasNewEntries) });
    }),
    gathering: coalesced(async () => set({ gathering: await readGathering(lists, account) })),
    jobs: coalesced(async () => set({ jobs: await readJobs(lists, account) })),
  };
  onListsChange((change) => {
    if (change.type === "items" || change.account !== account) return;
    if (change.type === "entries") read[change.all ? "all" : "entries"]();
    else read[change.type]();
  }, signal);
  const [entries, gathering, jobs] = await Promise.all([
    readEntries(lists, account),
    readGathering(lists, account),
    readJobs(lists, account),
  ]);
  revision = newestRevision(entries, 0);
  current = { account, entries: mergeById(entries), membership: 0, gathering, jobs };
  set({});
  // Catches up on changes reported during the initial read.
  for (const reread of [read.entries, read.gathering, read.jobs]) reread();
}

/** Returns a function that runs `work`, never concurrently. Calls during a run cause one further run. */
function coalesced(work: () => Promise<void>): () => void {
  let state: "idle" | "running" | "rerun-requested" = "idle";
  const run = async () => {
    do {
      state = "running";
      await work().catch((error: unknown) => console.error(error));
    } while (isRerunRequested());
    state = "idle";
  };
  const isRerunRequested = () => state === "rerun-requested";
  return () => {
    if (state === "idle") void run();
    else state = "rerun-requested";
  };
}

function mergeById(entries: readonly Entry[], before?: ReadonlyMap<number, Entry>): ReadonlyMap<number, Entry> {
  const map = new Map(before);
  for (const entry of entries) map.set(entry.id, entry);
  return map;
}

function newestRevision(entries: readonly Entry[], before: number): number {
  return entries.reduce((newestRevision, { revision }) => Math.max(newestRevision, revision), before);
}
