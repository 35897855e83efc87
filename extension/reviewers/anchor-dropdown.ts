const [MAX_WIDTH, MAX_HEIGHT] = [360, 380];

/** Height below the field that suffices, because the dropdown scrolls, in pixels. */
const SUFFICIENT_HEIGHT = 180;

/** Gap between field and dropdown, and minimum distance from the window's edges, in pixels. */
const [GAP, EDGE] = [4, 8];

/**
 * Shows a dropdown in the top layer and keeps it at its field: below it unless there is more space above, aligned with
 * the start of the text, and inside the window.
 * @returns a function that updates the position. It must be called when the elements around the field have changed: until
 * the next frame, the dropdown would cover the field, and a key that is pressed there would count as unseen.
 */
export function anchorDropdown(field: Element, dropdown: HTMLElement, signal: AbortSignal): () => void {
  const updatePosition = () => {
    const { top, bottom, left, right } = field.getBoundingClientRect();
    const { clientWidth, clientHeight } = document.documentElement;
    const [spaceAbove, spaceBelow] = [top - GAP - EDGE, clientHeight - bottom - GAP - EDGE];
    const isBelow = spaceBelow >= Math.min(SUFFICIENT_HEIGHT, dropdown.scrollHeight) || spaceBelow >= spaceAbove;
    const width = Math.min(MAX_WIDTH, clientWidth - 2 * EDGE);
    const preferredLeft = getComputedStyle(field).direction === "rtl" ? right - width : left;
    dropdown.toggleAttribute("data-above", !isBelow);
    Object.assign(dropdown.style, {
      width: `${width}px`,
      maxHeight: `${Math.max(120, Math.min(MAX_HEIGHT, isBelow ? spaceBelow : spaceAbove))}px`,
      left: `${Math.max(EDGE, Math.min(preferredLeft, clientWidth - EDGE - width))}px`,
      top: isBelow ? `${bottom + GAP}px` : "auto",
      bottom: isBelow ? "auto" : `${clientHeight - top + GAP}px`,
    });
  };
  dropdown.showPopover();
  updatePosition();
  window.addEventListener("scroll", updatePosition, { signal, capture: true, passive: true });
  window.addEventListener("resize", updatePosition, { signal });
  const resizeObserver = new ResizeObserver(updatePosition);
  resizeObserver.observe(dropdown);
  // Chips before the field move it.
  resizeObserver.observe(field.parentElement?.parentElement ?? field);
  signal.addEventListener("abort", () => resizeObserver.disconnect());
  return updatePosition;
}
