/** Finds rows by what is in them. It keeps their numbers alone: four bytes a slot, at most every other one taken. */
export interface RowIndex {
  /** The row of this hash that `isIt` says. */
  find(hash: number, isIt: (row: number) => boolean): number | undefined;
  /** Takes in a row that is not in it yet. */
  add(hash: number, row: number): void;
}

/** Each part grows on its own: no addition ever has to move more than a part. */
const PARTS = 256;
const FEWEST_SLOTS = 16;

/** @param hashOf an unsigned number of 32 bits, the same whenever it is asked for */
export function createRowIndex(hashOf: (row: number) => number): RowIndex {
  // A slot holds a row's number and one; 0 is free.
  const parts: { slots: Uint32Array; taken: number }[] = Array.from({ length: PARTS }, () => ({
    slots: new Uint32Array(0),
    taken: 0,
  }));
  const partOf = (hash: number) => parts[hash >>> 24];
  return {
    find(hash, isIt) {
      const slots = partOf(hash)?.slots;
      if (!slots || slots.length === 0) return undefined;
      for (let at = hash & (slots.length - 1); ; at = (at + 1) & (slots.length - 1)) {
        const row = (slots[at] ?? 0) - 1;
        if (row < 0) return undefined;
        if (isIt(row)) return row;
      }
    },
    add(hash, row) {
      const part = partOf(hash);
      if (!part) return;
      part.taken += 1;
      if (part.taken * 2 > part.slots.length) {
        const before = part.slots;
        part.slots = new Uint32Array(Math.max(FEWEST_SLOTS, before.length * 2));
        for (const held of before) if (held > 0) put(part.slots, hashOf(held - 1), held);
      }
      put(part.slots, hash, row + 1);
    },
  };
}

function put(slots: Uint32Array, hash: number, held: number): void {
  let at = hash & (slots.length - 1);
  while (slots[at] !== 0) at = (at + 1) & (slots.length - 1);
  slots[at] = held;
}

/** Mixes words of 32 bits into a number that tells nothing of their pattern (MurmurHash3, for x86, 32 bits). */
export function hashOfWords(first: number, second: number, third: number, fourth = 0): number {
  let hash = mixed(mixed(mixed(mixed(0, first), second), third), fourth);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

function mixed(hash: number, word: number): number {
  const next = hash ^ Math.imul(rotated(Math.imul(word, 0xcc9e2d51), 15), 0x1b873593);
  return (Math.imul(rotated(next, 13), 5) + 0xe6546b64) | 0;
}

const rotated = (word: number, bits: number) => (word << bits) | (word >>> (32 - bits));
