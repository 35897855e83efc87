import { browser } from "wxt/browser";
import { hostPattern } from "../host/pattern.ts";
import { ACCOUNTS_CHANGED } from "../messages.ts";
import { listAccounts } from "./accounts.ts";

/** The overlay's bundle, as the manifest names it too. */
const SCRIPT = "/content-scripts/overlay.js";

/** Hosts that the manifest itself covers. */
const BUILT_IN = ["https://github.com/*"];

/** Makes the overlay appear on exactly the hosts that have an account. */
export async function registerHosts(): Promise<void> {
  const accounts = await listAccounts();
  const wanted = new Set(
    accounts.map(({ origin }) => hostPattern(origin)).filter((pattern) => !BUILT_IN.includes(pattern)),
  );
  const known = await browser.scripting.getRegisteredContentScripts();
  const stale = known.filter(({ id }) => !wanted.has(id)).map(({ id }) => id);
  if (stale.length > 0) await browser.scripting.unregisterContentScripts({ ids: stale });
  const missing = [...wanted].filter((pattern) => !known.some(({ id }) => id === pattern));
  if (missing.length === 0) return;
  await browser.scripting.registerContentScripts(
    missing.map((pattern) => ({ id: pattern, js: [SCRIPT], matches: [pattern], runAt: "document_end" })),
  );
}

/** Brings the tabs of a host up to date with its account: those that have the overlay are told, the others get it. */
export async function refreshOpenTabs(origin: string): Promise<void> {
  const tabs = await browser.tabs.query({ url: hostPattern(origin) });
  const refreshed = tabs
    .flatMap(({ id }) => id ?? [])
    .map((tabId) =>
      browser.tabs
        .sendMessage(tabId, ACCOUNTS_CHANGED)
        // Nobody listens: the tab was there before its host was added.
        .catch(() => browser.scripting.executeScript({ target: { tabId }, files: [SCRIPT] })),
    );
  // A tab that was closed meanwhile, or shows an error page, needs no overlay.
  await Promise.allSettled(refreshed);
}
