import type { Entry, FoundIn } from "../../lists/entry.ts";
import type { Reason } from "../../lists/reason.ts";
import { verdictOn } from "../jobs/halt.ts";
import { changeEntries, entriesWhere } from "./entry-store.ts";
import { entryOf, withFound } from "./found.ts";
import type { Gather } from "./gatherer.ts";
import { SOURCES } from "./sources.ts";

/** Reads all lists. One that the forge refuses is told of, and the others are read. @throws what is no matter of one list */
export async function listAll(of: Gather): Promise<void> {
  const left = of.progress.now().sources.filter(({ state }) => state === "waiting" || state === "reading");
  const read = await Promise.allSettled(left.map(({ source }) => listOne(of, source)));
  for (const one of read) if (one.status === "rejected") throw one.reason;
  if (of.signal.aborted) return;
  await settleStars(of);
  await settleFound(of);
}

async function listOne(of: Gather, source: FoundIn): Promise<void> {
  const { lists, account, client, clock, run, progress, signal } = of;
  let [count, why]: [number, Reason | null] = [0, null];
  await progress.source(source, { state: "reading", count });
  try {
    let askedAt = clock.now();
    for await (const page of SOURCES[source](client, signal)) {
      why = page.why ?? why;
      const found = new Map(page.repositories.map((one) => [one.repository.id, one]));
      const revision = await changeEntries(lists, account, [...found.keys()], (before, id) => {
        const one = found.get(id);
        return one && entryOf({ ...one, account, source, run, askedAt }, before);
      });
      progress.entries(revision);
      count += page.repositories.length;
      await progress.source(source, { count, why });
      askedAt = clock.now();
    }
    await progress.source(source, { state: "read", why });
  } catch (error) {
    if (signal.aborted) return;
    const verdict = verdictOn(error);
    if (verdict.halt && verdict.why.kind !== "token kind") throw error;
    await progress.source(source, { state: "refused", why: verdict.why });
  }
}

/** What is not in the whole list of stars has none; without a list, nobody knows. */
async function settleStars(of: Gather): Promise<void> {
  const starred = of.progress.now().sources.find(({ source }) => source === "starred");
  if (starred?.state === "refused") await changeStars(of, { starred: null, whyStar: starred.why, starredAt: null });
  else await changeStars(of, { starred: false, whyStar: null, starCheckedAt: of.run, starredAt: null });
}

/** Which lists an entry is in is known once all were read. */
async function settleFound({ lists, account, run, progress }: Gather): Promise<void> {
  const ids = await entriesWhere(lists, account, (entry) => {
    return withFound(entry, run).found.length === entry.found.length ? undefined : entry.id;
  });
  progress.entries(await changeEntries(lists, account, ids, (entry) => entry && withFound(entry, run)));
}

async function changeStars({ lists, account, run, progress }: Gather, change: Partial<Entry>): Promise<void> {
  const ids = await entriesWhere(lists, account, ({ id, starCheckedAt }) =>
    (starCheckedAt ?? 0) < run ? id : undefined,
  );
  progress.entries(
    await changeEntries(lists, account, ids, (entry) =>
      // Somebody may have given a star meanwhile.
      entry && (entry.starCheckedAt ?? 0) < run ? { ...entry, ...change } : undefined,
    ),
  );
}
