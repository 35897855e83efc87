/** Rows of bytes, all of one width. They are kept in chunks, so that no row moves when others come. */
export interface Rows {
  readonly count: number;
  /** Adds a row of zeros. @returns its number */
  append(): number;
  /** What holds a row, from `offsetOf` of it on. */
  viewOf(row: number): DataView;
  offsetOf(row: number): number;
}

const ROWS_A_CHUNK = 1024;

/** @param width in bytes */
export function createRows(width: number): Rows {
  const chunks: DataView[] = [];
  let count = 0;
  return {
    get count() {
      return count;
    },
    append() {
      if (count % ROWS_A_CHUNK === 0) chunks.push(new DataView(new ArrayBuffer(ROWS_A_CHUNK * width)));
      count += 1;
      return count - 1;
    },
    viewOf(row) {
      const chunk = chunks[Math.floor(row / ROWS_A_CHUNK)];
      if (!chunk) throw new RangeError(`there is no row ${row}`);
      return chunk;
    },
    offsetOf: (row) => (row % ROWS_A_CHUNK) * width,
  };
}
