/**
 * Returns the lines, counted from 1, on which the first elements of the list start. The list is the top-level array or a
 * field of the top-level object.
 * @param text valid JSON
 */
export function elementLines(text: string, maxElements: number, field = "repositories"): number[] {
  const lines: number[] = [];
  const isTopLevelArray = text.trimStart().startsWith("[");
  const depth = isTopLevelArray ? 1 : 2;
  let [line, level, key] = [1, 0, ""];
  /** Whether the next token inside the list starts an element. */
  let expectsElement = false;
  /** Whether the list is currently open. */
  let isInList = false;
  for (const { 0: token } of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{},:]|\n|[^\s[\]{},:"]+/g)) {
    if (token === "\n") {
      line++;
      continue;
    }
    const isEnd = token === "]" || token === "}";
    if (isInList && expectsElement && level === depth && !isEnd) {
      lines.push(line);
      if (lines.length === maxElements) break;
      expectsElement = false;
    }
    if (token === "[" || token === "{") {
      level++;
      if (token === "[" && level === depth && (isTopLevelArray || key === JSON.stringify(field)))
        [isInList, expectsElement] = [true, true];
    } else if (isEnd) {
      if (level === depth) isInList = false;
      level--;
    } else if (token === "," && isInList && level === depth) expectsElement = true;
    else if (level === 1 && token.startsWith('"')) key = token;
  }
  return lines;
}
