import { followLists } from "../lists/channel.ts";
import type { Lists } from "../lists/database.ts";
import type { Entry } from "../lists/entry.ts";
import type { Gathering } from "../lists/gathering.ts";
import type { Job } from "../lists/job.ts";
import { readEntries, readEntriesSince, readGathering, readJobs } from "../lists/read.ts";

/** All that is kept of an account, as it is now. */
export interface LiveLists {
  readonly account: string;
  readonly entries: ReadonlyMap<number, Entry>;
  /** Grows whenever entries come or go. */
  readonly membership: number;
  readonly gathering: Gathering;
  /** The newest first. */
  readonly jobs: readonly Job[];
}

/** Reads what is kept of an account, and again whatever the worker says has changed. @param signal ends that */
export async function liveLists(
  lists: Lists,
  account: string,
  changed: (now: LiveLists) => void,
  signal: AbortSignal,
): Promise<void> {
  let now: LiveLists | undefined;
  let revision = 0;
  const set = (change: Partial<LiveLists>) => {
    if (!now || signal.aborted) return;
    now = { ...now, ...change };
    changed(now);
  };
  const read = {
    // A rewrite may have taken some away: all of them are read.
    all: inTurn(async () => {
      const entries = await readEntries(lists, account);
      revision = newest(entries, 0);
      set({ entries: byId(entries), membership: (now?.membership ?? 0) + 1 });
    }),
    entries: inTurn(async () => {
      const newer = await readEntriesSince(lists, account, revision);
      if (newer.length === 0 || !now) return;
      revision = newest(newer, revision);
      const { entries, membership } = now;
      const isMore = newer.some(({ id }) => !entries.has(id));
      set({ entries: byId(newer, entries), membership: membership + Number(isMore) });
    }),
    gathering: inTurn(async () => set({ gathering: await readGathering(lists, account) })),
    jobs: inTurn(async () => set({ jobs: await readJobs(lists, account) })),
  };
  followLists((change) => {
    if (change.type === "items" || change.account !== account) return;
    if (change.type === "entries") read[change.all ? "all" : "entries"]();
    else read[change.type]();
  }, signal);
  const [entries, gathering, jobs] = await Promise.all([
    readEntries(lists, account),
    readGathering(lists, account),
    readJobs(lists, account),
  ]);
  revision = newest(entries, 0);
  now = { account, entries: byId(entries), membership: 0, gathering, jobs };
  set({});
  // What was told while it was being read.
  for (const again of [read.entries, read.gathering, read.jobs]) again();
}

/** Runs some work again after each call, once at a time: a call while it runs is one for all that come then. */
function inTurn(work: () => Promise<void>): () => void {
  let state: "still" | "running" | "again" = "still";
  const run = async () => {
    do {
      state = "running";
      await work().catch((error: unknown) => console.error(error));
    } while (wantsAgain());
    state = "still";
  };
  const wantsAgain = () => state === "again";
  return () => {
    if (state === "still") void run();
    else state = "again";
  };
}

function byId(entries: readonly Entry[], before?: ReadonlyMap<number, Entry>): ReadonlyMap<number, Entry> {
  const map = new Map(before);
  for (const entry of entries) map.set(entry.id, entry);
  return map;
}

function newest(entries: readonly Entry[], before: number): number {
  return entries.reduce((newest, { revision }) => Math.max(newest, revision), before);
}
