import style from "../ui/overlay.css?inline";
import { findLandmark } from "./landmarks.ts";
import type { Page } from "./parse-page.ts";

/** The one element that Forgehand adds to a page. */
const HOST = "forgehand-overlay";

/** The overlay's place on a page. */
export interface Overlay {
  /** What is drawn goes here. */
  readonly content: HTMLElement;
  /** The host itself, for what the whole of it shows. */
  readonly host: HTMLElement;
  /** Shows it at the place that fits this kind of page. */
  show(kind: Page["kind"]): void;
  hide(): void;
}

/**
 * Prepares the overlay. Its host goes on `<html>`, which soft navigation leaves alone, and a shadow root keeps the page's
 * style out.
 * @param signal takes everything away again
 */
export function mountOverlay(signal: AbortSignal): Overlay {
  // A script from before an update may have left its overlay behind.
  for (const old of document.querySelectorAll(`html > ${HOST}`)) old.remove();
  const host = document.createElement(HOST);
  const root = host.attachShadow({ mode: "open" });
  const sheet = document.createElement("style");
  sheet.textContent = style;
  const content = document.createElement("div");
  root.append(sheet, content);

  let shown: Page["kind"] | undefined;
  const place = () => {
    const landmark = shown && findLandmark(shown);
    host.toggleAttribute("floating", !landmark);
    if (!landmark) return;
    const box = landmark.getBoundingClientRect();
    host.style.setProperty("--top", `${Math.round(box.bottom + window.scrollY)}px`);
    host.style.setProperty("--right", `${Math.round(document.documentElement.clientWidth - box.right)}px`);
  };
  window.addEventListener("resize", place, { signal });
  // What comes late above the landmark moves it, and makes the body higher.
  const moves = new ResizeObserver(place);

  const overlay: Overlay = {
    content,
    host,
    show(kind) {
      shown = kind;
      moves.disconnect();
      moves.observe(document.body);
      place();
      if (!host.isConnected) document.documentElement.append(host);
    },
    hide() {
      moves.disconnect();
      host.remove();
    },
  };
  signal.addEventListener("abort", overlay.hide);
  return overlay;
}
