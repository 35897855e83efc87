/** A run of changed lines, with its position and length on both sides. */
export interface LineChange {
  readonly oldStart: number;
  readonly oldCount: number;
  readonly newStart: number;
  readonly newCount: number;
}

/**
 * Returns the smallest set of removed and added lines, as runs in order. Implements Myers' algorithm in linear space.
 * @param maxEdits the number of edits after which all remaining lines count as replaced
 */
export function diffLines(before: readonly string[], after: readonly string[], maxEdits = 10_000): LineChange[] {
  const [a, b] = toLineIds(before, after);
  const removed = new Uint8Array(a.length).fill(1);
  const added = new Uint8Array(b.length).fill(1);
  // Lines that only one side has are certainly changed. Without them, comparing very different files is fast.
  const shared = (lines: readonly number[], others: readonly number[]) => {
    const known = new Set(others);
    return lines.flatMap((line, at) => (known.has(line) ? [{ line, at }] : []));
  };
  const [keptA, keptB] = [shared(a, b), shared(b, a)];
  const numbersOf = (kept: typeof keptA) => Uint32Array.from(kept, ({ line }) => line);
  for (const [x, y] of commonLines(numbersOf(keptA), numbersOf(keptB), maxEdits)) {
    removed[keptA[x]?.at ?? -1] = 0;
    added[keptB[y]?.at ?? -1] = 0;
  }
  return runsOf(removed, added);
}

/** Replaces lines by numbers; equal lines get equal numbers. */
function toLineIds(before: readonly string[], after: readonly string[]): [number[], number[]] {
  const ids = new Map<string, number>();
  const idOf = (line: string) => {
    const known = ids.get(line) ?? ids.size;
    ids.set(line, known);
    return known;
  };
  return [before.map(idOf), after.map(idOf)];
}

type Pair = [x: number, y: number];

/** Returns the longest common subsequence, as pairs of positions. */
function commonLines(a: Uint32Array, b: Uint32Array, maxEdits: number): Pair[] {
  const pairs: Pair[] = [];
  const editLimit = Math.min(maxEdits, Math.ceil((a.length + b.length) / 2));
  const findMidpoint = createMidpointFinder(a, b, editLimit);
  const walk = (fromX: number, toX: number, fromY: number, toY: number): void => {
    let [x, y, endX, endY] = [fromX, fromY, toX, toY];
    while (x < endX && y < endY && a[x] === b[y]) pairs.push([x++, y++]);
    const tail: Pair[] = [];
    while (x < endX && y < endY && a[endX - 1] === b[endY - 1]) tail.push([--endX, --endY]);
    const middle = x < endX && y < endY ? findMidpoint(x, endX, y, endY) : undefined;
    if (middle) {
      walk(x, middle[0], y, middle[1]);
      walk(middle[0], endX, middle[1], endY);
    }
    for (const pair of tail.reverse()) pairs.push(pair);
  };
  walk(0, a.length, 0, b.length);
  return pairs;
}

/**
 * Returns a function that finds a point in the middle of a shortest edit path through a part of both lists. It searches
 * from both ends, and records how far each number of edits gets on each diagonal. The part must differ at both ends.
 */
function createMidpointFinder(a: Uint32Array, b: Uint32Array, editLimit: number) {
  const zero = editLimit + 1;
  const [forward, backward] = [new Int32Array(2 * zero + 1), new Int32Array(2 * zero + 1)];

  /** Returns how far one more edit gets on diagonal `k`; -1 outside of the part. */
  const step = (frontier: Int32Array, k: number, edits: number, width: number, height: number): number => {
    if (edits === 0) return 0;
    const left = k > -edits ? (frontier[zero + k - 1] ?? -1) : -1;
    const above = k < edits ? (frontier[zero + k + 1] ?? -1) : -1;
    return Math.max(left >= 0 && left < width ? left + 1 : -1, above >= 0 && above - k <= height ? above : -1);
  };

  return (x0: number, x1: number, y0: number, y1: number): Pair | undefined => {
    const [width, height] = [x1 - x0, y1 - y0];
    const diagonalDelta = width - height;
    const isOdd = diagonalDelta % 2 !== 0;
    for (let edits = 0; edits <= editLimit; edits++) {
      for (let k = -edits; k <= edits; k += 2) {
        let x = step(forward, k, edits, width, height);
        if (x >= 0) while (x < width && x - k < height && a[x0 + x] === b[y0 + x - k]) x++;
        forward[zero + k] = x;
        const mirrored = diagonalDelta - k;
        if (!isOdd || x < 0 || Math.abs(mirrored) >= edits) continue;
        const back = backward[zero + mirrored] ?? -1;
        if (back >= 0 && x + back >= width) return [x0 + x, y0 + x - k];
      }
      for (let k = -edits; k <= edits; k += 2) {
        let x = step(backward, k, edits, width, height);
        if (x >= 0) while (x < width && x - k < height && a[x1 - x - 1] === b[y1 - (x - k) - 1]) x++;
        backward[zero + k] = x;
        const mirrored = diagonalDelta - k;
        if (isOdd || x < 0 || Math.abs(mirrored) > edits) continue;
        const ahead = forward[zero + mirrored] ?? -1;
        if (ahead >= 0 && x + ahead >= width) return [x1 - x, y1 - (x - k)];
      }
    }
    return undefined;
  };
}

function runsOf(removed: Uint8Array, added: Uint8Array): LineChange[] {
  const changes: LineChange[] = [];
  for (let x = 0, y = 0; x < removed.length || y < added.length; ) {
    const [oldStart, newStart] = [x, y];
    while (removed[x] === 1) x++;
    while (added[y] === 1) y++;
    if (x > oldStart || y > newStart) {
      changes.push({ oldStart, oldCount: x - oldStart, newStart, newCount: y - newStart });
    } else {
      x++;
      y++;
    }
  }
  return changes;
}
