import { browser } from "wxt/browser";
import { type CachedPage, pageKey } from "../cache/keys.ts";
import type { PartialControlStates } from "../model/control-states.ts";

/** Maximum number of cached pages. Beyond it, the oldest half is evicted. */
const MAX_PAGES = 2000;

/** Number of writes after which the cached pages are counted. Counting reads all of them. */
const COUNT_EVERY = 100;

/** Caches the states of a page's controls, which all views of the page show. Unknown states are not cached. */
export function cachePageState(login: string, page: string, readStates: PartialControlStates): Promise<void> {
  // Writes are queued, because two controls of one page share a key.
  queue = queue
    .then(() => write(login, page, readStates))
    .catch((error: unknown) => console.warn("Could not cache the page state:", error));
  return queue;
}

let queue: Promise<void> = Promise.resolve();

let writeCount = 0;

async function write(login: string, page: string, readStates: PartialControlStates): Promise<void> {
  const states = Object.fromEntries(Object.entries(readStates).filter(([, state]) => state && !("why" in state)));
  if (Object.keys(states).length === 0) return;
  const key = pageKey(page);
  const previous = (await browser.storage.local.get<Record<string, CachedPage | undefined>>(key))[key];
  const previousStates = previous?.login === login ? previous.states : {};
  const updated: CachedPage = { login, at: Date.now(), states: { ...previousStates, ...states } };
  await storeWithEviction({ [key]: updated });
  if (writeCount % COUNT_EVERY === 0) await evictOldest(MAX_PAGES);
  writeCount += 1;
}

/** Stores items. If the storage is full, the oldest cached pages are evicted first. */
export async function storeWithEviction(items: Readonly<Record<string, unknown>>): Promise<void> {
  try {
    await browser.storage.local.set(items);
  } catch {
    await evictOldest(0);
    await browser.storage.local.set(items);
  }
}

/**
 * Deletes cached page states.
 * @param shouldDelete selects the pages; all by default
 */
export async function deletePageStates(
  shouldDelete: (page: string, cached: CachedPage) => boolean = () => true,
): Promise<void> {
  const all = await readAllPageStates();
  await browser.storage.local.remove(
    all.filter(([key, cached]) => shouldDelete(key.slice(6), cached)).map(([key]) => key),
  );
}

async function evictOldest(limit: number): Promise<void> {
  const all = await readAllPageStates();
  if (all.length <= limit) return;
  const oldest = all.sort(([, a], [, b]) => a.at - b.at).slice(0, Math.ceil(all.length / 2));
  await browser.storage.local.remove(oldest.map(([key]) => key));
}

async function readAllPageStates(): Promise<[key: string, cached: CachedPage][]> {
  const stored = await browser.storage.local.get<Record<string, CachedPage>>(null);
  return Object.entries(stored).filter(([key]) => key.startsWith("known "));
}
