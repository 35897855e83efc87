const [WIDEST, HIGHEST] = [360, 380];

/** Room below a field that does, as what hangs there can be scrolled. */
const ENOUGH = 180;

/** Pixels between the field and what hangs from it, and what stays free at the window's edges. */
const [GAP, EDGE] = [4, 8];

/**
 * Keeps what hangs from a field where there is room: below it unless there is more above, from the side where its text
 * begins, and within the window. In the top layer nothing cuts it off.
 */
export function keepHanging(field: Element, hanging: HTMLElement, signal: AbortSignal): void {
  const place = () => {
    const { top, bottom, left, right } = field.getBoundingClientRect();
    const { clientWidth, clientHeight } = document.documentElement;
    const [above, below] = [top - GAP - EDGE, clientHeight - bottom - GAP - EDGE];
    const isBelow = below >= Math.min(ENOUGH, hanging.scrollHeight) || below >= above;
    const width = Math.min(WIDEST, clientWidth - 2 * EDGE);
    const wished = getComputedStyle(field).direction === "rtl" ? right - width : left;
    Object.assign(hanging.style, {
      width: `${width}px`,
      maxHeight: `${Math.max(120, Math.min(HIGHEST, isBelow ? below : above))}px`,
      left: `${Math.max(EDGE, Math.min(wished, clientWidth - EDGE - width))}px`,
      top: isBelow ? `${bottom + GAP}px` : "auto",
      bottom: isBelow ? "auto" : `${clientHeight - top + GAP}px`,
    });
  };
  hanging.showPopover();
  place();
  window.addEventListener("scroll", place, { signal, capture: true, passive: true });
  window.addEventListener("resize", place, { signal });
  const sizes = new ResizeObserver(place);
  sizes.observe(hanging);
  // Chips that come before the field move it.
  sizes.observe(field.parentElement?.parentElement ?? field);
  signal.addEventListener("abort", () => sizes.disconnect());
}
