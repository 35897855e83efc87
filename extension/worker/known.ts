import { browser } from "wxt/browser";
import { type Known, knownKey } from "../known/keys.ts";
import type { SomeStates } from "../messages/states.ts";

/** Pages that are remembered at most; past it the oldest half goes. */
const MOST = 2000;

/** Pages that may be written before they are counted: counting reads all of them. */
const COUNT_EVERY = 100;

/**
 * Remembers what was seen of a page, and so tells every view of it. What can't be known is not remembered. Where there is
 * no room left it is only told to who asked.
 */
export function remember(login: string, page: string, seen: SomeStates): Promise<void> {
  // One after the other: two controls of one page are written under one key.
  last = last.then(() => write(login, page, seen)).catch((error: unknown) => console.warn("Not remembered:", error));
  return last;
}

let last: Promise<void> = Promise.resolve();

let written = 0;

async function write(login: string, page: string, seen: SomeStates): Promise<void> {
  const states = Object.fromEntries(Object.entries(seen).filter(([, state]) => state && !("why" in state)));
  if (Object.keys(states).length === 0) return;
  const key = knownKey(page);
  const before = (await browser.storage.local.get<Record<string, Known | undefined>>(key))[key];
  const kept = before?.login === login ? before.states : {};
  const known: Known = { login, at: Date.now(), states: { ...kept, ...states } };
  await storeLocally({ [key]: known });
  if (written % COUNT_EVERY === 0) await forgetOldest(MOST);
  written += 1;
}

/** Stores something; where it has no room, what was known of old pages makes way. */
export async function storeLocally(items: Readonly<Record<string, unknown>>): Promise<void> {
  try {
    await browser.storage.local.set(items);
  } catch {
    await forgetOldest(0);
    await browser.storage.local.set(items);
  }
}

/** Forgets what is known of pages. @param which of them; all unless said otherwise */
export async function forget(which: (page: string, known: Known) => boolean = () => true): Promise<void> {
  const all = await everything();
  await browser.storage.local.remove(all.filter(([key, known]) => which(key.slice(6), known)).map(([key]) => key));
}

async function forgetOldest(most: number): Promise<void> {
  const all = await everything();
  if (all.length <= most) return;
  const oldest = all.sort(([, a], [, b]) => a.at - b.at).slice(0, Math.ceil(all.length / 2));
  await browser.storage.local.remove(oldest.map(([key]) => key));
}

async function everything(): Promise<[key: string, known: Known][]> {
  const stored = await browser.storage.local.get<Record<string, Known>>(null);
  return Object.entries(stored).filter(([key]) => key.startsWith("known "));
}
