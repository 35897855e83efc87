import { visit } from "jsonc-parser";

/** A position in a text; line and column count from 1. */
interface TextPosition {
  readonly line: number;
  readonly column: number;
}

/** Returns where a text stops being valid JSON; undefined if it is valid. */
export function locateJsonError(text: string): TextPosition | undefined {
  let error: TextPosition | undefined;
  let number = { start: { line: 1, column: 1 }, end: -1 };
  const toPosition = (line: number, character: number) => ({ line: line + 1, column: character + 1 });
  visit(
    text,
    {
      onLiteralValue(value, offset, length, line, character) {
        if (typeof value === "number") number = { start: toPosition(line, character), end: offset + length };
      },
      onError(_, offset, __, line, character) {
        // The library reads `01` as two numbers.
        const isInNumber = offset === number.end && /[\w.]/.test(text[offset] ?? "");
        error ??= isInNumber ? number.start : toPosition(line, character);
      },
    },
    { disallowComments: true },
  );
  return error;
}
