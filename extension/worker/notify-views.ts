import { browser } from "wxt/browser";
import type { CacheChange } from "../cache/cache-change.ts";
import { hostPattern } from "../host/host-pattern.ts";

/** Minimum interval between two equal notifications, in milliseconds. */
const INTERVAL = 200;

/** Notifications whose interval is running. True if another one is due at its end. */
const running = new Map<string, boolean>();

/** Notifies the extension's pages and a host's tabs immediately, and combines those that follow within the interval. */
export function notifyViews(origin: string, changed: CacheChange["changed"]): void {
  const key = `${changed} ${origin}`;
  if (running.has(key)) {
    running.set(key, true);
    return;
  }
  running.set(key, false);
  notifyExtensionPages(changed);
  void notifyTabs(origin, changed);
  setTimeout(() => {
    const isDue = running.get(key);
    running.delete(key);
    if (isDue) notifyViews(origin, changed);
  }, INTERVAL);
}

/** Notifies the extension's own pages. */
export function notifyExtensionPages(changed: CacheChange["changed"]): void {
  // Fails if no page is open.
  browser.runtime.sendMessage<CacheChange>({ changed }).catch(() => undefined);
}

async function notifyTabs(origin: string, changed: CacheChange["changed"]): Promise<void> {
  const tabs = await browser.tabs.query({ url: hostPattern(origin) });
  const sent = tabs
    .filter(({ url }) => url !== undefined && new URL(url).origin === origin)
    .flatMap(({ id }) => id ?? [])
    .map((tab) => browser.tabs.sendMessage<CacheChange>(tab, { changed }, { frameId: 0 }));
  // Tabs without the overlay's script, and tabs that were closed in the meantime, are ignored.
  await Promise.allSettled(sent);
}
