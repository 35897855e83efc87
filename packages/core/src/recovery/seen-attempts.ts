import { createRowIndex, hashOfWords } from "./row-index.ts";
import { createRowStore } from "./row-store.ts";

/** The set of records that were counted, by event and id. */
export interface SeenAttempts {
  /** @returns false if it was added before */
  add(event: number, id: bigint): boolean;
}

const EVENT = 0;
const ID = 4;
const WIDTH = 12;

export function createSeenAttempts(): SeenAttempts {
  const rows = createRowStore(WIDTH);
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
