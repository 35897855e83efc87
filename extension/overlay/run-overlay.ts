import { onSiteChange, readSiteAndPage } from "../cache/read.ts";
import { setTexts } from "../locales/i18n.ts";
import { onDocumentSwap, onNavigation, whenActivated, whenParsed } from "../page/navigation.ts";
import { type ParsedPage, parsePage } from "../page/parse-page.ts";
import { isOutdated } from "../ui/call-worker.ts";
import { drawPage } from "./draw-page.ts";
import { type MountedOverlay, mountOverlay } from "./mount-overlay.ts";

/**
 * Shows the overlay on a tab and updates it on each navigation.
 * @param signal removes the overlay permanently when aborted
 */
export function runOverlay(signal: AbortSignal): void {
  let overlay: MountedOverlay | undefined;
  let page: ParsedPage | null = null;
  /** Aborted when the shown page is left. */
  let pageController = new AbortController();

  /** Shows the overlay for the current URL. Does nothing if the page is the same. */
  function onUrlChange(): void {
    const nextPage = parsePage(location.href);
    // The extension was updated; its new script takes over.
    if (isOutdated()) stop();
    else if (nextPage?.key !== page?.key) openPage(nextPage);
  }

  function openPage(nextPage: ParsedPage | null): void {
    closePage();
    page = nextPage;
    if (!nextPage) return;
    pageController = new AbortController();
    const { signal } = pageController;
    void showPage(nextPage, signal);
    onSiteChange(nextPage.origin, () => openPage(nextPage), signal);
    // A page restored from the back/forward cache has missed changes.
    const onPageShow = (event: PageTransitionEvent) => event.persisted && openPage(nextPage);
    window.addEventListener("pageshow", onPageShow, { signal });
  }

  /** Renders while the page is still loading, and positions the overlay as soon as the document is parsed. */
  async function showPage(page: ParsedPage, signal: AbortSignal): Promise<void> {
    const [{ site, known }] = await Promise.all([readSiteAndPage(page.origin, page.key), whenActivated()]);
    // The user may have left the page in the meantime.
    if (signal.aborted || !site) return;
    setTexts(site.texts);
    const shown = overlay ?? mountOverlay();
    overlay = shown;
    shown.host.dataset["theme"] = site.theme;
    const drawn = drawPage(shown, page, site, known, signal);
    if (!drawn) return;
    await whenParsed();
    if (signal.aborted) return;
    drawn.onParsed();
    shown.show(page.kind, signal);
    onDocumentSwap(signal, () => {
      // The overlay was removed by the script of an extension update.
      if (isOutdated()) return stop();
      shown.restore();
      drawn.onDocumentSwap();
    });
  }

  function closePage(): void {
    pageController.abort();
    page = null;
  }

  const runController = new AbortController();
  function stop(): void {
    runController.abort();
    closePage();
  }
  signal.addEventListener("abort", stop);
  onNavigation(runController.signal, onUrlChange);
  onUrlChange();
}
