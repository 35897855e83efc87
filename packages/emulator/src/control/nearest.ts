/** The word that is most like another one; undefined where none is like it. */
export function nearest(word: string, words: Iterable<string>): string | undefined {
  let best: string | undefined;
  // More than half of it written otherwise is another word.
  let least = Math.ceil(word.length / 2) + 1;
  for (const one of words) {
    const distance = distanceOf(word.toLowerCase(), one.toLowerCase());
    if (distance < least) [best, least] = [one, distance];
  }
  return best;
}

/** How many letters have to be put in, left out or changed to make one word of another. */
function distanceOf(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const changed = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1);
      next.push(Math.min(changed, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}
