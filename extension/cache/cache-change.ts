import { browser } from "wxt/browser";

/**
 * Notification of the worker that cached data has changed. It contains no data, because a tab can show another host by
 * the time that it arrives. Each view asks for its own data again.
 */
export interface CacheChange {
  /**
   * `site`: the accounts, settings or the lock. `states`: the states of pages. `held-changes`: the changes that wait for
   * a confirmation.
   */
  readonly changed: "site" | "states" | "held-changes";
}

/** Calls back when the worker reports a change. */
export function onCacheChange(changed: CacheChange["changed"], onChange: () => void, signal: AbortSignal): void {
  const listener = (message: unknown, { tab }: { readonly tab?: unknown }) => {
    // Scripts on pages, which can also send messages to the extension's pages, have a tab.
    if (!tab && isChange(message) && message.changed === changed) onChange();
  };
  browser.runtime.onMessage.addListener(listener);
  signal.addEventListener("abort", () => {
    // After an update of the extension, this script can no longer call its APIs.
    if (browser.runtime?.id) browser.runtime.onMessage.removeListener(listener);
  });
}

function isChange(message: unknown): message is CacheChange {
  return typeof message === "object" && message !== null && "changed" in message;
}
