/** Hash index of rows. It stores row numbers only: four bytes per slot, at most half of the slots in use. */
export interface RowIndex {
  /** Returns the row with this hash that matches. */
  find(hash: number, matches: (row: number) => boolean): number | undefined;
  /** Adds a row that is not in the index yet. */
  add(hash: number, row: number): void;
}

/** Each segment grows independently, so that no insertion moves more than one segment. */
const SEGMENTS = 256;
const MIN_SLOTS = 16;

/** @param hashOf returns an unsigned 32-bit hash, always the same for a row */
export function createRowIndex(hashOf: (row: number) => number): RowIndex {
  // A slot contains a row number plus one; 0 is free.
  const segments: { slots: Uint32Array; taken: number }[] = Array.from({ length: SEGMENTS }, () => ({
    slots: new Uint32Array(0),
    taken: 0,
  }));
  const segmentOf = (hash: number) => segments[hash >>> 24];
  return {
    find(hash, matches) {
      const slots = segmentOf(hash)?.slots;
      if (!slots || slots.length === 0) return undefined;
      for (let at = hash & (slots.length - 1); ; at = (at + 1) & (slots.length - 1)) {
        const row = (slots[at] ?? 0) - 1;
        if (row < 0) return undefined;
        if (matches(row)) return row;
      }
    },
    add(hash, row) {
      const segment = segmentOf(hash);
      if (!segment) return;
      segment.taken += 1;
      if (segment.taken * 2 > segment.slots.length) {
        const oldSlots = segment.slots;
        segment.slots = new Uint32Array(Math.max(MIN_SLOTS, oldSlots.length * 2));
        for (const entry of oldSlots) if (entry > 0) put(segment.slots, hashOf(entry - 1), entry);
      }
      put(segment.slots, hash, row + 1);
    },
  };
}

function put(slots: Uint32Array, hash: number, entry: number): void {
  let at = hash & (slots.length - 1);
  while (slots[at] !== 0) at = (at + 1) & (slots.length - 1);
  slots[at] = entry;
}

/** Hashes 32-bit words (MurmurHash3 for x86, 32 bits). */
export function hashOfWords(first: number, second: number, third: number, fourth = 0): number {
  let hash = mix(mix(mix(mix(0, first), second), third), fourth);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

function mix(hash: number, word: number): number {
  const next = hash ^ Math.imul(rotate(Math.imul(word, 0xcc9e2d51), 15), 0x1b873593);
  return (Math.imul(rotate(next, 13), 5) + 0xe6546b64) | 0;
}

const rotate = (word: number, bits: number) => (word << bits) | (word >>> (32 - bits));
