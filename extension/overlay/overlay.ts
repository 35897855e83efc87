import type { Known, Site } from "../known/keys.ts";
import { onSite, readKnown, readSite } from "../known/read.ts";
import { mountOverlay, type Overlay } from "../page/mount.ts";
import { onNavigation, onSwap, parsed } from "../page/navigation.ts";
import { type Page, parsePage } from "../page/parse-page.ts";
import { signedInOn } from "../page/signed-in.ts";
import { isOutdated } from "../ui/ask.ts";
import { drawPart } from "../ui/parts.ts";
import { createToasts } from "../ui/toasts.ts";
import { speak } from "../ui/words.ts";
import { drawBar, drawInvitation } from "./bar.ts";
import { viewOf } from "./page-view.ts";
import { listenForShortcuts } from "./shortcuts.ts";

/** Keeps one overlay on a tab's page, whatever page that is. @param signal takes it away for good */
export function keepOverlay(signal: AbortSignal): void {
  let overlay: Overlay | undefined;
  let page: Page | null = null;
  /** Ends all that is done for the page that is shown. */
  let here = new AbortController();

  /** Shows what belongs to the address; where that is the page that is shown, nothing changes. */
  function follow(): void {
    const now = parsePage(location.href);
    // Where an update replaced the extension, its new script does the rest.
    if (isOutdated()) end();
    else if (now?.key !== page?.key) begin(now);
  }

  function leave(): void {
    here.abort();
    page = null;
  }

  function begin(now: Page | null): void {
    leave();
    page = now;
    if (!now) return;
    here = new AbortController();
    // Whatever comes too late belongs to a page that nobody sees any more.
    const { signal } = here;
    void Promise.all([readSite(now.origin), readKnown(now.key), parsed()]).then(([site, known]) => {
      if (!signal.aborted && site) show(now, site, known, signal);
    });
    onSite(now.origin, () => begin(now), signal);
    // What changed while the page was kept for somebody to come back to, nobody told it.
    const cameBack = (event: PageTransitionEvent) => event.persisted && begin(now);
    window.addEventListener("pageshow", cameBack, { signal });
  }

  function show(page: Page, site: Site, known: Known | undefined, signal: AbortSignal): void {
    const { login } = site;
    const isDrawn = page.kind !== "list";
    const hasRows = page.rows !== undefined && site.controls.rows && login !== undefined;
    if (!isDrawn && !hasRows) return;
    speak(site.words);
    overlay ??= mountOverlay();
    const { content, root, host } = overlay;
    host.dataset["theme"] = site.theme;
    content.replaceChildren();
    onSwap(signal, overlay.mend);
    if (login === undefined) content.append(drawInvitation());
    else {
      const say = createToasts(root, signal);
      const signedIn = () => signedInOn(document);
      const view = viewOf(page, { login, known, signedIn, say });
      if (hasRows) void drawPart("rows", content, view, signal).catch(() => undefined);
      if (isDrawn) {
        const bar = drawBar(view, { ...site, login }, signal);
        const tell = () => bar.signedIn(signedIn());
        tell();
        onSwap(signal, tell);
        listenForShortcuts(bar.shortcuts, signal);
        content.append(bar.element);
      }
    }
    overlay.show(page.kind, signal);
  }

  const ended = new AbortController();
  function end(): void {
    ended.abort();
    leave();
  }
  signal.addEventListener("abort", end);
  onNavigation(ended.signal, follow);
  follow();
}
