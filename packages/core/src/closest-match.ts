/** Maximum number of characters of a compared word: comparing takes time proportional to its length. */
const MAX_WORD_LENGTH = 100;

/**
 * Finds the candidate that a misspelled word most likely stands for.
 * @returns the closest candidate; undefined if more than a third of the word would have to change, or if the word has
 * more than 100 characters
 */
export function closestMatch(word: string, candidates: Iterable<string>): string | undefined {
  if (word.length > MAX_WORD_LENGTH) return undefined;
  let best: string | undefined;
  let limit = Math.ceil(word.length / 3) + 1;
  for (const candidate of candidates) {
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase());
    if (distance < limit) [best, limit] = [candidate, distance];
  }
  return best;
}

/**
 * Number of insertions, deletions, substitutions and transpositions of adjacent letters between two words
 * (Damerau-Levenshtein, restricted).
 */
function editDistance(candidate: string, other: string): number {
  let previousRow: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= candidate.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const changed = (row[j - 1] ?? 0) + (candidate[i - 1] === other[j - 1] ? 0 : 1);
      const isSwapped = i > 1 && j > 1 && candidate[i - 1] === other[j - 2] && candidate[i - 2] === other[j - 1];
      const swapped = isSwapped ? (previousRow[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY;
      next.push(Math.min(changed, swapped, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    [previousRow, row] = [row, next];
  }
  return row[other.length] ?? 0;
}
