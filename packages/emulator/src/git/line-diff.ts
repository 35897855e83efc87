/** A run of lines that differ: where it lies on either side, and how long it is there. */
export interface LineChange {
  readonly oldStart: number;
  readonly oldCount: number;
  readonly newStart: number;
  readonly newCount: number;
}

/**
 * The fewest lines to take out of one list and put into another, as runs in order (Myers, in linear space).
 * @param patience of lines that both sides have, so many may have moved before the rest counts as replaced
 */
export function diffLines(before: readonly string[], after: readonly string[], patience = 10_000): LineChange[] {
  const [a, b] = numbered(before, after);
  const removed = new Uint8Array(a.length).fill(1);
  const added = new Uint8Array(b.length).fill(1);
  // A line that the other side lacks is surely changed; without those, files with little in common are quick.
  const shared = (lines: readonly number[], others: readonly number[]) => {
    const known = new Set(others);
    return lines.flatMap((line, at) => (known.has(line) ? [{ line, at }] : []));
  };
  const [keptA, keptB] = [shared(a, b), shared(b, a)];
  const numbersOf = (kept: typeof keptA) => Uint32Array.from(kept, ({ line }) => line);
  for (const [x, y] of commonLines(numbersOf(keptA), numbersOf(keptB), patience)) {
    removed[keptA[x]?.at ?? -1] = 0;
    added[keptB[y]?.at ?? -1] = 0;
  }
  return runsOf(removed, added);
}

/** Lines as numbers, equal where the lines are. */
function numbered(before: readonly string[], after: readonly string[]): [number[], number[]] {
  const numbers = new Map<string, number>();
  const number = (line: string) => {
    const known = numbers.get(line) ?? numbers.size;
    numbers.set(line, known);
    return known;
  };
  return [before.map(number), after.map(number)];
}

type Pair = [x: number, y: number];

/** Pairs of places, rising on both sides, with equal lines: as many as there can be. */
function commonLines(a: Uint32Array, b: Uint32Array, patience: number): Pair[] {
  const pairs: Pair[] = [];
  const farthest = Math.min(patience, Math.ceil((a.length + b.length) / 2));
  const split = middleFinder(a, b, farthest);
  const walk = (fromX: number, toX: number, fromY: number, toY: number): void => {
    let [x, y, endX, endY] = [fromX, fromY, toX, toY];
    while (x < endX && y < endY && a[x] === b[y]) pairs.push([x++, y++]);
    const tail: Pair[] = [];
    while (x < endX && y < endY && a[endX - 1] === b[endY - 1]) tail.push([--endX, --endY]);
    const middle = x < endX && y < endY ? split(x, endX, y, endY) : undefined;
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
 * Finds a point in the middle of a shortest way through a part of both lists, by going from both ends at once: for each number
 * of edits, how far one gets on each diagonal. The part must differ at both ends.
 */
function middleFinder(a: Uint32Array, b: Uint32Array, farthest: number) {
  const zero = farthest + 1;
  const [forward, backward] = [new Int32Array(2 * zero + 1), new Int32Array(2 * zero + 1)];

  /** One edit further on diagonal `k`; -1 where that leads out of the part. */
  const step = (reached: Int32Array, k: number, edits: number, width: number, height: number): number => {
    if (edits === 0) return 0;
    const left = k > -edits ? (reached[zero + k - 1] ?? -1) : -1;
    const above = k < edits ? (reached[zero + k + 1] ?? -1) : -1;
    return Math.max(left >= 0 && left < width ? left + 1 : -1, above >= 0 && above - k <= height ? above : -1);
  };

  return (x0: number, x1: number, y0: number, y1: number): Pair | undefined => {
    const [width, height] = [x1 - x0, y1 - y0];
    const slant = width - height;
    const isOdd = slant % 2 !== 0;
    for (let edits = 0; edits <= farthest; edits++) {
      for (let k = -edits; k <= edits; k += 2) {
        let x = step(forward, k, edits, width, height);
        if (x >= 0) while (x < width && x - k < height && a[x0 + x] === b[y0 + x - k]) x++;
        forward[zero + k] = x;
        const mirrored = slant - k;
        if (!isOdd || x < 0 || Math.abs(mirrored) >= edits) continue;
        const back = backward[zero + mirrored] ?? -1;
        if (back >= 0 && x + back >= width) return [x0 + x, y0 + x - k];
      }
      for (let k = -edits; k <= edits; k += 2) {
        let x = step(backward, k, edits, width, height);
        if (x >= 0) while (x < width && x - k < height && a[x1 - x - 1] === b[y1 - (x - k) - 1]) x++;
        backward[zero + k] = x;
        const mirrored = slant - k;
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
