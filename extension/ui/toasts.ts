import { trusted } from "./trusted.ts";
import type { Say } from "./view.ts";
import { t } from "./words.ts";

/** Milliseconds that a person has for taking back what they did. */
const STAYS = 8000;

/**
 * Tells what was done in a live region of its own, one thing at a time, with a button that takes it back. It stays while
 * somebody points at it or is in it.
 */
export function createToasts(parent: ParentNode & Node, signal: AbortSignal): Say {
  const region = document.createElement("div");
  region.className = "toast";
  region.setAttribute("role", "status");
  parent.appendChild(region);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const clear = () => {
    clearTimeout(timer);
    region.replaceChildren();
  };
  const clearLater = () => {
    clearTimeout(timer);
    timer = setTimeout(clear, STAYS);
  };
  for (const stay of ["pointerenter", "focusin"]) region.addEventListener(stay, () => clearTimeout(timer));
  for (const go of ["pointerleave", "focusout"]) region.addEventListener(go, clearLater);
  signal.addEventListener("abort", () => {
    clear();
    region.remove();
  });
  return (text, undo) => {
    clear();
    region.append(text);
    if (undo) {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = t("undo");
      button.addEventListener(
        "click",
        trusted(() => {
          clear();
          undo();
        }),
      );
      region.append(button);
    }
    clearLater();
  };
}
