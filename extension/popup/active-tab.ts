import { browser } from "wxt/browser";
import { t } from "../locales/i18n.ts";
import { readSignedInLogin } from "../page/signed-in-login.ts";
import { WorkerCallError } from "../ui/call-worker.ts";

/** The tab that the popup refers to. */
export interface ActiveTab {
  readonly id: number;
  /** Undefined if the extension cannot access the page. */
  readonly url: string | undefined;
}

/** The tab that contains this page; undefined in a popup. */
export const ownTab = () => browser.tabs.getCurrent();

/** Returns the active tab. If the popup itself is a tab, as on phones, returns the tab that was active before it. */
export async function findActiveTab(): Promise<ActiveTab | undefined> {
  const popupTab = await ownTab();
  const tabs = await browser.tabs.query(
    popupTab ? { windowId: popupTab.windowId } : { active: true, currentWindow: true },
  );
  const others = tabs.filter(({ id }) => id !== undefined && id !== popupTab?.id);
  const [latest] = others.toSorted((a, b) => (b.lastAccessed ?? 0) - (a.lastAccessed ?? 0));
  return latest?.id === undefined ? undefined : { id: latest.id, url: latest.url };
}

/** Calls back when a tab's URL changes. */
export function onTabUrlChange(tab: number, onChange: () => void, signal: AbortSignal): void {
  const listener = (id: number, change: { readonly url?: string }) => {
    if (id === tab && change.url !== undefined) onChange();
  };
  browser.tabs.onUpdated.addListener(listener);
  signal.addEventListener("abort", () => browser.tabs.onUpdated.removeListener(listener));
}

/**
 * Reads which user is signed in to a tab's page; null if the page names none.
 * @throws WorkerCallError if the page cannot be accessed
 */
export async function readSignedInLoginOfTab(tab: number): Promise<string | null> {
  const response = browser.scripting.executeScript({ target: { tabId: tab }, func: readSignedInLogin });
  const [injection] = await response.catch(() => []);
  if (injection) return injection.result ?? null;
  throw new WorkerCallError({ kind: "other", text: t("pageChanged") });
}

/** Closes the popup after a link was opened, because not every browser does that. */
export async function closePopup(): Promise<void> {
  if (!(await ownTab())) window.close();
}
