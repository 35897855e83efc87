import { useEffect } from "preact/hooks";

/** Moves the focus to the main element if the focused element was removed, so that Tab continues from there. */
export function useRestoreFocus(): void {
  useEffect(() => () => restoreFocus(), []);
}

export function restoreFocus(): void {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) document.querySelector("main")?.focus({ preventScroll: true });
  });
}
