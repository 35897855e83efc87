/** A removed or added file. */
export interface RenameCandidate {
  readonly path: string;
  readonly sha: string;
}

/** Minimum similarity of a rename; git's default. */
const MIN_SIMILARITY = 0.5;

/** With more files than this, git only detects exact renames. */
const MAX_CANDIDATES = 1000;

/**
 * Finds the added files that are renamed ones: exact matches first, then the most similar.
 * @returns old paths by new paths
 */
export function findRenames<T extends RenameCandidate>(
  removed: readonly T[],
  added: readonly T[],
  contentOf: (file: T) => Uint8Array,
): Map<string, string> {
  const renames = new Map<string, string>();
  const unmatched = new Set(removed);
  const match = (from: T, to: T) => {
    unmatched.delete(from);
    renames.set(to.path, from.path);
  };
  for (const to of added) {
    const identicalFiles = [...unmatched].filter(({ sha }) => sha === to.sha);
    const from = identicalFiles.find(({ path }) => baseName(path) === baseName(to.path)) ?? identicalFiles[0];
    if (from) match(from, to);
  }
  const unmatchedAdded = added.filter(({ path }) => !renames.has(path));
  if (unmatchedAdded.length > MAX_CANDIDATES || unmatched.size > MAX_CANDIDATES) return renames;
  for (const { from, to } of similarPairs([...unmatched], unmatchedAdded, contentOf)) {
    if (unmatched.has(from) && !renames.has(to.path)) match(from, to);
  }
  return renames;
}

const baseName = (path: string) => path.slice(path.lastIndexOf("/") + 1);

/** Returns the pairs that are similar enough, most similar first; equal ones with the same file name first. */
function similarPairs<T extends RenameCandidate>(
  removed: readonly T[],
  added: readonly T[],
  contentOf: (file: T) => Uint8Array,
) {
  const fingerprintOf = (file: T) => ({ file, ...fingerprint(contentOf(file)) });
  const [old, current] = [removed.map(fingerprintOf), added.map(fingerprintOf)];
  return current
    .flatMap((to) =>
      old.map((from) => ({
        from: from.file,
        to: to.file,
        score: similarity(from, to),
        keptName: baseName(from.file.path) === baseName(to.file.path),
      })),
    )
    .filter(({ score }) => score >= MIN_SIMILARITY)
    .toSorted((a, b) => b.score - a.score || Number(b.keptName) - Number(a.keptName));
}

/** Returns the similarity of two contents, as git compares them: from 0 to 1. */
export function similarityOf(from: Uint8Array, to: Uint8Array): number {
  return similarity(fingerprint(from), fingerprint(to));
}

interface FileFingerprint {
  readonly size: number;
  /** Number of bytes by piece. */
  readonly pieces: ReadonlyMap<string, number>;
}

function fingerprint(content: Uint8Array): FileFingerprint {
  const pieces = new Map<string, number>();
  const text = Buffer.from(content.buffer, content.byteOffset, content.byteLength).toString("latin1");
  // A piece is a line, or 64 bytes of a longer one.
  for (const piece of text.match(/[^\n]{0,63}\n|[^\n]{1,64}/g) ?? []) {
    pieces.set(piece, (pieces.get(piece) ?? 0) + piece.length);
  }
  return { size: content.length, pieces };
}

/** Returns the share of the larger file that comes from the other one. */
function similarity(from: FileFingerprint, to: FileFingerprint): number {
  const [small, large] = from.size < to.size ? [from, to] : [to, from];
  if (small.size === 0 || small.size < large.size * MIN_SIMILARITY) return 0;
  let copied = 0;
  for (const [piece, bytes] of from.pieces) copied += Math.min(bytes, to.pieces.get(piece) ?? 0);
  return copied / large.size;
}
