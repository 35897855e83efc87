import type { Run } from "../../../run/run.ts";
import { isAbandoned, readLock } from "../lock/lock-value.ts";
import type { Sent } from "../lock/sent.ts";
import type { Found } from "../read.ts";
import { type Kept, readKept, updatedKept, writeKept } from "./kept.ts";
import type { Store } from "./store.ts";

/** A variable that keeps the times of webhooks, and what was read of those. */
export interface Keeper {
  readonly store: Store;
  readonly variable: string;
  readonly found: readonly Found[];
}

/** The variable that says who is sending: of several that create it, one does. */
export function lockName({ variable }: Pick<Keeper, "variable">): string {
  return `${variable}_LOCK`;
}

/** Keeps the times of webhooks, and what was sent just now. What is kept already is read anew, and stays. */
export async function keep(
  { environment, log }: Run,
  { store, variable, found }: Keeper,
  times: ReadonlyMap<string, Date>,
  sent: readonly Sent[],
): Promise<void> {
  const { value: before, now } = await store.read(variable);
  const after = updatedKept(readKept(before, now), { times, sent, gone: isGone(found) });
  const { value, omitted } = writeKept(after, environment["GITHUB_RUN_ID"], now);
  if (omitted > 0) {
    log.warning(
      `${variable} of ${store.name} has no room for the times of all webhooks: ${omitted} are left out, and looked at whole by the next run.`,
    );
  }
  const write = before === undefined ? [store.create, store.update] : [store.update, store.create];
  for (const attempt of write) if (await attempt(variable, value)) return;
}

/**
 * The same where nothing was sent, and so no lock was taken: whoever holds it writes the variable himself, so that it is left to
 * him. A time that is not kept only has the next run look further back.
 */
export async function keepUnlocked(run: Run, keeper: Keeper, times: ReadonlyMap<string, Date>): Promise<void> {
  const lock = await keeper.store.read(lockName(keeper));
  if (lock.value === undefined || isAbandoned(lock, readLock(lock.value))) await keep(run, keeper, times, []);
}

/** Are there times that are worth a call: new ones, ones that have grown old, entries that nobody needs? */
export function isWorthKeeping({ found }: Keeper, times: ReadonlyMap<string, Date>): boolean {
  return found.some(({ kept, hooks, began, options }) => {
    const gone = isGone(found);
    const isOld = (since: Date | undefined) => !since || began.getTime() - since.getTime() > options.overlap;
    if (kept.damaged !== undefined && times.size > 0) return true;
    return hooks.some(({ key, since }) => times.has(key) && isOld(since)) || someKey(kept, gone);
  });
}

function someKey({ hooks }: Kept, gone: (key: string) => boolean): boolean {
  return [...hooks.keys()].some(gone);
}

/** Which entries are of webhooks that are there no more. An app's is nobody else's to judge. */
function isGone(found: readonly Found[]): (key: string) => boolean {
  const listings = found.filter(({ place }) => place.kind !== "app").map(({ listed }) => listed);
  if (listings.length === 0) return () => false;
  const there = new Set(listings.flatMap((listed) => listed.map(({ id }) => id)));
  return (key) => {
    const [id = ""] = key.split(" ");
    return /^\d+$/.test(id) && !there.has(id);
  };
}
