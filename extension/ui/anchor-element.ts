/** Gap between the element and its anchor, in pixels. */
const GAP = 4;

/** Minimum distance from the window's edges, in pixels. */
const WINDOW_MARGIN = 8;

/**
 * Keeps an element of the top layer next to its anchor: below it if there is space, otherwise above, and inside the
 * window.
 */
export function anchorElement(element: HTMLElement, anchor: Element, signal: AbortSignal): void {
  const updatePosition = () => {
    const { top, bottom, left, right } = anchor.getBoundingClientRect();
    const { offsetWidth: width, offsetHeight: height } = element;
    const { clientWidth, clientHeight } = document.documentElement;
    const isRightToLeft = getComputedStyle(anchor).direction === "rtl";
    const below = bottom + GAP;
    const isBelow = below + height <= clientHeight - WINDOW_MARGIN || top - GAP - height < WINDOW_MARGIN;
    const preferredLeft = isRightToLeft ? left : right - width;
    element.style.left = `${Math.max(WINDOW_MARGIN, Math.min(preferredLeft, clientWidth - WINDOW_MARGIN - width))}px`;
    element.style.top = `${isBelow ? below : top - GAP - height}px`;
  };
  updatePosition();
  const resizeObserver = new ResizeObserver(updatePosition);
  resizeObserver.observe(element);
  signal.addEventListener("abort", () => resizeObserver.disconnect());
  window.addEventListener("scroll", updatePosition, { signal, capture: true, passive: true });
  window.addEventListener("resize", updatePosition, { signal });
}
