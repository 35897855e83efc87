import { useEffect } from "preact/hooks";

/** Puts the focus on the page's main part where it went with what had it, so that Tab goes on from there. */
export function useFocusKept(): void {
  useEffect(() => () => keepFocus(), []);
}

export function keepFocus(): void {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) document.querySelector("main")?.focus({ preventScroll: true });
  });
}
