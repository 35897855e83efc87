import { browser } from "wxt/browser";
import { defineContentScript } from "wxt/utils/define-content-script";
import { ACCOUNTS_CHANGED, type Who } from "../../messages.ts";
import { mountOverlay } from "../../page/mount.ts";
import { onNavigation } from "../../page/navigation.ts";
import { parsePage } from "../../page/parse-page.ts";
import { ask, sentenceOf } from "../../ui/ask.ts";
import { OverlayBar, OverlayProblem } from "../../ui/overlay.tsx";

export default defineContentScript({
  matches: ["https://github.com/*"],
  runAt: "document_end",
  noScriptStartedPostMessage: true,
  main(context) {
    const overlay = mountOverlay(context.signal);
    let latest: string | undefined;

    async function show(address: string) {
      const page = parsePage(address);
      if (page?.key === latest) return;
      latest = page?.key;
      if (!page) return overlay.hide();
      try {
        const who = await ask<Who>({ type: "who", page: page.key });
        // Another page may have come while the worker was asked.
        if (latest !== page.key) return;
        if (who === "foreign host") overlay.hide();
        else overlay.show(page.kind, <OverlayBar key={page.key} page={page} who={who} />);
      } catch (error) {
        if (latest === page.key) overlay.show(page.kind, <OverlayProblem problem={sentenceOf(error)} />);
      }
    }

    onNavigation(context, () => void show(location.href));
    // The account may have come, changed or gone while the page was open.
    browser.runtime.onMessage.addListener((message: unknown) => {
      if (message !== ACCOUNTS_CHANGED) return;
      latest = undefined;
      void show(location.href);
    });
    void show(location.href);
  },
});
