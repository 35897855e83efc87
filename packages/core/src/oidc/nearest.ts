/** The word that is most like another; undefined where less than half of it is. */
export function nearest(word: string, words: Iterable<string>): string | undefined {
  let found: string | undefined;
  let least = Math.floor(word.length / 2) + 1;
  for (const candidate of words) {
    const edits = editsBetween(word.toLowerCase(), candidate.toLowerCase());
    if (edits < least) [found, least] = [candidate, edits];
  }
  return found;
}

/** How many letters are put in, taken out or changed to come from one word to the other. */
function editsBetween(from: string, to: string): number {
  let last = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (const [row, letter] of [...from].entries()) {
    let [corner, left] = [last[0] ?? 0, row + 1];
    const line = [left];
    for (let column = 1; column <= to.length; column++) {
      const above = last[column] ?? 0;
      left = Math.min(above + 1, left + 1, corner + (letter === to[column - 1] ? 0 : 1));
      corner = above;
      line.push(left);
    }
    last = line;
  }
  return last[to.length] ?? 0;
}
