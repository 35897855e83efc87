import { browser } from "wxt/browser";
import { type Known, knownKey, type Site, siteKey } from "./keys.ts";

/** The site of a host; undefined where Forgehand doesn't work. */
export async function readSite(origin: string): Promise<Site | undefined> {
  const key = siteKey(origin);
  return (await browser.storage.local.get<Record<string, Site | undefined>>(key))[key];
}

/** What was last known of a page. */
export async function readKnown(page: string): Promise<Known | undefined> {
  const key = knownKey(page);
  return (await browser.storage.local.get<Record<string, Known | undefined>>(key))[key];
}

/** Both at once: a page waits for them. */
export async function readPlace(
  origin: string,
  page: string,
): Promise<{ site: Site | undefined; known: Known | undefined }> {
  const keys = { site: siteKey(origin), known: knownKey(page) };
  const found = await browser.storage.local.get<{ [key: `site ${string}`]: Site; [key: `known ${string}`]: Known }>([
    keys.site,
    keys.known,
  ]);
  return { site: found[keys.site], known: found[keys.known] };
}

/** Calls back when a host's site changes; undefined: it is gone. */
export function onSite(origin: string, changed: (site: Site | undefined) => void, signal: AbortSignal): void {
  onStored(siteKey(origin), () => readSite(origin), changed, signal);
}

/** Calls back when more is known of a page. */
export function onKnown(page: string, changed: (known: Known | undefined) => void, signal: AbortSignal): void {
  onStored(knownKey(page), () => readKnown(page), changed, signal);
}

function onStored<T>(key: string, read: () => Promise<T>, changed: (now: T) => void, signal: AbortSignal): void {
  const listener = async (
    changes: Readonly<Record<string, { newValue?: unknown; oldValue?: unknown } | undefined>>,
  ) => {
    const change = changes[key];
    // Some browsers tell of what is written just as it was.
    if (!change || JSON.stringify(change.newValue) === JSON.stringify(change.oldValue)) return;
    const now = await read();
    // Nobody may care any more by then.
    if (!signal.aborted) changed(now);
  };
  browser.storage.local.onChanged.addListener(listener);
  signal.addEventListener("abort", () => {
    // Of an extension that an update replaced, nothing can be asked any more, and nothing comes either.
    if (browser.runtime?.id) browser.storage.local.onChanged.removeListener(listener);
  });
}
