import type { Entry, EntrySource } from "../../lists/entry.ts";
import { hasWatchedList, needsWatchCheck } from "../../lists/gathering.ts";
import type { Reason } from "../../lists/reason.ts";
import { classifyError } from "../jobs/suspension.ts";
import { changeEntries, changeMatching } from "./entry-store.ts";
import type { GatherRun } from "./gather-deps.ts";
import { mergeEntry, withCurrentSources } from "./merge-entry.ts";
import { SOURCES } from "./sources.ts";

/**
 * Reads all lists. A refused list is recorded, and the others are still read.
 * @throws errors that affect more than one list
 */
export async function listAll(gatherRun: GatherRun): Promise<void> {
  const remaining = gatherRun.progress
    .current()
    .sources.filter(({ state }) => state === "waiting" || state === "reading");
  const results = await Promise.allSettled(remaining.map(({ source }) => listOne(gatherRun, source)));
  for (const result of results) if (result.status === "rejected") throw result.reason;
  if (gatherRun.signal.aborted) return;
  await markUnseenStars(gatherRun);
  if (hasWatchedList(gatherRun.progress.current())) await markUnlistedWatches(gatherRun);
  await updateSources(gatherRun);
}

async function listOne(gatherRun: GatherRun, source: EntrySource): Promise<void> {
  const { lists, account, client, steadyTime, runStartedAt, progress, signal } = gatherRun;
  let [count, reason]: [number, Reason | null] = [0, null];
  await progress.setSource(source, { state: "reading", count });
  try {
    let requestedAt = steadyTime();
    for await (const page of SOURCES[source](client, signal)) {
      reason = page.reason ?? reason;
      const found = new Map(page.repositories.map((result) => [result.repository.id, result]));
      const revision = await changeEntries(lists, account, [...found.keys()], (previous, id) => {
        const result = found.get(id);
        return result && mergeEntry({ ...result, account, source, runStartedAt, requestedAt }, previous);
      });
      progress.reportChangedEntries(revision);
      count += page.repositories.length;
      await progress.setSource(source, { count, reason });
      requestedAt = steadyTime();
    }
    await progress.setSource(source, { state: "read", reason });
  } catch (error) {
    if (signal.aborted) return;
    const classification = classifyError(error);
    if (classification.suspension && classification.reason.kind !== "token-kind") throw error;
    await progress.setSource(source, { state: "refused", reason: classification.reason });
  }
}

/**
 * Marks every repository whose star was not seen in this run: as not starred, or as unknown if the list of stars was
 * refused.
 */
async function markUnseenStars(gatherRun: GatherRun): Promise<void> {
  const starred = gatherRun.progress.current().sources.find(({ source }) => source === "starred");
  if (starred?.state === "refused")
    await changeStars(gatherRun, { starred: null, starReason: starred.reason, starredAt: null });
  else
    await changeStars(gatherRun, {
      starred: false,
      starReason: null,
      starCheckedAt: gatherRun.runStartedAt,
      starredAt: null,
    });
}

/**
 * Marks repositories that the list of watched ones lacks as unknown, unless a check has shown that they are not watched:
 * the list has no ignored repositories.
 */
async function markUnlistedWatches({ lists, account, runStartedAt, progress }: GatherRun): Promise<void> {
  const isOutdated = (entry: Entry) =>
    (entry.watch === "watching" || entry.watch === null) && needsWatchCheck(entry, runStartedAt);
  const mark = (entry: Entry): Entry => ({ ...entry, watch: null, watchReason: { kind: "unlisted" } });
  progress.reportChangedEntries(await changeMatching(lists, account, isOutdated, mark));
}

/** Removes sources that no longer list an entry. This is known only after all lists were read. */
async function updateSources({ lists, account, runStartedAt, progress }: GatherRun): Promise<void> {
  const update = (entry: Entry) => withCurrentSources(entry, runStartedAt);
  const isOutdated = (entry: Entry) => update(entry).foundIn.length !== entry.foundIn.length;
  progress.reportChangedEntries(await changeMatching(lists, account, isOutdated, update));
}

async function changeStars(
  { lists, account, runStartedAt, progress }: GatherRun,
  change: Partial<Entry>,
): Promise<void> {
  const isOutdated = ({ starCheckedAt }: Entry) => (starCheckedAt ?? 0) < runStartedAt;
  progress.reportChangedEntries(await changeMatching(lists, account, isOutdated, (entry) => ({ ...entry, ...change })));
}
