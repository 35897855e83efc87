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
