import { browser } from "wxt/browser";
import { defineBackground } from "wxt/utils/define-background";
import type { Reply } from "../messages.ts";
import { registerHosts } from "../worker/hosts.ts";
import { problemOf } from "../worker/problem.ts";
import { serveOptions } from "../worker/serve-options.ts";
import { servePage } from "../worker/serve-page.ts";

export default defineBackground(() => {
  browser.runtime.onInstalled.addListener(() => void registerHosts());
  browser.action.onClicked.addListener(() => void browser.runtime.openOptionsPage());

  browser.runtime.onMessage.addListener((message: unknown, sender, respond: (reply: Reply<unknown>) => void) => {
    if (sender.id !== browser.runtime.id) return false;
    const isOwnPage = sender.url?.startsWith(browser.runtime.getURL("/")) ?? false;
    const answer = isOwnPage
      ? serveOptions(message)
      : servePage(message, { tabUrl: sender.tab?.url, frameId: sender.frameId });
    answer.then(
      (value) => respond({ ok: true, value }),
      (error: unknown) => respond({ ok: false, problem: problemOf(error) }),
    );
    // The answer comes later.
    return true;
  });
});
