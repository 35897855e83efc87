import type { ComponentChild } from "preact";
import { render } from "preact";
import style from "../ui/overlay.css?inline";
import { findLandmark } from "./landmarks.ts";
import type { Page } from "./parse-page.ts";

/** The one element that Forgehand adds to a page. */
const HOST = "forgehand-overlay";

/** The overlay on a page: shows what it is given, until it is taken away. */
export interface Overlay {
  /** Shows a tree at the place that fits this kind of page. */
  show(kind: Page["kind"], tree: ComponentChild): void;
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
  const element = document.createElement(HOST);
  const root = element.attachShadow({ mode: "open" });
  const sheet = document.createElement("style");
  sheet.textContent = style;
  const content = document.createElement("div");
  root.append(sheet, content);

  let shown: Page["kind"] | undefined;
  const place = () => {
    const landmark = shown && findLandmark(shown);
    element.toggleAttribute("floating", !landmark);
    if (!landmark) return;
    const box = landmark.getBoundingClientRect();
    element.style.setProperty("--top", `${Math.round(box.bottom + window.scrollY)}px`);
    element.style.setProperty("--right", `${Math.round(document.documentElement.clientWidth - box.right)}px`);
  };
  window.addEventListener("resize", place, { signal });
  // What comes late above the landmark moves it, and makes the body higher.
  const moves = new ResizeObserver(place);

  const overlay: Overlay = {
    show(kind, tree) {
      shown = kind;
      moves.disconnect();
      moves.observe(document.body);
      place();
      if (!element.isConnected) document.documentElement.append(element);
      render(tree, content);
    },
    hide() {
      moves.disconnect();
      render(null, content);
      element.remove();
    },
  };
  signal.addEventListener("abort", overlay.hide);
  return overlay;
}
