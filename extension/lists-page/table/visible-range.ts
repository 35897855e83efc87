/** A range of rows: the first index and the one after the last. */
export interface RowRange {
  readonly first: number;
  readonly last: number;
}

/** Number of rows rendered beyond the visible ones, for fast scrolling. */
const OVERSCAN = 8;
/** The range changes in steps of this many rows, so that small scrolls render nothing. */
const STEP = 4;

export function visibleRange({
  top,
  height,
  rowHeight,
  count,
}: {
  /** Height of the list above the visible part, in pixels. */
  readonly top: number;
  /** Height of the visible part, in pixels. */
  readonly height: number;
  /** Height of a row, in pixels. */
  readonly rowHeight: number;
  readonly count: number;
}): RowRange {
  if (rowHeight <= 0) return { first: 0, last: Math.min(count, 40) };
  const first = Math.floor((top / rowHeight - OVERSCAN) / STEP) * STEP;
  const last = Math.ceil(((top + height) / rowHeight + OVERSCAN) / STEP) * STEP;
  const within = (index: number) => Math.min(count, Math.max(0, index));
  return { first: within(first), last: within(last) };
}
