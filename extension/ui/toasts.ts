import { parsed } from "../page/navigation.ts";
import { button, element } from "./element.ts";
import type { Say } from "./view.ts";
import { t } from "./words.ts";

/** Milliseconds that a person has for taking back what they did. */
const STAYS = 8000;

/**
 * Tells what was done in a live region of its own, one thing at a time, with a button that takes it back; an empty text
 * takes away what was told. It stays while somebody points at it or is in it.
 */
export function createToasts(parent: ParentNode & Node, signal: AbortSignal): Say {
  // A screen reader hears of what comes into a region that was there before.
  const region = element("div", { class: "toast", role: "status", popover: "manual" });
  parent.appendChild(region);
  void parsed().then(() => requestAnimationFrame(show));
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** Puts it above everything that the page has. */
  function show(): void {
    if (region.isConnected && !region.matches(":popover-open")) region.showPopover();
  }
  function clear(): void {
    clearTimeout(timer);
    region.replaceChildren();
  }
  function clearLater(): void {
    clearTimeout(timer);
    timer = setTimeout(clear, STAYS);
  }
  for (const stay of ["pointerenter", "focusin"]) region.addEventListener(stay, () => clearTimeout(timer));
  for (const go of ["pointerleave", "focusout"]) region.addEventListener(go, clearLater);
  signal.addEventListener("abort", () => {
    clear();
    region.remove();
  });
  return (text, undo) => {
    clear();
    if (!text || signal.aborted) return;
    show();
    region.append(element("span", {}, text));
    const root = region.getRootNode();
    const control = root instanceof ShadowRoot ? root.activeElement : null;
    const takeBack = () => {
      clear();
      // The focus must not go with the button.
      if (control instanceof HTMLElement) control.focus();
      undo?.();
    };
    if (undo) region.append(button({}, takeBack, t("undo")));
    clearLater();
  };
}
