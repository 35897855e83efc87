import { findLandmark } from "../page/find-landmark.ts";
import type { ParsedPage } from "../page/parse-page.ts";
import { element, styleElement } from "../ui/element.ts";
import style from "../ui/overlay.css?inline";
import { attachOwnRoot } from "../ui/own-root.ts";
import { observeFocus } from "../ui/user-focus.ts";
import mountStyle from "./mount-overlay.css?inline";

/** Tag name of the only element that Forgehand adds to `<html>`. */
const HOST_TAG = "forgehand-overlay";

/** Delays after which the landmark is looked up again on pages rendered by scripts, in milliseconds. */
const RETRY_DELAYS = [250, 1000, 3000];

/** The overlay's DOM on a page. */
export interface MountedOverlay {
  /** Container for the rendered content. */
  readonly content: HTMLElement;
  readonly root: ShadowRoot;
  /** The shadow host, for attributes that apply to the whole overlay. */
  readonly host: HTMLElement;
  /**
   * Shows the overlay at the position for this kind of page.
   * @param signal removes the overlay when aborted
   */
  show(kind: ParsedPage["kind"], signal: AbortSignal): void;
  /** Repairs changes that the page made to the overlay. Called when the children of `<html>` change. */
  restore(): void;
}

/**
 * Creates the overlay. Its host is a child of `<html>`, which client-side navigation does not replace, and a shadow
 * root isolates it from the page's styles and scripts.
 */
export function mountOverlay(): MountedOverlay {
  // A script from before an extension update may have left its overlay behind.
  for (const old of document.querySelectorAll(`html > ${HOST_TAG}`)) old.remove();
  const host = createHost();
  const root = attachOwnRoot(host);
  observeFocus(root);
  const content = element("div");
  root.append(styleElement(style + mountStyle), content);

  let shownKind: ParsedPage["kind"] | undefined;
  let body: HTMLElement | undefined;
  /**
   * Number of times that the host is re-added if the page removes it. Limited, so that the page and the extension do
   * not remove and add it endlessly.
   */
  let restoresLeft = 0;

  const updatePosition = () => {
    const landmark = shownKind && findLandmark(shownKind);
    host.toggleAttribute("floating", !landmark);
    if (!landmark) return;
    const { left, right, bottom } = landmark.getBoundingClientRect();
    const isRightToLeft = getComputedStyle(landmark).direction === "rtl";
    host.toggleAttribute("rtl", isRightToLeft);
    host.style.setProperty("--x", `${Math.round(isRightToLeft ? left : right)}px`);
    host.style.setProperty("--y", `${Math.round(bottom + window.scrollY)}px`);
  };
  // Content that loads late above the landmark moves it and increases the body's height.
  const resizeObserver = new ResizeObserver(updatePosition);

  const restore = () => {
    if (!shownKind) return;
    if (host.parentNode !== document.documentElement && restoresLeft > 0) {
      restoresLeft -= 1;
      document.documentElement.append(host);
    }
    // Client-side navigation may replace the body.
    if (body === document.body) return;
    body = document.body;
    resizeObserver.disconnect();
    resizeObserver.observe(body);
    updatePosition();
  };

  return {
    content,
    root,
    host,
    restore,
    show(kind, signal) {
      shownKind = kind;
      restoresLeft = 1;
      window.addEventListener("resize", updatePosition, { signal });
      const timers = RETRY_DELAYS.map((delay) =>
        setTimeout(() => host.hasAttribute("floating") && updatePosition(), delay),
      );
      updatePosition();
      if (!host.isConnected) document.documentElement.append(host);
      restore();
      signal.addEventListener("abort", () => {
        timers.forEach(clearTimeout);
        resizeObserver.disconnect();
        shownKind = undefined;
        body = undefined;
        host.remove();
      });
    },
  };
}

/**
 * Created in another document, so that the constructor of a custom element that the page has registered under the same
 * name can't attach a shadow root first. Once inserted, the host can become such an element.
 */
function createHost(): HTMLElement {
  return document.implementation.createHTMLDocument().createElement(HOST_TAG);
}
