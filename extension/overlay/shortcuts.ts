import type { Site } from "../known/keys.ts";
import type { Overlay } from "../page/mount.ts";

/** What each shortcut leads to: the first one that is there. */
const LEADS_TO = {
  star: "button[aria-pressed]",
  watch: "button[aria-haspopup=menu]",
  "review-request": "[role=combobox]",
} as const;

/**
 * Listens for the shortcuts that the person chose: a star is given at once, a menu is opened, a field gets the focus.
 */
export function listenForShortcuts(
  now: () => { readonly site: Site | undefined; readonly overlay: Overlay | undefined },
  signal: AbortSignal,
): void {
  const pressed = (event: KeyboardEvent) => {
    const { site, overlay } = now();
    if (!event.isTrusted || !site || !overlay?.host.isConnected) return;
    const keys = nameOf(event);
    for (const id of ["star", "watch", "review-request"] as const) {
      if (site.shortcuts[id] === "" || site.shortcuts[id] !== keys) continue;
      const target = overlay.content.querySelector<HTMLElement>(LEADS_TO[id]);
      if (!target) continue;
      event.preventDefault();
      event.stopPropagation();
      target.focus();
    }
  };
  document.addEventListener("keydown", pressed, { signal, capture: true });
}

/** `Alt+Shift+S` */
export function nameOf({ altKey, ctrlKey, metaKey, shiftKey, code }: KeyboardEvent): string {
  const held = [ctrlKey && "Ctrl", altKey && "Alt", shiftKey && "Shift", metaKey && "Meta"];
  return [...held, code.replace(/^(Key|Digit)/, "")].filter(Boolean).join("+");
}
