/** Rows of bytes with a fixed width. Stored in chunks, so that rows never move. */
export interface RowStore {
  readonly count: number;
  /**
   * Appends a row of zeros.
   * @returns its number
   */
  append(): number;
  /** Returns the view that contains a row, at `offsetOf` the row. */
  viewOf(row: number): DataView;
  offsetOf(row: number): number;
}

const ROWS_PER_CHUNK = 1024;

/** @param width in bytes */
export function createRowStore(width: number): RowStore {
  const chunks: DataView[] = [];
  let count = 0;
  return {
    get count() {
      return count;
    },
    append() {
      if (count % ROWS_PER_CHUNK === 0) chunks.push(new DataView(new ArrayBuffer(ROWS_PER_CHUNK * width)));
      count += 1;
      return count - 1;
    },
    viewOf(row) {
      const chunk = chunks[Math.floor(row / ROWS_PER_CHUNK)];
      if (!chunk) throw new RangeError(`row must be a number returned by append, got ${row}`);
      return chunk;
    },
    offsetOf: (row) => (row % ROWS_PER_CHUNK) * width,
  };
}
