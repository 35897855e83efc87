import { browser } from "wxt/browser";
import { defineBackground } from "wxt/utils/define-background";
import type { WorkerReply } from "../messages/protocol.ts";
import { describeSender } from "../worker/describe-sender.ts";
import { handleMessage } from "../worker/handlers/handle-message.ts";
import { addLifecycleListeners } from "../worker/lifecycle-listeners.ts";
import { startBulkServices } from "../worker/lists/bulk-services.ts";
import { addReviewListeners } from "../worker/reviews/review-listeners.ts";
import { injectAllTabs, updateSites } from "../worker/sites.ts";
import { runTask } from "../worker/task-gate.ts";

export default defineBackground(() => {
  browser.runtime.onInstalled.addListener(() => void runTask(injectAllTabs));
  browser.runtime.onStartup.addListener(() => void runTask(updateSites));

  startBulkServices();
  addLifecycleListeners();
  addReviewListeners();

  browser.runtime.onMessage.addListener((message: unknown, sender, respond: (reply: WorkerReply<unknown>) => void) => {
    if (sender.id !== browser.runtime.id) return false;
    void handleMessage(message, describeSender(sender)).then(respond);
    // Keeps the channel open for the asynchronous response.
    return true;
  });
});
