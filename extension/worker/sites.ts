import { browser } from "wxt/browser";
import { isAllowed } from "../host/allowed.ts";
import { hostPattern } from "../host/pattern.ts";
import { type Site, siteKey } from "../known/keys.ts";
import { allAccounts } from "./accounts.ts";
import { storeLocally } from "./known.ts";
import { overlayWords, speakLanguage } from "./language.ts";
import { lockState } from "./lock.ts";
import { readPolicy, settingsInForce } from "./settings.ts";

/** The overlay's script, as the manifest names it too. */
const SCRIPT = "/overlay.js";

/** The host that the manifest itself covers: it is worth an invitation before there is an account. */
const BUILT_IN = "https://github.com";

/**
 * Makes Forgehand stand on exactly the hosts that have an account, with who acts there and how it is to look: for pages to
 * come, and for the tabs that are open.
 */
export function settleSites(): Promise<void> {
  // One after the other: two at once would register a script twice, and the older could have the last word.
  settled = settled.catch(() => undefined).then(settle);
  return settled;
}

let settled: Promise<void> = Promise.resolve();

async function settle(): Promise<void> {
  const [accounts, settings, { allowedHosts }] = await Promise.all([allAccounts(), settingsInForce(), readPolicy()]);
  const isLocked = (await lockState()) === "locked";
  await speakLanguage(settings.language);
  const words = await overlayWords(settings.language);
  const invited = isAllowed(BUILT_IN, allowedHosts) ? [BUILT_IN] : [];
  const origins = new Set([...invited, ...accounts.map(({ origin }) => origin)]);
  const sites = [...origins].map((origin): [string, Site] => {
    const here = accounts.filter((account) => account.origin === origin);
    const login = here.find(({ active }) => active)?.login;
    return [
      siteKey(origin),
      {
        ...settings,
        login,
        logins: here.map(({ login }) => login),
        ...(isLocked && { locked: true }),
        ...(words && { words }),
      },
    ];
  });
  const before = Object.keys(await browser.storage.local.get<Record<string, unknown>>(null));
  const wanted = new Set(sites.map(([key]) => key));
  await browser.storage.local.remove(before.filter((key) => key.startsWith("site ") && !wanted.has(key)));
  await storeLocally(Object.fromEntries(sites));
  await registerScripts([...origins].map(hostPattern));
  for (const origin of origins) if (!before.includes(siteKey(origin))) await reachOpenTabs(origin);
}

/** Registers the overlay for hosts' pages. */
async function registerScripts(patterns: readonly string[]): Promise<void> {
  const wanted = new Set(patterns.filter((pattern) => pattern !== hostPattern(BUILT_IN)));
  const known = await browser.scripting.getRegisteredContentScripts();
  const stale = known.filter(({ id }) => !wanted.has(id)).map(({ id }) => id);
  if (stale.length > 0) await browser.scripting.unregisterContentScripts({ ids: stale });
  const missing = [...wanted].filter((pattern) => !known.some(({ id }) => id === pattern));
  if (missing.length === 0) return;
  await browser.scripting.registerContentScripts(
    missing.map((pattern) => ({ id: pattern, js: [SCRIPT], matches: [pattern], runAt: "document_start" })),
  );
}

/** Gives the overlay to a host's tabs that were there before it, or whose overlay is older than this extension. */
async function reachOpenTabs(origin: string): Promise<void> {
  const tabs = await browser.tabs.query({ url: hostPattern(origin) });
  const reached = tabs
    .flatMap(({ id }) => id ?? [])
    .map((tabId) => browser.scripting.executeScript({ target: { tabId }, files: [SCRIPT] }));
  // A tab that was closed meanwhile, or shows an error page, needs no overlay.
  await Promise.allSettled(reached);
}

/** After an install or an update: every host's open tabs get this version's overlay. */
export async function reachAllTabs(): Promise<void> {
  await settleSites();
  const origins = new Set([BUILT_IN, ...(await allAccounts()).map(({ origin }) => origin)]);
  for (const origin of origins) await reachOpenTabs(origin);
}
