import { createRowIndex, hashOfWords } from "./row-index.ts";
import { createRows } from "./rows.ts";

/** Which records were seen, each for one event. */
export interface SeenAttempts {
  /** @returns false where it had been seen already */
  add(event: number, id: bigint): boolean;
}

const EVENT = 0;
const ID = 4;
const WIDTH = 12;

export function createSeenAttempts(): SeenAttempts {
  const rows = createRows(WIDTH);
  const eventAt = (row: number) => rows.viewOf(row).getUint32(rows.offsetOf(row) + EVENT);
  const idAt = (row: number) => rows.viewOf(row).getBigUint64(rows.offsetOf(row) + ID);
  const hashOf = (event: number, id: bigint) => hashOfWords(event, Number(id >> 32n), Number(BigInt.asUintN(32, id)));
  const index = createRowIndex((row) => hashOf(eventAt(row), idAt(row)));
  return {
    add(event, id) {
      const hash = hashOf(event, id);
      if (index.find(hash, (row) => eventAt(row) === event && idAt(row) === id) !== undefined) return false;
      const row = rows.append();
      rows.viewOf(row).setUint32(rows.offsetOf(row) + EVENT, event);
      rows.viewOf(row).setBigUint64(rows.offsetOf(row) + ID, id);
      index.add(hash, row);
      return true;
    },
  };
}
