/** Interval for polling the URL in browsers without the Navigation API, in milliseconds. */
const POLL_INTERVAL = 500;

/**
 * Calls back after each client-side navigation that actually changed the URL. Downloads, cancelled navigations and
 * links to other programs are ignored.
 */
export function onNavigation(signal: AbortSignal, onChange: () => void): void {
  if ("navigation" in window) {
    window.navigation.addEventListener("currententrychange", onChange, { signal });
    return;
  }
  let lastUrl = location.href;
  const timer = setInterval(() => {
    if (location.href === lastUrl) return;
    lastUrl = location.href;
    onChange();
  }, POLL_INTERVAL);
  signal.addEventListener("abort", () => clearInterval(timer));
}

/** Calls back when client-side navigation changes the children of `<html>` or the contents of `<head>`. */
export function onDocumentSwap(signal: AbortSignal, onChange: () => void): void {
  let head: HTMLElement | undefined;
  const changes = new MutationObserver(() => {
    observe();
    onChange();
  });
  function observe() {
    if (head === document.head) return;
    head = document.head;
    changes.disconnect();
    changes.observe(document.documentElement, { childList: true });
    if (head) changes.observe(head, { childList: true, subtree: true, attributeFilter: ["content"] });
  }
  observe();
  signal.addEventListener("abort", () => changes.disconnect());
}

/**
 * Waits until the document is parsed.
 * @param isEnough ends the wait earlier; called after each change of the document
 */
export async function whenParsed(isEnough = () => false): Promise<void> {
  if (document.readyState !== "loading") return;
  const found = Promise.withResolvers<void>();
  const check = () => isEnough() && found.resolve();
  const changes = new MutationObserver(check);
  changes.observe(document, { childList: true, subtree: true });
  check();
  await Promise.race([found.promise, waitForEvent("DOMContentLoaded")]);
  changes.disconnect();
}

/** Waits until a prerendered page is shown. Until then it belongs to no tab. */
export async function whenActivated(): Promise<void> {
  if ("prerendering" in document && document.prerendering) await waitForEvent("prerenderingchange");
}

function waitForEvent(name: string): Promise<void> {
  return new Promise((resolve) => document.addEventListener(name, () => resolve(), { once: true }));
}
