import { defineContentScript } from "wxt/utils/define-content-script";
import type { Who } from "../../messages.ts";
import { mountOverlay } from "../../page/mount.ts";
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

    // The new address comes with the event: the page's own is still the old one then.
    context.addEventListener(window, "wxt:locationchange", ({ newUrl }) => void show(newUrl.href));
    void show(location.href);
  },
});
