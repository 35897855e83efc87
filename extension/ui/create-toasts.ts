import { t } from "../locales/i18n.ts";
import { whenParsed } from "../page/navigation.ts";
import { button, element } from "./element.ts";
import { focusForUser, hasUserFocus } from "./user-focus.ts";
import type { Notify } from "./view.ts";

/** Time for which a toast stays visible, in milliseconds. */
const VISIBLE_FOR = 8000;

/**
 * Shows one message at a time in a live region, with an optional undo button. An empty text removes the message.
 * Messages stay while they are hovered or focused.
 */
export function createToasts(parent: ParentNode & Node, signal: AbortSignal): Notify {
  // Screen readers only announce content added to an existing region.
  const region = element("div", { class: "toast", role: "status", popover: "manual" });
  parent.appendChild(region);
  void whenParsed().then(() => requestAnimationFrame(show));
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** Moves the region to the top layer. */
  function show(): void {
    if (region.isConnected && !region.matches(":popover-open")) region.showPopover();
  }
  function clear(): void {
    clearTimeout(timer);
    region.replaceChildren();
  }
  function clearLater(): void {
    clearTimeout(timer);
    timer = setTimeout(clear, VISIBLE_FOR);
  }
  for (const eventName of ["pointerenter", "focusin"]) region.addEventListener(eventName, () => clearTimeout(timer));
  for (const eventName of ["pointerleave", "focusout"]) region.addEventListener(eventName, clearLater);
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
    const focusedBefore = root instanceof ShadowRoot ? root.activeElement : null;
    const wasByUser = focusedBefore !== null && hasUserFocus(focusedBefore);
    const onUndo = () => {
      clear();
      // The focused button was removed.
      if (focusedBefore instanceof HTMLElement && wasByUser) focusForUser(focusedBefore);
      undo?.();
    };
    if (undo) region.append(button({}, onUndo, t("undo")));
    clearLater();
  };
}
