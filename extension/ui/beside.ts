/** Pixels between something that floats and what it belongs to. */
const GAP = 4;

/** Pixels that stay free at the window's edges. */
const EDGE = 8;

/**
 * Keeps an element of the top layer beside what it belongs to: below it where there is room, else above, and within the
 * window's edges.
 */
export function keepBeside(element: HTMLElement, anchor: Element, signal: AbortSignal): void {
  const place = () => {
    const { top, bottom, left, right } = anchor.getBoundingClientRect();
    const { offsetWidth: width, offsetHeight: height } = element;
    const { clientWidth, clientHeight } = document.documentElement;
    const isRightToLeft = getComputedStyle(anchor).direction === "rtl";
    const below = bottom + GAP;
    const fits = below + height <= clientHeight - EDGE || top - GAP - height < EDGE;
    const wished = isRightToLeft ? left : right - width;
    element.style.left = `${Math.max(EDGE, Math.min(wished, clientWidth - EDGE - width))}px`;
    element.style.top = `${fits ? below : top - GAP - height}px`;
  };
  place();
  const sizes = new ResizeObserver(place);
  sizes.observe(element);
  signal.addEventListener("abort", () => sizes.disconnect());
  window.addEventListener("scroll", place, { signal, capture: true, passive: true });
  window.addEventListener("resize", place, { signal });
}
