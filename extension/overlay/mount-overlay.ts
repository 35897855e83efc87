import type { TabPosition } from "../model/tab-position.ts";
import type { ParsedPage } from "../page/parse-page.ts";
import { hasSiteControls } from "../page/places.ts";
import { isOutdated } from "../ui/call-worker.ts";
import type { createEdgeTab, EdgeTab } from "../ui/edge-tab.ts";
import { element, styleElement } from "../ui/element.ts";
import style from "../ui/overlay.css?inline";
import { attachOwnRoot } from "../ui/own-root.ts";
import { observeFocus } from "../ui/user-focus.ts";
import { type FoundPlace, insertAtBestPlace, isLaidOut, isUncovered } from "./find-place.ts";
import mountStyle from "./mount-overlay.css?inline";

const HOST_TAG = "forgehand-overlay";

/** Interval at which places are looked up again, in milliseconds: scripts can render a better one at any time. */
const LOOKUP_INTERVAL = 1000;

/**
 * Number of times that the overlay returns within {@link RETURN_PERIOD} after the page has removed it. Pages replace their
 * parts; one that keeps removing the overlay wins.
 */
const MAX_RETURNS = 8;

/** Period in which returns are counted, in milliseconds. */
const RETURN_PERIOD = 10_000;

interface ShowOptions {
  readonly kind: ParsedPage["kind"];
  /** Position of the tab that the user has chosen for this site. */
  readonly tab?: TabPosition | undefined;
  /** Remembers where the user moved the tab. */
  readonly moveTab: (position: TabPosition) => void;
  /** Loads the tab. */
  readonly loadTab: () => Promise<typeof createEdgeTab | undefined>;
}

/** The overlay's DOM on a page. */
export interface MountedOverlay {
  /** Container for the rendered content. */
  readonly content: HTMLElement;
  readonly root: ShadowRoot;
  /** The shadow host, for attributes that apply to the whole overlay. */
  readonly host: HTMLElement;
  /**
   * Shows the overlay at the best place for this kind of page, or as a tab at the window's edge if none has room.
   * @param signal removes the overlay when aborted
   */
  show(options: ShowOptions, signal: AbortSignal): void;
  hide(): void;
  /** Repairs changes that the page made to the overlay. Called when the children of `<html>` change. */
  restore(): void;
}

/**
 * Creates the overlay. It becomes part of the page's layout, and a shadow root isolates it from the page's styles and
 * scripts.
 */
export function mountOverlay(): MountedOverlay {
  const host = createHost();
  const root = attachOwnRoot(host);
  observeFocus(root);
  const content = element("div", { class: "content" });
  root.append(styleElement(style + mountStyle), content);

  let shown: ShowOptions | undefined;
  let place: FoundPlace | undefined;
  /** Element that contained the overlay when it was inserted. */
  let parent: Node | null = null;
  let body: HTMLElement | undefined;
  /** Number of returns within the last period. */
  let returns = 0;
  let timer: ReturnType<typeof setInterval> | undefined;
  let edgeTab: EdgeTab | undefined;

  /** Whether moving the overlay would interrupt the user: it would lose the focus, and its menus would close. */
  const isInUse = () =>
    isLaidOut(host) &&
    (host.matches(":focus-within, [expanded]") || root.querySelector(":popover-open:not(.toast)") !== null);

  const updatePlace = () => {
    // Nothing is laid out on paper, and the overlay isn't printed.
    if (!shown || matchMedia("print").matches || isInUse()) return;
    // Insertion by the page's scripts disables the styles if the page's security policy forbids its own.
    const isAway = parent && (!host.isConnected || host.parentNode !== parent);
    if (isAway) {
      setTimeout(() => returns--, RETURN_PERIOD);
      // The script of an extension update, which removes this overlay, shows its own.
      if (isOutdated() || ++returns > MAX_RETURNS) return hide();
    }
    removeCopies(host);
    host.toggleAttribute("compact", hasSiteControls());
    if (shown.kind === "list") showOutside();
    else {
      place = insertAtBestPlace(host, shown.kind, isAway ? undefined : place);
      // Without the tab's script, the overlay is not shown.
      if (!place) void showTab(shown).catch(() => undefined);
    }
    parent = host.parentNode;
    // The browser closes the popovers of a moved element.
    root.querySelector<HTMLElement>(".toast:not(:popover-open)")?.showPopover();
  };

  const showTab = async (options: ShowOptions) => {
    const create = edgeTab ? undefined : await options.loadTab();
    if (shown !== options || place) return;
    edgeTab ??= create?.({ host, root }, (position) => {
      if (shown) shown = { ...shown, tab: position };
      options.moveTab(position);
    });
    edgeTab?.show(shown.tab ?? "end");
    if (!shown.tab && !isUncovered(host)) edgeTab?.show("start");
  };

  /** Adds the overlay to a page whose controls are all in rows; it shows messages only. */
  const showOutside = () => {
    host.dataset["shape"] = "none";
    if (!host.isConnected) document.documentElement.append(host);
  };

  let isScheduled = false;
  /** Coalesces changes within a frame. */
  const schedule = () => {
    if (isScheduled) return;
    isScheduled = true;
    requestAnimationFrame(() => {
      isScheduled = false;
      updatePlace();
    });
  };
  // Fires when the overlay is removed or hidden, and when the page's content changes its size.
  const resizeObserver = new ResizeObserver(schedule);

  const observe = () => {
    body = document.body;
    resizeObserver.disconnect();
    resizeObserver.observe(host);
    if (body) resizeObserver.observe(body);
  };

  const hide = () => {
    clearInterval(timer);
    resizeObserver.disconnect();
    shown = undefined;
    place = undefined;
    parent = null;
    edgeTab?.collapse();
    host.remove();
  };

  return {
    content,
    root,
    host,
    hide,
    restore() {
      if (!shown) return;
      // Not if the page hides it: that would change the children of `<html>` again, without end.
      if (!host.isConnected) updatePlace();
      // Client-side navigation may replace the body.
      if (body !== document.body) observe();
    },
    show(options, signal) {
      shown = options;
      window.addEventListener("resize", schedule, { signal });
      clearInterval(timer);
      timer = setInterval(schedule, LOOKUP_INTERVAL);
      updatePlace();
      observe();
      // Styles may not have been loaded before; this runs before the page is first painted.
      schedule();
      signal.addEventListener("abort", hide);
    },
  };
}

/** Removes copies of the overlay that the page, or a script from before an update of the extension, has left. */
function removeCopies(host: HTMLElement): void {
  for (const copy of document.querySelectorAll<HTMLElement>(`${HOST_TAG}[data-theme]`))
    if (copy !== host) copy.remove();
}

/**
 * Created in another document, so that the constructor of a custom element that the page has registered under the same
 * name can't attach a shadow root first. Once inserted, the host can become such an element.
 */
function createHost(): HTMLElement {
  return document.implementation.createHTMLDocument().createElement(HOST_TAG);
}
