import { browser } from "wxt/browser";
import type { CachedPage, CachedSite } from "../cache/cached-data.ts";
import { hostPattern } from "../host/host-pattern.ts";
import { allAccounts } from "./accounts.ts";
import { createOrder } from "./in-order.ts";
import { loadLanguage, overlayTexts } from "./language.ts";
import { lockState } from "./lock.ts";
import { notifyExtensionPages, notifyViews } from "./notify-views.ts";
import { readPageStates, writeWithEviction } from "./page-state-cache.ts";
import { effectiveSettings } from "./settings.ts";
import { openStateDatabase } from "./state-database.ts";
import { readTabPositions } from "./tab-positions.ts";

/** Path of the overlay's script, as in the manifest. */
const SCRIPT = "/overlay.js";

/**
 * Registers the overlay for exactly the hosts that have an account, and stores the settings and logins that it reads.
 */
export function updateSites(): Promise<void> {
  return runInOrder(updateAllSites);
}

/** Updates are queued: concurrent ones would register a script twice, or overwrite newer data. */
const runInOrder = createOrder();

async function updateAllSites(): Promise<void> {
  const [accounts, settings, tabs] = await Promise.all([allAccounts(), effectiveSettings(), readTabPositions()]);
  const isLocked = (await lockState()) === "locked";
  await loadLanguage(settings.language);
  const texts = await overlayTexts(settings.language);
  const origins = new Set(accounts.map(({ origin }) => origin));
  const sites = new Map<string, CachedSite>();
  for (const origin of origins) {
    const siteAccounts = accounts.filter((account) => account.origin === origin);
    sites.set(origin, {
      ...settings,
      login: siteAccounts.find(({ active }) => active)?.login,
      logins: siteAccounts.map(({ login }) => login),
      ...(tabs[origin] && { tab: tabs[origin] }),
      ...(isLocked && { locked: true }),
      ...(texts && { texts }),
    });
  }
  const previousSites = await readAllSites();
  await writeWithEviction(() => replaceSites(sites));
  await registerScripts([...origins].map(hostPattern));
  notifyExtensionPages("site");
  for (const origin of new Set([...previousSites.keys(), ...origins])) {
    const [previous, current] = [previousSites.get(origin), sites.get(origin)];
    if (JSON.stringify(previous) !== JSON.stringify(current)) notifyViews(origin, "site");
    // A tab can delay its injection for any time.
    if (!previous) injectOverlay(origin).catch((error: unknown) => console.error(error));
  }
}

/** Reads the site of a host; undefined if Forgehand is not used there. */
export async function readSite(origin: string): Promise<CachedSite | undefined> {
  return (await openStateDatabase()).get("sites", origin);
}

/** Reads a page's site and last known state. */
export async function readSiteAndPage(
  origin: string,
  page: string,
): Promise<{ readonly site: CachedSite | undefined; readonly cached: CachedPage | undefined }> {
  const [site, [cached]] = await Promise.all([readSite(origin), readPageStates([page])]);
  return { site, cached };
}

async function readAllSites(): Promise<Map<string, CachedSite>> {
  const { store } = (await openStateDatabase()).transaction("sites");
  const [origins, sites] = await Promise.all([store.getAllKeys(), store.getAll()]);
  return new Map(origins.flatMap((origin, at) => (sites[at] ? [[origin, sites[at]]] : [])));
}

/** Replaces all sites in one transaction. */
async function replaceSites(sites: ReadonlyMap<string, CachedSite>): Promise<void> {
  const { store, done } = (await openStateDatabase()).transaction("sites", "readwrite");
  await Promise.all([store.clear(), ...[...sites].map(([origin, site]) => store.put(site, origin)), done]);
}

/** Registers the overlay for the given hosts and unregisters it for all others. */
async function registerScripts(patterns: readonly string[]): Promise<void> {
  const wanted = new Set(patterns);
  const registeredScripts = await browser.scripting.getRegisteredContentScripts();
  const stale = registeredScripts.filter(({ id }) => !wanted.has(id)).map(({ id }) => id);
  if (stale.length > 0) await browser.scripting.unregisterContentScripts({ ids: stale });
  const missing = [...wanted].filter((pattern) => !registeredScripts.some(({ id }) => id === pattern));
  if (missing.length === 0) return;
  await browser.scripting.registerContentScripts(
    missing.map((pattern) => ({ id: pattern, js: [SCRIPT], matches: [pattern], runAt: "document_start" })),
  );
}

/** Injects the overlay into all open tabs of a host. It replaces an overlay that is already there. */
async function injectOverlay(origin: string): Promise<void> {
  const tabs = await browser.tabs.query({ url: hostPattern(origin) });
  const injections = tabs
    .flatMap(({ id }) => id ?? [])
    .map((tabId) => browser.scripting.executeScript({ target: { tabId }, files: [SCRIPT] }));
  // Tabs that were closed in the meantime, or show an error page, are ignored.
  await Promise.allSettled(injections);
}

/** Injects this version's overlay into all open tabs, after an installation or update. */
export async function injectAllTabs(): Promise<void> {
  await updateSites();
  const origins = new Set((await allAccounts()).map(({ origin }) => origin));
  for (const origin of origins) await injectOverlay(origin);
}
