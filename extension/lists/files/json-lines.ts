import { type JSONPath, visit } from "jsonc-parser";

/**
 * Returns the lines, counted from 1, on which the first elements of the list start. The list is the top-level array or a
 * field of the top-level object.
 * @param text valid JSON
 */
export function elementLines(text: string, maxElements: number, field = "repositories"): number[] {
  const lines: number[] = [];
  const isTopLevelArray = text.trimStart().startsWith("[");
  const depth = isTopLevelArray ? 1 : 2;
  const addElement = (line: number, path: JSONPath) => {
    const isElement =
      path.length === depth && typeof path.at(-1) === "number" && (isTopLevelArray || path[0] === field);
    if (isElement && lines.length < maxElements) lines.push(line + 1);
  };
  visit(text, {
    onObjectBegin: (_, __, line, ___, getPath) => addElement(line, getPath()),
    onArrayBegin: (_, __, line, ___, getPath) => addElement(line, getPath()),
    onLiteralValue: (_, __, ___, line, ____, getPath) => addElement(line, getPath()),
  });
  return lines;
}
