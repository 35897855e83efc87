import { keepBeside } from "../ui/beside.ts";
import { element } from "../ui/element.ts";
import { trusted } from "../ui/trusted.ts";

/** Something that a row says or offers, beside a button of its. */
export interface Bubble {
  close(): void;
}

/**
 * Opens a bubble in the top layer, where no list cuts it off. Escape or a press elsewhere closes it.
 * @param fill puts into it what it is for. @param signal the bubble is gone
 */
export function openBubble({
  opener,
  label,
  fill,
  closed,
}: {
  /** The button, or what is around it, that it belongs to. */
  readonly opener: HTMLElement;
  readonly label: string;
  readonly fill: (bubble: HTMLElement, signal: AbortSignal) => void;
  readonly closed: () => void;
}): Bubble {
  const life = new AbortController();
  const { signal } = life;
  const bubble = element("div", { class: "bubble", role: "dialog", "aria-label": label, popover: "manual" });
  // A forge's own shortcuts listen to bare keys on the page.
  bubble.addEventListener("keydown", (event) => event.stopPropagation());
  opener.after(bubble);
  bubble.showPopover();
  keepBeside(bubble, opener, signal);

  function close(): void {
    if (signal.aborted) return;
    const hadFocus = bubble.matches(":focus-within");
    life.abort();
    bubble.remove();
    closed();
    // A focus that went with its element would be nowhere.
    if (hadFocus) (opener.matches("button") ? opener : opener.querySelector("button"))?.focus();
  }
  const pressed = (event: Event) => {
    const path = event.composedPath();
    if (!path.includes(bubble) && !path.includes(opener)) close();
  };
  const typed = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    event.stopPropagation();
    close();
  };
  document.addEventListener("pointerdown", trusted(pressed), { signal, capture: true });
  // First whatever is open within it.
  bubble.addEventListener("keydown", trusted(typed), { signal });
  opener.addEventListener("keydown", trusted(typed), { signal });
  fill(bubble, signal);
  return { close };
}
