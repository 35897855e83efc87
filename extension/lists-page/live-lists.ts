import { type Annotation, isSameAnnotation, type ListedEntry, type StoredAnnotation } from "../lists/annotation.ts";
import type { ListsDatabase } from "../lists/database.ts";
import type { Entry } from "../lists/entry.ts";
import type { Gathering } from "../lists/gathering.ts";
import type { Job } from "../lists/job.ts";
import { onListsChange } from "../lists/lists-channel.ts";
import { readEntries, readEntriesSince, readGathering, readJobs } from "../lists/read-lists.ts";
import type { SavedFilter } from "../lists/saved-filter.ts";
import { readEntriesAndCopy, readFirstEntries, SNAPSHOT_MIN_ENTRIES, writeSnapshot } from "../lists/snapshot.ts";
import { readAnnotations, readSavedFilters } from "../lists/user-data.ts";
import { isGathering } from "./gathering/gathering-text.ts";

/** Current data of an account. */
export interface LiveLists {
  readonly account: string;
  readonly entries: ReadonlyMap<number, ListedEntry>;
  /** Whether `entries` are only the first ones by name, because the others are still being read. */
  readonly isPartial: boolean;
  /** Increases whenever entries are added or removed. */
  readonly membership: number;
  readonly gathering: Gathering;
  /** Newest first. */
  readonly jobs: readonly Job[];
  /** Sorted by name. */
  readonly savedFilters: readonly SavedFilter[];
}

/** Number of entries that are shown before all are read; fills any window. */
const FIRST_ENTRIES = 200;

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
  let annotations: ReadonlyMap<number, Annotation> = new Map();
  const set = (change: Partial<LiveLists>) => {
    if (!current || signal.aborted) return;
    current = { ...current, ...change };
    onChange(current);
  };
  const annotate = (entry: ListedEntry): ListedEntry => {
    const annotation = annotations.get(entry.id);
    return entry.annotation === annotation ? entry : { ...entry, annotation };
  };
  const read = {
    // Entries may have been deleted, so all of them are read.
    all: coalesced(async () => {
      const entries = await readEntries(lists, account);
      revision = newestRevision(entries, 0);
      set({ entries: mergeById(entries.map(annotate)), membership: (current?.membership ?? 0) + 1 });
    }),
    entries: coalesced(async () => {
      const newer = await readEntriesSince(lists, account, revision);
      if (newer.length === 0 || !current) return;
      revision = newestRevision(newer, revision);
      const { entries, membership } = current;
      const hasNewEntries = newer.some(({ id }) => !entries.has(id));
      set({ entries: mergeById(newer.map(annotate), entries), membership: membership + Number(hasNewEntries) });
    }),
    gathering: coalesced(async () => set({ gathering: await readGathering(lists, account) })),
    jobs: coalesced(async () => set({ jobs: await readJobs(lists, account) })),
    annotations: coalesced(async () => {
      const next = keepUnchanged(await readAnnotations(lists, account), annotations);
      if (!current) return;
      const changed = new Set([...annotations.keys(), ...next.keys()]);
      annotations = next;
      const entries = [...changed].flatMap((id) => current?.entries.get(id) ?? []);
      set({ entries: mergeById(entries.map(annotate), current.entries) });
    }),
    savedFilters: coalesced(async () => set({ savedFilters: await readSavedFilters(lists, account) })),
  };
  onListsChange((change) => {
    if (change.type === "items" || change.account !== account) return;
    if (change.type === "entries") read[change.all ? "all" : "entries"]();
    else read[change.type]();
  }, signal);
  const [first, gathering, jobs, storedAnnotations, savedFilters] = await Promise.all([
    readFirstEntries(lists, account, FIRST_ENTRIES),
    readGathering(lists, account),
    readJobs(lists, account),
    readAnnotations(lists, account),
    readSavedFilters(lists, account),
  ]);
  annotations = keepUnchanged(storedAnnotations, annotations);
  if (first.length === FIRST_ENTRIES && !signal.aborted) {
    const entries = mergeById(first.map(annotate));
    onChange({ account, entries, isPartial: true, membership: 0, gathering, jobs, savedFilters });
  }
  const { entries, singlyRead } = await readEntriesAndCopy(lists, account);
  revision = newestRevision(entries, 0);
  current = {
    account,
    entries: mergeById(entries.map(annotate)),
    isPartial: false,
    membership: 1,
    gathering,
    jobs,
    savedFilters,
  };
  set({});
  // Catches up on changes reported during the initial read.
  for (const reread of [read.entries, read.gathering, read.jobs, read.annotations, read.savedFilters]) reread();
  // The worker makes the copy when it has gathered the entries.
  if (singlyRead >= SNAPSHOT_MIN_ENTRIES && !isGathering(gathering)) {
    requestIdleCallback(() => void writeSnapshot(lists, account).catch((error: unknown) => console.error(error)));
  }
}

/** Returns annotations by repository. Unchanged ones keep their identity, so that their entries do too. */
function keepUnchanged(
  stored: readonly StoredAnnotation[],
  before: ReadonlyMap<number, Annotation>,
): ReadonlyMap<number, Annotation> {
  return new Map(
    stored.map(({ id, tags, note }) => {
      const [next, previous] = [{ tags, note }, before.get(id)];
      return [id, previous && isSameAnnotation(previous, next) ? previous : next];
    }),
  );
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

function mergeById(
  entries: readonly ListedEntry[],
  before?: ReadonlyMap<number, ListedEntry>,
): ReadonlyMap<number, ListedEntry> {
  const map = new Map(before);
  for (const entry of entries) map.set(entry.id, entry);
  return map;
}

function newestRevision(entries: readonly Entry[], before: number): number {
  return entries.reduce((newestRevision, { revision }) => Math.max(newestRevision, revision), before);
}
