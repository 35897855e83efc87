import type { ContentScriptContext } from "wxt/utils/content-script-context";

/** Milliseconds between two looks at the address, in browsers that can't tell of a new one. */
const LOOK_EVERY = 500;

/**
 * Calls back after each soft navigation: once the address is the new one, and only where it became so. What a page merely
 * tries (a download, a cancelled navigation, another program's address) is none.
 */
export function onNavigation(context: ContentScriptContext, moved: () => void): void {
  if ("navigation" in window) {
    window.navigation.addEventListener("currententrychange", moved, { signal: context.signal });
    return;
  }
  let last = location.href;
  context.setInterval(() => {
    if (location.href === last) return;
    last = location.href;
    moved();
  }, LOOK_EVERY);
}
