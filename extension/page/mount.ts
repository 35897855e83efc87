import { element, styleElement } from "../ui/element.ts";
import style from "../ui/overlay.css?inline";
import { findLandmark } from "./landmarks.ts";
import placing from "./mount.css?inline";
import type { Page } from "./parse-page.ts";

/** The one element that Forgehand adds to a page. */
const HOST = "forgehand-overlay";

/** Milliseconds after which the landmark of a page that is put together by scripts is looked for again. */
const LATER = [250, 1000, 3000];

/** The overlay's place on a page. */
export interface Overlay {
  /** What is drawn goes here. */
  readonly content: HTMLElement;
  readonly root: ShadowRoot;
  /** The host itself, for what the whole of it shows. */
  readonly host: HTMLElement;
  /** Shows it at the place that fits this kind of page. @param signal takes it away */
  show(kind: Page["kind"], signal: AbortSignal): void;
  /** Sets right what the page did to it: called when `<html>` has other children. */
  mend(): void;
}

/**
 * Prepares the overlay. Its host goes on `<html>`, which soft navigation leaves alone, and a shadow root keeps the page's
 * style out.
 */
export function mountOverlay(): Overlay {
  // A script from before an update may have left its overlay behind.
  for (const old of document.querySelectorAll(`html > ${HOST}`)) old.remove();
  const host = createHost();
  const root = host.attachShadow({ mode: "open" });
  const content = element("div");
  root.append(styleElement(style + placing), content);

  let shown: Page["kind"] | undefined;
  let body: HTMLElement | undefined;
  /** How often it is put back where the page took it away: a page that insists wins. */
  let mends = 0;

  const place = () => {
    const landmark = shown && findLandmark(shown);
    host.toggleAttribute("floating", !landmark);
    if (!landmark) return;
    const { left, right, bottom } = landmark.getBoundingClientRect();
    const isRightToLeft = getComputedStyle(landmark).direction === "rtl";
    host.toggleAttribute("rtl", isRightToLeft);
    host.style.setProperty("--x", `${Math.round(isRightToLeft ? left : right)}px`);
    host.style.setProperty("--y", `${Math.round(bottom + window.scrollY)}px`);
  };
  // What comes late above the landmark moves it, and makes the body higher.
  const moves = new ResizeObserver(place);

  const mend = () => {
    if (!shown) return;
    if (host.parentNode !== document.documentElement && mends > 0) {
      mends -= 1;
      document.documentElement.append(host);
    }
    // Soft navigation may bring a body of its own.
    if (body === document.body) return;
    body = document.body;
    moves.disconnect();
    moves.observe(body);
    place();
  };

  return {
    content,
    root,
    host,
    mend,
    show(kind, signal) {
      shown = kind;
      mends = 1;
      window.addEventListener("resize", place, { signal });
      const timers = LATER.map((later) => setTimeout(() => host.hasAttribute("floating") && place(), later));
      place();
      if (!host.isConnected) document.documentElement.append(host);
      mend();
      signal.addEventListener("abort", () => {
        timers.forEach(clearTimeout);
        moves.disconnect();
        shown = undefined;
        body = undefined;
        host.remove();
      });
    },
  };
}

/** Made where the page defines no elements: one of the same name must not get hold of it. */
function createHost(): HTMLElement {
  return document.implementation.createHTMLDocument().createElement(HOST);
}
