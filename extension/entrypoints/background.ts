import { browser } from "wxt/browser";
import { defineBackground } from "wxt/utils/define-background";
import type { Reply } from "../messages/protocol.ts";
import { keepBulkGoing } from "../worker/lists/bulk.ts";
import { serve } from "../worker/serve/serve.ts";
import { reachAllTabs, settleSites } from "../worker/sites.ts";
import { standBy } from "../worker/stand-by.ts";

export default defineBackground(() => {
  browser.runtime.onInstalled.addListener(() => void reachAllTabs());
  browser.runtime.onStartup.addListener(() => void settleSites());

  keepBulkGoing();
  standBy();

  browser.runtime.onMessage.addListener((message: unknown, sender, respond: (reply: Reply<unknown>) => void) => {
    if (sender.id !== browser.runtime.id) return false;
    const own = sender.url?.startsWith(browser.runtime.getURL("/")) ?? false;
    const { tab, frameId } = sender;
    void serve(message, { own, tabId: tab?.id, tabUrl: tab?.url, frameId }).then(respond);
    // The answer comes later.
    return true;
  });
});
