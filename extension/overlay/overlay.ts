import { onSite, readPlace } from "../known/read.ts";
import { mountOverlay, type Overlay } from "../page/mount.ts";
import { activated, onNavigation, onSwap, parsed } from "../page/navigation.ts";
import { type Page, parsePage } from "../page/parse-page.ts";
import { isOutdated } from "../ui/ask.ts";
import { speak } from "../ui/words.ts";
import { drawPage } from "./drawn-page.ts";

/** Keeps one overlay on a tab's page, whatever page that is. @param signal takes it away for good */
export function keepOverlay(signal: AbortSignal): void {
  let overlay: Overlay | undefined;
  let page: Page | null = null;
  /** Ends all that is done for the page that is shown. */
  let here = new AbortController();

  /** Shows what belongs to the address; where that is the page that is shown, nothing changes. */
  function follow(): void {
    const now = parsePage(location.href);
    // An update replaced the extension: its new script does the rest.
    if (isOutdated()) end();
    else if (now?.key !== page?.key) begin(now);
  }

  function begin(now: Page | null): void {
    leave();
    page = now;
    if (!now) return;
    here = new AbortController();
    const { signal } = here;
    void come(now, signal);
    onSite(now.origin, () => begin(now), signal);
    // What changed while the page was kept for somebody to come back to, nobody told it.
    const cameBack = (event: PageTransitionEvent) => event.persisted && begin(now);
    window.addEventListener("pageshow", cameBack, { signal });
  }

  /** Draws while the page is still on its way, and is in its place as soon as the page has one. */
  async function come(page: Page, signal: AbortSignal): Promise<void> {
    const [{ site, known }] = await Promise.all([readPlace(page.origin, page.key), activated()]);
    // Whatever comes too late belongs to a page that nobody sees any more.
    if (signal.aborted || !site) return;
    speak(site.words);
    const shown = overlay ?? mountOverlay();
    overlay = shown;
    shown.host.dataset["theme"] = site.theme;
    const drawn = drawPage(shown, page, site, known, signal);
    if (!drawn) return;
    await parsed();
    if (signal.aborted) return;
    drawn.ready();
    shown.show(page.kind, signal);
    onSwap(signal, () => {
      // What took this overlay away is an update's own script.
      if (isOutdated()) return end();
      shown.mend();
      drawn.swapped();
    });
  }

  function leave(): void {
    here.abort();
    page = null;
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
