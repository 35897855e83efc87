import { browser } from "wxt/browser";
import { type CachedSite, siteKey } from "../cache/keys.ts";
import { isHostAllowed } from "../host/allowed-hosts.ts";
import { hostPattern } from "../host/host-pattern.ts";
import { allAccounts } from "./accounts.ts";
import { loadLanguage, overlayTexts } from "./language.ts";
import { lockState } from "./lock.ts";
import { storeWithEviction } from "./page-state-cache.ts";
import { effectiveSettings, readPolicy } from "./settings.ts";

/** Path of the overlay's script, as in the manifest. */
const SCRIPT = "/overlay.js";

/**
 * The host in the manifest's own permissions. The overlay runs there even without an account, and offers to add one.
 */
const BUILT_IN_ORIGIN = "https://github.com";

/**
 * Registers the overlay for exactly the hosts that have an account, and stores the settings and logins that it reads.
 */
export function updateSites(): Promise<void> {
  // Updates are queued: concurrent ones would register a script twice, or overwrite newer data.
  queue = queue.catch(() => undefined).then(updateAllSites);
  return queue;
}

let queue: Promise<void> = Promise.resolve();

async function updateAllSites(): Promise<void> {
  const [accounts, settings, { allowedHosts }] = await Promise.all([allAccounts(), effectiveSettings(), readPolicy()]);
  const isLocked = (await lockState()) === "locked";
  await loadLanguage(settings.language);
  const texts = await overlayTexts(settings.language);
  const builtInOrigins = isHostAllowed(BUILT_IN_ORIGIN, allowedHosts) ? [BUILT_IN_ORIGIN] : [];
  const origins = new Set([...builtInOrigins, ...accounts.map(({ origin }) => origin)]);
  const sites = [...origins].map((origin): [string, CachedSite] => {
    const siteAccounts = accounts.filter((account) => account.origin === origin);
    const login = siteAccounts.find(({ active }) => active)?.login;
    return [
      siteKey(origin),
      {
        ...settings,
        login,
        logins: siteAccounts.map(({ login }) => login),
        ...(isLocked && { locked: true }),
        ...(texts && { texts }),
      },
    ];
  });
  const existingKeys = Object.keys(await browser.storage.local.get<Record<string, unknown>>(null));
  const wanted = new Set(sites.map(([key]) => key));
  await browser.storage.local.remove(existingKeys.filter((key) => key.startsWith("site ") && !wanted.has(key)));
  await storeWithEviction(Object.fromEntries(sites));
  await registerScripts([...origins].map(hostPattern));
  for (const origin of origins) if (!existingKeys.includes(siteKey(origin))) await injectOverlay(origin);
}

/** Registers the overlay for the given hosts and unregisters it for all others. */
async function registerScripts(patterns: readonly string[]): Promise<void> {
  const wanted = new Set(patterns.filter((pattern) => pattern !== hostPattern(BUILT_IN_ORIGIN)));
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
  const origins = new Set([BUILT_IN_ORIGIN, ...(await allAccounts()).map(({ origin }) => origin)]);
  for (const origin of origins) await injectOverlay(origin);
}
