/** Creates a random number generator, from 0 (inclusive) to 1 (exclusive), that is deterministic for a seed. */
export function seededRandom(seed: number): () => number {
  // The mulberry32 algorithm.
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
