/**
 * The lines, from 1, on which the elements of a file's list begin: of the list that the file is, or of its `repositories`.
 * @param text JSON that was parsed already
 */
export function elementLines(text: string): number[] {
  const lines: number[] = [];
  const isBare = text.trimStart().startsWith("[");
  const depth = isBare ? 1 : 2;
  let [line, level, key] = [1, 0, ""];
  /** In the list, and an element is to come. */
  let isDue = false;
  /** The level at which the list is open. */
  let isIn = false;
  for (const { 0: token } of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{},:]|\n|[^\s[\]{},:"]+/g)) {
    if (token === "\n") {
      line++;
      continue;
    }
    const isEnd = token === "]" || token === "}";
    if (isIn && isDue && level === depth && !isEnd) {
      lines.push(line);
      isDue = false;
    }
    if (token === "[" || token === "{") {
      level++;
      if (token === "[" && level === depth && (isBare || key === '"repositories"')) [isIn, isDue] = [true, true];
    } else if (isEnd) {
      if (level === depth) isIn = false;
      level--;
    } else if (token === "," && isIn && level === depth) isDue = true;
    else if (level === 1 && token.startsWith('"')) key = token;
  }
  return lines;
}
