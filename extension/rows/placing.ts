import { type Box, findFreePlace, type Size } from "./free-place.ts";

/** What a row's words don't say: pictures, and what can be pressed. */
const THINGS = "img, svg, video, canvas, iframe, input, select, textarea, button, summary, [role='button'], .btn";

/** Where something goes in a row, from the edges of what it is in. */
export interface Place {
  readonly top: number;
  readonly side: "left" | "right";
  readonly inset: number;
  /** There is no room that is not taken: it lies over words, and must not be seen before somebody is at the row. */
  readonly isTight: boolean;
  /** The row has to become what places in it are counted from. */
  readonly isStatic: boolean;
}

/** The element that something of a row is put into: a table's row can't hold it itself. */
export function holderOf(row: Element, title: Element): Element {
  return row.tagName === "TR" ? (title.closest("td, th") ?? row) : row;
}

/** Looks for a free place in a row. It only reads, so that many can be asked before anything changes. */
export function measurePlace(holder: Element, title: Element, own: Element | undefined, size: Size): Place {
  const { left, top, right, bottom } = holder.getBoundingClientRect();
  const style = getComputedStyle(holder);
  const pixels = (name: string) => Number.parseFloat(style.getPropertyValue(name)) || 0;
  const frame = {
    ...{ left: left + pixels("border-left-width"), top: top + pixels("border-top-width") },
    ...{ right: right - pixels("border-right-width"), bottom: bottom - pixels("border-bottom-width") },
  };
  // A row that is lower than what goes into it lends it the edge of its neighbours.
  const lacking = Math.max(0, size.height - (frame.bottom - frame.top)) / 2;
  const within = {
    ...{ left: frame.left + pixels("padding-left"), right: frame.right - pixels("padding-right") },
    ...{ top: frame.top - lacking, bottom: frame.bottom + lacking },
  };
  const isRightToLeft = style.direction === "rtl";
  const line = title.getClientRects()[0] ?? title.getBoundingClientRect();
  const contentEnd = frame.bottom - pixels("padding-bottom");
  const taken = takenIn(holder, own);
  const free = findFreePlace({ within, contentEnd, taken, title: line, isRightToLeft }, size);
  const atEnd = isRightToLeft ? within.left : within.right - size.width;
  const place = free ?? { left: atEnd, top: (line.top + line.bottom - size.height) / 2 };
  return {
    top: Math.round(place.top - frame.top),
    side: isRightToLeft ? "left" : "right",
    inset: Math.round(isRightToLeft ? place.left - frame.left : frame.right - place.left - size.width),
    isTight: free === undefined,
    isStatic: style.position === "static",
  };
}

/** Puts an element where it was found to have room. Nothing of the row moves for it. */
export function applyPlace(
  holder: Element,
  element: HTMLElement,
  { top, side, inset, isTight, isStatic }: Place,
): void {
  if (isStatic && holder instanceof HTMLElement) holder.style.position = "relative";
  element.style.top = `${top}px`;
  element.style[side] = `${inset}px`;
  element.style[side === "left" ? "right" : "left"] = "auto";
  element.dir = side === "left" ? "rtl" : "ltr";
  element.toggleAttribute("tight", isTight);
}

function takenIn(holder: Element, own: Element | undefined): Box[] {
  const taken: Box[] = [];
  const words = document.createTreeWalker(holder, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = words.nextNode(); node; node = words.nextNode()) {
    const parent = node.parentElement;
    if (!parent || own?.contains(parent) || (node.nodeValue ?? "").trim() === "" || isOutOfSight(parent)) continue;
    range.selectNodeContents(node);
    taken.push(...range.getClientRects());
  }
  for (const thing of holder.querySelectorAll(THINGS)) taken.push(thing.getBoundingClientRect());
  return taken.filter(({ left, right, top, bottom }) => right - left > 1 && bottom - top > 1);
}

/** Words for screen readers alone take no room, whatever their boxes say. */
function isOutOfSight(element: Element): boolean {
  return element instanceof HTMLElement && element.offsetWidth <= 1 && element.offsetHeight <= 1;
}
