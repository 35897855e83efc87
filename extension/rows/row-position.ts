import { type Box, findFreePosition, type Size } from "./free-position.ts";

/** Content of a row other than text. */
const NON_TEXT_CONTENT =
  "img, svg, video, canvas, iframe, input, select, textarea, button, summary, [role='button'], .btn";

/** Position of the controls in a row, relative to the edges of their container. */
export interface RowPosition {
  readonly top: number;
  readonly side: "left" | "right";
  readonly inset: number;
  /** Whether there is no free space. The controls then cover text, hidden until the row is hovered or focused. */
  readonly coversText: boolean;
  /** Whether the container must become the containing block. */
  readonly needsPositioning: boolean;
}

/** Returns the element to which a row's controls are added; a table row needs a cell. */
export function containerOf(row: Element, title: Element): Element {
  return row.tagName === "TR" ? (title.closest("td, th") ?? row) : row;
}

/** Finds a free position in a row. Only reads the layout, so that many rows can be measured before any is changed. */
export function measurePosition(
  container: Element,
  title: Element,
  ownHost: Element | undefined,
  size: Size,
): RowPosition {
  const { left, top, right, bottom } = container.getBoundingClientRect();
  const style = getComputedStyle(container);
  const pixels = (name: string) => Number.parseFloat(style.getPropertyValue(name)) || 0;
  const frame = {
    left: left + pixels("border-left-width"),
    top: top + pixels("border-top-width"),
    right: right - pixels("border-right-width"),
    bottom: bottom - pixels("border-bottom-width"),
  };
  // A row lower than the controls may use the edges of its neighbors.
  const missingHeight = Math.max(0, size.height - (frame.bottom - frame.top)) / 2;
  const bounds = {
    left: frame.left + pixels("padding-left"),
    right: frame.right - pixels("padding-right"),
    top: frame.top - missingHeight,
    bottom: frame.bottom + missingHeight,
  };
  const isRightToLeft = style.direction === "rtl";
  const line = title.getClientRects()[0] ?? title.getBoundingClientRect();
  const contentEnd = frame.bottom - pixels("padding-bottom");
  const occupied = occupiedBoxes(container, ownHost);
  const freePosition = findFreePosition({ bounds, contentEnd, occupied, title: line, isRightToLeft }, size);
  const atEnd = isRightToLeft ? bounds.left : bounds.right - size.width;
  const position = freePosition ?? { left: atEnd, top: (line.top + line.bottom - size.height) / 2 };
  return {
    top: Math.round(position.top - frame.top),
    side: isRightToLeft ? "left" : "right",
    inset: Math.round(isRightToLeft ? position.left - frame.left : frame.right - position.left - size.width),
    coversText: freePosition === undefined,
    needsPositioning: style.position === "static",
  };
}

/** Positions an element without moving any of the row's content. */
export function applyPosition(
  container: Element,
  element: HTMLElement,
  { top, side, inset, coversText, needsPositioning }: RowPosition,
): void {
  if (needsPositioning && container instanceof HTMLElement) container.style.position = "relative";
  element.style.top = `${top}px`;
  element.style[side] = `${inset}px`;
  element.style[side === "left" ? "right" : "left"] = "auto";
  element.dir = side === "left" ? "rtl" : "ltr";
  element.toggleAttribute("tight", coversText);
}

function occupiedBoxes(container: Element, ownHost: Element | undefined): Box[] {
  const boxes: Box[] = [];
  const textNodes = document.createTreeWalker(container, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = textNodes.nextNode(); node; node = textNodes.nextNode()) {
    const parent = node.parentElement;
    if (!parent || ownHost?.contains(parent) || (node.nodeValue ?? "").trim() === "" || isVisuallyHidden(parent))
      continue;
    range.selectNodeContents(node);
    boxes.push(...range.getClientRects());
  }
  for (const element of container.querySelectorAll(NON_TEXT_CONTENT)) boxes.push(element.getBoundingClientRect());
  return boxes.filter(({ left, right, top, bottom }) => right - left > 1 && bottom - top > 1);
}

/** Text that is only for screen readers takes up no visible space. */
function isVisuallyHidden(element: Element): boolean {
  return element instanceof HTMLElement && element.offsetWidth <= 1 && element.offsetHeight <= 1;
}
