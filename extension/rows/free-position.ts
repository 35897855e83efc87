/** A rectangle in pixels, relative to the upper left corner. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface RowLayout {
  /** Area in which the controls may be placed. */
  readonly bounds: Box;
  /** Bottom of the row's content; the padding is below. */
  readonly contentEnd: number;
  /** Boxes of existing content: text, images and buttons. */
  readonly occupied: readonly Box[];
  /** Box of the title's first line. */
  readonly title: Box;
  /** Whether the text is right-to-left, so that lines end on the left. */
  readonly isRightToLeft: boolean;
}

/** Preferred distance from text, horizontally and vertically, because text may have a border. */
const PREFERRED_GAP = { x: 12, y: 1 } as const;

/** Distance if the preferred one does not fit. */
const MINIMUM_GAP = { x: 4, y: 0 } as const;

type Gap = { readonly x: number; readonly y: number };

/** Vertical step of the search, in pixels. */
const STEP = 2;

/**
 * Finds a position that covers no content. Tries the end of the title's line, then the corner at the end of the last
 * line, then any position in these two lines, then any line. Returns undefined if there is no space.
 */
export function findFreePosition(layout: RowLayout, size: Size): { left: number; top: number } | undefined {
  return findWithGap(PREFERRED_GAP, layout, size) ?? findWithGap(MINIMUM_GAP, layout, size);
}

function findWithGap(gap: Gap, layout: RowLayout, size: Size): { left: number; top: number } | undefined {
  const { bounds, title } = layout;
  const last = bounds.bottom - size.height;
  if (last < bounds.top || size.width > bounds.right - bounds.left) return undefined;
  const clampTop = (top: number) => Math.min(Math.max(top, bounds.top), last);
  const titleTop = clampTop((title.top + title.bottom - size.height) / 2);
  const lines = Array.from({ length: Math.floor((last - bounds.top) / STEP) + 1 }, (_, n) => bounds.top + n * STEP);
  const cornerTop = clampTop(layout.contentEnd - size.height);
  for (const [tops, atEnd] of [
    [[titleTop, cornerTop, last], true],
    [[titleTop, cornerTop, last], false],
    [lines, true],
    [lines, false],
  ] as const) {
    for (const top of tops) {
      const left = freeLeftAt(gap, layout, size, top);
      if (left !== undefined && (!atEnd || left === lineEndLeft(layout, size))) return { left, top };
    }
  }
  return undefined;
}

/** Left edge of controls that end where the lines end. */
function lineEndLeft({ bounds, isRightToLeft }: RowLayout, { width }: Size): number {
  return isRightToLeft ? bounds.left : bounds.right - width;
}

/** Returns the free left edge closest to the end of the line; undefined if there is none. */
function freeLeftAt(
  gap: Gap,
  { bounds, occupied, isRightToLeft }: RowLayout,
  { width, height }: Size,
  top: number,
): number | undefined {
  const obstacles = occupied.filter((box) => box.top < top + height + gap.y && box.bottom > top - gap.y);
  let left = isRightToLeft ? bounds.left : bounds.right - width;
  for (;;) {
    const obstacle = obstacles.find((box) => box.left < left + width + gap.x && box.right > left - gap.x);
    if (!obstacle) return left;
    left = isRightToLeft ? obstacle.right + gap.x : obstacle.left - gap.x - width;
    if (left < bounds.left || left + width > bounds.right) return undefined;
  }
}
