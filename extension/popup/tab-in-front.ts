import { browser } from "wxt/browser";
import { signedInOn } from "../page/signed-in.ts";

/** The tab that the popup speaks of. */
export interface Tab {
  readonly id: number;
  /** Undefined where the browser doesn't tell, as Forgehand may not know of that page. */
  readonly address: string | undefined;
}

/** The popup's own tab; undefined where it is a popup. */
export const ownTab = () => browser.tabs.getCurrent();

/** The tab in front. Where the popup is a tab itself, as on phones, it is the one that was in front before it. */
export async function tabInFront(): Promise<Tab | undefined> {
  const own = await ownTab();
  const tabs = await browser.tabs.query(own ? { windowId: own.windowId } : { active: true, currentWindow: true });
  const others = tabs.filter(({ id }) => id !== undefined && id !== own?.id);
  const [front] = others.toSorted((a, b) => (b.lastAccessed ?? 0) - (a.lastAccessed ?? 0));
  return front?.id === undefined ? undefined : { id: front.id, address: front.url };
}

/** Calls back when a tab shows something else. */
export function onMoved(tab: number, moved: () => void, signal: AbortSignal): void {
  const listener = (id: number, change: { readonly url?: string }) => {
    if (id === tab && change.url !== undefined) moved();
  };
  browser.tabs.onUpdated.addListener(listener);
  signal.addEventListener("abort", () => browser.tabs.onUpdated.removeListener(listener));
}

/** Who a tab's page says is signed in: null for nobody, undefined where it says nothing, or can't be asked. */
export async function signedInIn(tab: number): Promise<string | null | undefined> {
  const asked = browser.scripting.executeScript({ target: { tabId: tab }, func: signedInOn });
  const [answer] = await asked.catch(() => []);
  return answer?.result;
}

/** Goes away once a link has opened its page: not every browser closes a popup by itself. */
export async function leave(): Promise<void> {
  if (!(await ownTab())) window.close();
}
