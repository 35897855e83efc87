/** A run of a list's rows: the first, and the one behind the last. */
export interface Span {
  readonly first: number;
  readonly last: number;
}

/** So many rows are drawn beyond what is seen, that quick scrolling finds them there. */
const AROUND = 8;
/** Rows come and go so many at a time, that scrolling by a hair draws nothing. */
const STEP = 4;

/** Which rows are to be drawn. */
export function spanOf({
  above,
  seen,
  row,
  count,
}: {
  /** How much of the list is above what is seen, in pixels. */
  readonly above: number;
  /** How much can be seen, in pixels. */
  readonly seen: number;
  /** A row's height in pixels. */
  readonly row: number;
  readonly count: number;
}): Span {
  if (row <= 0) return { first: 0, last: Math.min(count, 40) };
  const first = Math.floor((above / row - AROUND) / STEP) * STEP;
  const last = Math.ceil(((above + seen) / row + AROUND) / STEP) * STEP;
  const within = (index: number) => Math.min(count, Math.max(0, index));
  return { first: within(first), last: within(last) };
}
