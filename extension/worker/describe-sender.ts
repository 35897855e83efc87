import { type Browser, browser } from "wxt/browser";
import type { Sender } from "./message-subject.ts";

/** Returns the properties of a sender that decide what it can do. All of them are determined by the browser. */
export function describeSender({
  origin,
  url,
  tab,
  frameId,
  documentLifecycle,
}: Browser.runtime.MessageSender): Sender {
  const ownUrl = browser.runtime.getURL("/");
  const senderOrigin = origin ?? (url === undefined ? undefined : new URL(url).origin);
  // Firefox does not report the lifecycle. A document in the cache, or one that is being unloaded, has left its tab.
  const isActive = documentLifecycle === undefined || documentLifecycle === "active";
  return {
    isExtensionPage: (url?.startsWith(ownUrl) ?? false) && `${senderOrigin}/` === ownUrl,
    origin: isActive ? senderOrigin : undefined,
    tabId: tab?.id,
    tabUrl: tab?.url,
    frameId,
  };
}
