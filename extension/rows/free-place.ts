/** A rectangle, in pixels from the upper left. */
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

/** What is known of the room in a row. */
export interface Room {
  /** Where something may be put. */
  readonly within: Box;
  /** Where the row's own content ends: what is below is its padding. */
  readonly contentEnd: number;
  /** What is there already: words, pictures, buttons. */
  readonly taken: readonly Box[];
  /** The first line of the row's title. */
  readonly title: Box;
  /** Is it read from right to left? Then its lines end on the left. */
  readonly isRightToLeft: boolean;
}

/** How far something stays away from words, sideways and above or below: words may have a frame around them. */
const GAP = { x: 12, y: 1 } as const;

/** And where there is no such room. */
const NARROW = { x: 4, y: 0 } as const;

type Gap = { readonly x: number; readonly y: number };

/** How finely a row is searched. */
const STEP = 2;

/**
 * Where something of a size hides nothing: at the end of the title's line, else in the lower corner at the lines' end, else
 * in these two lines wherever there is room, else in any line. Undefined where there is no room at all.
 */
export function findFreePlace(room: Room, size: Size): { left: number; top: number } | undefined {
  return placeWith(GAP, room, size) ?? placeWith(NARROW, room, size);
}

function placeWith(gap: Gap, room: Room, size: Size): { left: number; top: number } | undefined {
  const { within, title } = room;
  const last = within.bottom - size.height;
  if (last < within.top || size.width > within.right - within.left) return undefined;
  const inRoom = (top: number) => Math.min(Math.max(top, within.top), last);
  const beside = inRoom((title.top + title.bottom - size.height) / 2);
  const lines = Array.from({ length: Math.floor((last - within.top) / STEP) + 1 }, (_, n) => within.top + n * STEP);
  const corner = inRoom(room.contentEnd - size.height);
  for (const [tops, atEnd] of [
    [[beside, corner, last], true],
    [[beside, corner, last], false],
    [lines, true],
    [lines, false],
  ] as const) {
    for (const top of tops) {
      const left = freeInLine(gap, room, size, top);
      if (left !== undefined && (!atEnd || left === endOf(room, size))) return { left, top };
    }
  }
  return undefined;
}

/** Where something begins that ends where the lines do. */
function endOf({ within, isRightToLeft }: Room, { width }: Size): number {
  return isRightToLeft ? within.left : within.right - width;
}

/** The place nearest to the lines' end that is free over the whole height. */
function freeInLine(
  gap: Gap,
  { within, taken, isRightToLeft }: Room,
  { width, height }: Size,
  top: number,
): number | undefined {
  const inTheWay = taken.filter((box) => box.top < top + height + gap.y && box.bottom > top - gap.y);
  let left = isRightToLeft ? within.left : within.right - width;
  for (;;) {
    const hit = inTheWay.find((box) => box.left < left + width + gap.x && box.right > left - gap.x);
    if (!hit) return left;
    left = isRightToLeft ? hit.right + gap.x : hit.left - gap.x - width;
    if (left < within.left || left + width > within.right) return undefined;
  }
}
