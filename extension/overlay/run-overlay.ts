import { onCacheChange } from "../cache/cache-change.ts";
import { setTexts, t } from "../locales/i18n.ts";
import type { MessageResponse } from "../messages/protocol.ts";
import type { Problem } from "../model/problem.ts";
import type { TabPosition } from "../model/tab-position.ts";
import { onDocumentSwap, onNavigation, whenActivated, whenParsed } from "../page/navigation.ts";
import { observeTheme } from "../page/observe-theme.ts";
import { isSamePage, type ParsedPage, parsePage } from "../page/parse-page.ts";
import { hasSidebar } from "../page/places.ts";
import { callWorker, isOutdated, toProblem } from "../ui/call-worker.ts";
import { loadPart } from "../ui/parts.ts";
import { drawUnavailable, drawWaiting } from "./bar.ts";
import { drawPage } from "./draw-page.ts";
import { type MountedOverlay, mountOverlay } from "./mount-overlay.ts";

type OverlayData = MessageResponse<"overlay">;

/** Delay before a failed request is repeated, in milliseconds. */
const RETRY_DELAY = 100;

/** Asks the worker for what the overlay shows on a page. Until a prerendered page is shown, it belongs to no tab. */
async function askFor({ key }: ParsedPage): Promise<OverlayData> {
  await whenActivated();
  const ask = () => callWorker("overlay", { page: key });
  // Directly after a navigation, the browser may still report the tab's previous URL to the worker.
  return ask().catch(() => new Promise((resolve) => setTimeout(resolve, RETRY_DELAY)).then(ask));
}

/** Options for showing the overlay on a page, whose tab is loaded and remembered by the worker. */
const edgeOptions = ({ kind, key }: ParsedPage) => ({
  kind,
  // If the worker can't be reached, the tab moves on this page only.
  moveTab: (position: TabPosition) => void callWorker("move-tab", { page: key, position }).catch(() => undefined),
  loadTab: () => loadPart("edge", { loadPart: (part) => callWorker("load", { page: key, part }) }),
});

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
    else if (!isSamePage(nextPage, page)) openPage(nextPage);
  }

  function openPage(nextPage: ParsedPage | null, pending = nextPage && askFor(nextPage)): void {
    closePage();
    page = nextPage;
    if (!nextPage || !pending) return;
    pageController = new AbortController();
    const { signal } = pageController;
    void showPage(nextPage, pending, signal);
    const onSiteChange = async () => {
      // The overlay stays until the worker has responded.
      const pending = askFor(nextPage);
      await pending.catch(() => undefined);
      if (!signal.aborted) openPage(nextPage, pending);
    };
    onCacheChange("site", () => void onSiteChange(), signal);
    // A page restored from the back/forward cache has missed changes.
    const onPageShow = (event: PageTransitionEvent) => event.persisted && openPage(nextPage);
    window.addEventListener("pageshow", onPageShow, { signal });
  }

  /** Renders while the page is still loading, and positions the overlay as soon as the document is parsed. */
  async function showPage(page: ParsedPage, pending: Promise<OverlayData>, signal: AbortSignal): Promise<void> {
    const waiting = new AbortController();
    void reservePlace(page, signal, AbortSignal.any([signal, waiting.signal]));
    const response = await pending.catch((error: unknown) => toProblem(error));
    waiting.abort();
    // The user may have left the page in the meantime.
    if (signal.aborted) return;
    if ("text" in response) return showProblem(page, response, signal);
    const { site, cached } = response;
    if (site) setTexts(site.texts);
    const shown = mount();
    const drawn = site && drawPage(shown, page, site, cached ?? undefined, signal);
    if (!drawn) return shown.hide();
    await whenParsed(() => hasSidebar(page.kind));
    if (signal.aborted) return;
    observeTheme(site.theme, (theme) => shown.host.setAttribute("data-theme", theme), signal);
    shown.show({ ...edgeOptions(page), tab: site.tab }, signal);
    await whenParsed();
    if (signal.aborted) return;
    drawn.onParsed();
    onDocumentSwap(signal, () => {
      // The overlay was removed by the script of an extension update.
      if (isOutdated()) return stop();
      shown.restore();
      drawn.onDocumentSwap();
    });
  }

  /** Reserves the overlay's place until the worker has responded, so that the page doesn't move afterwards. */
  async function reservePlace(page: ParsedPage, signal: AbortSignal, waiting: AbortSignal): Promise<void> {
    await whenParsed(() => hasSidebar(page.kind));
    if (page.kind === "list" || waiting.aborted) return;
    const shown = mount();
    shown.content.replaceChildren(drawWaiting(page, waiting));
    showPlain(shown, page, signal, waiting);
  }

  async function showProblem(page: ParsedPage, { kind, text }: Problem, signal: AbortSignal): Promise<void> {
    // The new version's script shows its own overlay.
    if (kind === "outdated") return stop();
    await whenParsed();
    if (page.kind === "list" || signal.aborted) return;
    const shown = mount();
    shown.content.replaceChildren(drawUnavailable(kind === "lost" ? t("noResponse") : text, () => openPage(page)));
    showPlain(shown, page, signal, signal);
  }

  /** Shows the overlay without the user's settings, which are not known yet. */
  function showPlain(shown: MountedOverlay, page: ParsedPage, signal: AbortSignal, plain: AbortSignal): void {
    observeTheme("auto", (theme) => shown.host.setAttribute("data-theme", theme), plain);
    shown.show(edgeOptions(page), signal);
  }

  function mount(): MountedOverlay {
    overlay ??= mountOverlay();
    return overlay;
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
