import { browser } from "wxt/browser";
import { type CachedPage, type CachedSite, pageKey, siteKey } from "./keys.ts";

/** Reads the site of a host; undefined if Forgehand is not used there. */
export async function readSite(origin: string): Promise<CachedSite | undefined> {
  const key = siteKey(origin);
  return (await browser.storage.local.get<Record<string, CachedSite | undefined>>(key))[key];
}

/** Reads the last known state of a page. */
export async function readCachedPage(page: string): Promise<CachedPage | undefined> {
  const key = pageKey(page);
  return (await browser.storage.local.get<Record<string, CachedPage | undefined>>(key))[key];
}

/** Reads both in a single storage access, because the page waits for them. */
export async function readSiteAndPage(
  origin: string,
  page: string,
): Promise<{ site: CachedSite | undefined; known: CachedPage | undefined }> {
  const keys = { site: siteKey(origin), known: pageKey(page) };
  const found = await browser.storage.local.get<{
    [key: `site ${string}`]: CachedSite;
    [key: `known ${string}`]: CachedPage;
  }>([keys.site, keys.known]);
  return { site: found[keys.site], known: found[keys.known] };
}

/** Calls back when a host's site changes; undefined if it was removed. */
export function onSiteChange(
  origin: string,
  changed: (site: CachedSite | undefined) => void,
  signal: AbortSignal,
): void {
  onStorageChange(siteKey(origin), () => readSite(origin), changed, signal);
}

/** Calls back when the cached state of a page changes. */
export function onPageChange(
  page: string,
  changed: (known: CachedPage | undefined) => void,
  signal: AbortSignal,
): void {
  onStorageChange(pageKey(page), () => readCachedPage(page), changed, signal);
}

function onStorageChange<T>(
  key: string,
  read: () => Promise<T>,
  changed: (current: T) => void,
  signal: AbortSignal,
): void {
  const listener = async (
    changes: Readonly<Record<string, { newValue?: unknown; oldValue?: unknown } | undefined>>,
  ) => {
    const change = changes[key];
    // Some browsers also report writes that change nothing.
    if (!change || JSON.stringify(change.newValue) === JSON.stringify(change.oldValue)) return;
    const current = await read();
    // The listener may have been removed during the read.
    if (!signal.aborted) changed(current);
  };
  browser.storage.local.onChanged.addListener(listener);
  signal.addEventListener("abort", () => {
    // After an update of the extension, this script can no longer call its APIs.
    if (browser.runtime?.id) browser.storage.local.onChanged.removeListener(listener);
  });
}
