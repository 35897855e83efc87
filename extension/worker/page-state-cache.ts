import type { CachedPage } from "../cache/cached-data.ts";
import type { PartialControlStates } from "../model/control-states.ts";
import type { Account } from "./accounts.ts";
import { createOrder } from "./in-order.ts";
import { notifyViews } from "./notify-views.ts";
import { openStateDatabase } from "./state-database.ts";
import { steadyTime } from "./steady-time.ts";

/** Maximum number of cached pages. Beyond it, the oldest half is evicted. */
const MAX_PAGES = 2000;

/** Number of writes after which the cached pages are counted. */
const COUNT_EVERY = 100;

/** Key of a page in the database. */
const databaseKey = (page: string) => page.toLowerCase();

/** Called after the state of a page was cached. */
export type PageStateListener = (page: string, cached: CachedPage) => void;

const listeners = new Set<PageStateListener>();

export function onPageStateCached(listener: PageStateListener): void {
  listeners.add(listener);
}

/** Reads the last known states of pages in one transaction. */
export async function readPageStates(pages: readonly string[]): Promise<(CachedPage | undefined)[]> {
  const { store } = (await openStateDatabase()).transaction("pages");
  return Promise.all(pages.map((page) => store.get(databaseKey(page))));
}

/**
 * Caches the states of a page's controls, which all views of the page show. Unknown states are not cached, and neither
 * are those of an account that was removed or locked since they were read.
 */
export function cachePageState(
  account: Pick<Account, "login" | "access">,
  page: string,
  readStates: PartialControlStates,
): Promise<void> {
  return runInOrder(() => write(account, page, readStates)).catch((error: unknown) =>
    console.warn("Could not cache the page state:", error),
  );
}

/** Writes are queued, because two controls of one page share a key. */
const runInOrder = createOrder();

let writeCount = 0;

async function write(
  { login, access }: Pick<Account, "login" | "access">,
  page: string,
  readStates: PartialControlStates,
): Promise<void> {
  const states = Object.fromEntries(Object.entries(readStates).filter(([, state]) => state && !("why" in state)));
  if (Object.keys(states).length === 0) return;
  const db = await openStateDatabase();
  const key = databaseKey(page);
  const previous = await db.get("pages", key);
  const previousStates = previous?.login === login ? previous.states : {};
  const updated: CachedPage = { login, at: steadyTime(), states: { ...previousStates, ...states } };
  await writeWithEviction(async () => {
    // Checked without a wait before the write, because the deletion that follows the end of the access is not repeated.
    if (!access.aborted) await db.put("pages", updated, key);
  });
  if (access.aborted) return;
  if (JSON.stringify(previousStates) !== JSON.stringify(updated.states)) notifyViews(new URL(page).origin, "states");
  for (const listener of listeners) listener(page, updated);
  if (writeCount % COUNT_EVERY === 0) await evictOldest();
  writeCount += 1;
}

/** Writes to the database. If it is full, all cached pages are evicted first. */
export async function writeWithEviction(write: () => Promise<unknown>): Promise<void> {
  try {
    await write();
  } catch {
    await deletePageStates();
    await write();
  }
}

/**
 * Deletes cached page states.
 * @param shouldDelete selects the pages, by their keys in lower case; all by default
 */
export async function deletePageStates(
  shouldDelete: (page: string, cached: CachedPage) => boolean = () => true,
): Promise<void> {
  const { store, done } = (await openStateDatabase()).transaction("pages", "readwrite");
  const [keys, pages] = await Promise.all([store.getAllKeys(), store.getAll()]);
  const deleted = keys.filter((key, at) => {
    const cached = pages[at];
    return cached && shouldDelete(key, cached);
  });
  await Promise.all([...deleted.map((key) => store.delete(key)), done]);
}

async function evictOldest(): Promise<void> {
  const { store, done } = (await openStateDatabase()).transaction("pages", "readwrite");
  const count = await store.count();
  if (count > MAX_PAGES) {
    const oldest = await store.index("at").getAllKeys(null, Math.ceil(count / 2));
    await Promise.all(oldest.map((key) => store.delete(key)));
  }
  await done;
}
