/** A file that is gone from its path, or new at it. */
export interface Candidate {
  readonly path: string;
  readonly sha: string;
}

/** How much of a file must be left in another for a rename, as git has it by default. */
const ENOUGH = 0.5;

/** Git looks no further for files that were changed on their way where it would have to compare more than these. */
const MOST_CANDIDATES = 1000;

/**
 * Which new files are old ones under a new name: the same bytes first, then the most alike.
 * @returns old paths by new ones
 */
export function findRenames<T extends Candidate>(
  gone: readonly T[],
  fresh: readonly T[],
  contentOf: (file: T) => Uint8Array,
): Map<string, string> {
  const renames = new Map<string, string>();
  const left = new Set(gone);
  const take = (from: T, to: T) => {
    left.delete(from);
    renames.set(to.path, from.path);
  };
  for (const to of fresh) {
    const same = [...left].filter(({ sha }) => sha === to.sha);
    const from = same.find(({ path }) => baseName(path) === baseName(to.path)) ?? same[0];
    if (from) take(from, to);
  }
  const open = fresh.filter(({ path }) => !renames.has(path));
  if (open.length > MOST_CANDIDATES || left.size > MOST_CANDIDATES) return renames;
  for (const { from, to } of alike([...left], open, contentOf)) {
    if (left.has(from) && !renames.has(to.path)) take(from, to);
  }
  return renames;
}

const baseName = (path: string) => path.slice(path.lastIndexOf("/") + 1);

/** Pairs that are alike enough, the most alike first, and of those the ones that kept their name. */
function alike<T extends Candidate>(gone: readonly T[], fresh: readonly T[], contentOf: (file: T) => Uint8Array) {
  const measured = (file: T) => ({ file, ...measure(contentOf(file)) });
  const [old, now] = [gone.map(measured), fresh.map(measured)];
  return now
    .flatMap((to) =>
      old.map((from) => ({
        from: from.file,
        to: to.file,
        score: similarity(from, to),
        keptName: baseName(from.file.path) === baseName(to.file.path),
      })),
    )
    .filter(({ score }) => score >= ENOUGH)
    .toSorted((a, b) => b.score - a.score || Number(b.keptName) - Number(a.keptName));
}

interface Measured {
  readonly size: number;
  /** How many bytes of a file each of its pieces makes up. */
  readonly pieces: ReadonlyMap<string, number>;
}

function measure(content: Uint8Array): Measured {
  const pieces = new Map<string, number>();
  const text = Buffer.from(content.buffer, content.byteOffset, content.byteLength).toString("latin1");
  // A piece is a line, or 64 bytes of a longer one.
  for (const piece of text.match(/[^\n]{0,63}\n|[^\n]{1,64}/g) ?? []) {
    pieces.set(piece, (pieces.get(piece) ?? 0) + piece.length);
  }
  return { size: content.length, pieces };
}

/** The share of the larger file that comes from the other one. */
function similarity(from: Measured, to: Measured): number {
  const [small, large] = from.size < to.size ? [from, to] : [to, from];
  if (small.size === 0 || small.size < large.size * ENOUGH) return 0;
  let copied = 0;
  for (const [piece, bytes] of from.pieces) copied += Math.min(bytes, to.pieces.get(piece) ?? 0);
  return copied / large.size;
}
