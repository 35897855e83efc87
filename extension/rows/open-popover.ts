import { anchorElement } from "../ui/anchor-element.ts";
import { element } from "../ui/element.ts";
import { trusted } from "../ui/trusted.ts";
import { keepFocus } from "../ui/user-focus.ts";

/** An open popover that belongs to a button in a row. */
export interface RowPopover {
  close(): void;
}

/**
 * Opens a popover in the top layer, where the list cannot clip it. Escape or a click elsewhere closes it.
 * @param fill adds the content; its signal is aborted when the popover closes
 */
export function openPopover({
  opener,
  label,
  fill,
  onClose,
}: {
  /** The button that opens it, or the element around that button. */
  readonly opener: HTMLElement;
  readonly label: string;
  readonly fill: (popover: HTMLElement, signal: AbortSignal) => void;
  readonly onClose: () => void;
}): RowPopover {
  const controller = new AbortController();
  const { signal } = controller;
  const popover = element("div", { class: "bubble", role: "dialog", "aria-label": label, popover: "manual" });
  // GitHub has single-key shortcuts on its pages.
  popover.addEventListener("keydown", (event) => event.stopPropagation());
  opener.after(popover);
  popover.showPopover();
  anchorElement(popover, opener, signal);

  function close(): void {
    if (signal.aborted) return;
    const moveFocus = keepFocus(popover);
    controller.abort();
    popover.remove();
    onClose();
    // Removing the focused element would lose the focus.
    moveFocus(opener.matches("button") ? opener : opener.querySelector("button"));
  }
  const root = opener.getRootNode();
  const onPointerDown = (event: Event) => {
    const path = event.composedPath();
    // Seen from the document, all of the shadow root is its host.
    const isInRoot = event.currentTarget === document && root instanceof ShadowRoot && path.includes(root.host);
    if (!isInRoot && !path.includes(popover) && !path.includes(opener)) close();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    event.stopPropagation();
    close();
  };
  for (const target of [document, root])
    target.addEventListener("pointerdown", trusted(onPointerDown), { signal, capture: true });
  // Listens on the popover, so that anything open inside it closes first.
  popover.addEventListener("keydown", trusted(onKeyDown), { signal });
  opener.addEventListener("keydown", trusted(onKeyDown), { signal });
  fill(popover, signal);
  return { close };
}
