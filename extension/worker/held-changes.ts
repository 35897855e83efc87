import { browser } from "wxt/browser";
import { t } from "../locales/i18n.ts";
import type { HeldChange } from "../messages/confirmations.ts";
import { parsePage, type Subject } from "../page/parse-page.ts";
import { createOrder } from "./in-order.ts";
import { notifyViews } from "./notify-views.ts";
import { RefusedError } from "./refused-error.ts";
import { readSite } from "./sites.ts";

/** Time for which a change waits, in milliseconds. */
const MAX_AGE = 120_000;

/** Maximum numbers of waiting changes, so that no page can fill the popup. */
const [MAX_PER_TAB, MAX_IN_ALL] = [3, 20];

/** Minimum time between two popups that are opened for changes, in milliseconds. */
const POPUP_INTERVAL = 60_000;

/** Key in `storage.session`, which outlives the worker and ends with the browser. */
const KEY = "held changes";

/** A waiting change, with the page that requested it. */
export interface StoredChange extends HeldChange {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly tab: number;
  readonly page: string;
  /** The row of the page's list that was pressed. */
  readonly row?: Subject | undefined;
}

async function read(): Promise<readonly StoredChange[]> {
  const stored = await browser.storage.session.get<Record<string, readonly StoredChange[] | undefined>>(KEY);
  // A time in the future means that the clock was set back.
  return (stored[KEY] ?? []).filter(({ at }) => Math.abs(Date.now() - at) < MAX_AGE);
}

const runInOrder = createOrder();

/** Replaces the stored changes. Updates are queued, because each one depends on the previous. */
function update(
  change: (stored: readonly StoredChange[]) => readonly StoredChange[],
): Promise<{ readonly before: readonly StoredChange[]; readonly after: readonly StoredChange[] }> {
  return runInOrder(async () => {
    const before = await read();
    const after = change(before);
    if (after.length > 0) await browser.storage.session.set({ [KEY]: after });
    else await browser.storage.session.remove(KEY);
    await Promise.all([...new Set([...before, ...after].map(({ tab }) => tab))].map((tab) => showCount(tab, after)));
    return { before, after };
  });
}

/** Shows the number of a tab's waiting changes on the toolbar's button. Browsers reset it when the tab navigates. */
async function showCount(tab: number, stored: readonly StoredChange[]): Promise<void> {
  const count = stored.filter((change) => change.tab === tab).length;
  try {
    await browser.action.setBadgeText({ tabId: tab, ...(count > 0 && { text: String(count) }) });
  } catch {
    // Firefox can't reset a tab's text this way, or the tab was closed.
    await browser.action.setBadgeText({ tabId: tab, text: "" }).catch(() => undefined);
  }
}

const subjectOf = ({ tab, page, control, row }: StoredChange) => JSON.stringify([tab, page, control, row]);

let popupOpenedAt = -Infinity;

/**
 * Stores a change that the user has to confirm, instead of an earlier one of the same control.
 * @throws RefusedError that explains how to confirm it
 */
export async function holdChange(change: Omit<StoredChange, "id" | "at">): Promise<never> {
  const created = { ...change, id: crypto.randomUUID(), at: Date.now() };
  const { after } = await update((stored) => {
    const others = stored.filter((other) => subjectOf(other) !== subjectOf(created));
    const isFull = others.length >= MAX_IN_ALL || others.filter(({ tab }) => tab === created.tab).length >= MAX_PER_TAB;
    return isFull ? others : [...others, created];
  });
  if (!after.includes(created)) throw new RefusedError(t("tooManyHeldChanges"));
  if (performance.now() - popupOpenedAt >= POPUP_INTERVAL) {
    popupOpenedAt = performance.now();
    // Some browsers have no such function, or require that a user's click calls it.
    if ("openPopup" in browser.action) browser.action.openPopup().catch(() => undefined);
  }
  throw new RefusedError(t("confirmInPopup"), "unconfirmed", { until: created.at + MAX_AGE });
}

/** Returns a tab's waiting changes. Drops those of pages that it has left, and of accounts that are no longer active. */
export async function readHeldChanges(tab: number): Promise<readonly StoredChange[]> {
  const held = (await read()).filter((change) => change.tab === tab);
  if (held.length === 0) return [];
  const { url } = await browser.tabs.get(tab).catch(() => ({ url: undefined }));
  return dropOutdated(tab, (url === undefined ? undefined : parsePage(url)?.key) ?? undefined);
}

/**
 * Drops a tab's waiting changes of other pages and accounts than the current ones.
 * @param page key of the page that the tab shows
 * @returns those that remain
 */
export async function dropOutdated(tab: number, page: string | undefined): Promise<readonly StoredChange[]> {
  const held = (await read()).filter((change) => change.tab === tab);
  if (held.length === 0) return [];
  const logins = new Map<string, string | undefined>();
  for (const origin of new Set(held.map(({ origin }) => origin))) logins.set(origin, (await readSite(origin))?.login);
  const isCurrent = (change: StoredChange) => change.page === page && logins.get(change.origin) === change.login;
  const { after } = await update((stored) => stored.filter((change) => change.tab !== tab || isCurrent(change)));
  return after.filter((change) => change.tab === tab);
}

/**
 * Removes a waiting change, so that it can be made once.
 * @throws RefusedError if it no longer waits
 */
export async function takeHeldChange(id: string): Promise<StoredChange> {
  const { before } = await update((stored) => stored.filter((change) => change.id !== id));
  const taken = before.find((change) => change.id === id);
  if (!taken) throw new RefusedError(t("heldChangeIsGone"));
  notifyViews(taken.origin, "held-changes");
  return taken;
}
