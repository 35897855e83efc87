/** Milliseconds between two looks at the address, in browsers that can't tell of a new one. */
const LOOK_EVERY = 500;

/**
 * Calls back after each soft navigation: once the address is the new one, and only where it became so. What a page merely
 * tries (a download, a cancelled navigation, another program's address) is none.
 */
export function onNavigation(signal: AbortSignal, moved: () => void): void {
  if ("navigation" in window) {
    window.navigation.addEventListener("currententrychange", moved, { signal });
    return;
  }
  let last = location.href;
  const timer = setInterval(() => {
    if (location.href === last) return;
    last = location.href;
    moved();
  }, LOOK_EVERY);
  signal.addEventListener("abort", () => clearInterval(timer));
}

/** Calls back when `<html>` gets other children, or `<head>` tells something else: as soft navigation makes them. */
export function onSwap(signal: AbortSignal, swapped: () => void): void {
  let head: HTMLElement | undefined;
  const changes = new MutationObserver(() => {
    follow();
    swapped();
  });
  function follow() {
    if (head === document.head) return;
    head = document.head;
    changes.disconnect();
    changes.observe(document.documentElement, { childList: true });
    if (head) changes.observe(head, { childList: true, subtree: true, attributeFilter: ["content"] });
  }
  follow();
  signal.addEventListener("abort", () => changes.disconnect());
}

/** Waits until the page's elements are all there. */
export async function parsed(): Promise<void> {
  if (document.readyState === "loading") await event("DOMContentLoaded");
}

/** Waits until somebody looks at the page: one that is got ready in advance belongs to no tab yet. */
export async function activated(): Promise<void> {
  if ("prerendering" in document && document.prerendering) await event("prerenderingchange");
}

function event(name: string): Promise<void> {
  return new Promise((resolve) => document.addEventListener(name, () => resolve(), { once: true }));
}
