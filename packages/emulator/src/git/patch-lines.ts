/** A line of a patch, with its line number on each side that contains it. */
interface PatchLine {
  readonly text: string;
  readonly left: number | undefined;
  readonly right: number | undefined;
}

/**
 * Parses a patch into lines. A line's index is its position as GitHub counts it: the first hunk header is 0, and
 * counting continues through all hunks.
 */
export function readPatch(patch: string): PatchLine[] {
  let [old, current] = [0, 0];
  return (patch === "" ? [] : patch.split("\n")).map((text) => {
    const [, oldStart, newStart] = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/.exec(text) ?? [];
    if (oldStart !== undefined && newStart !== undefined) {
      [old, current] = [Number(oldStart), Number(newStart)];
      return { text, left: undefined, right: undefined };
    }
    const left = text.startsWith(" ") || text.startsWith("-") ? old++ : undefined;
    const right = text.startsWith(" ") || text.startsWith("+") ? current++ : undefined;
    return { text, left, right };
  });
}

/** Returns the position of a side's line in a patch; undefined if the patch doesn't contain it. */
export function positionOf(patch: readonly PatchLine[], line: number, side: string | undefined): number | undefined {
  const position = patch.findIndex(({ left, right }) => (side === "LEFT" ? left : right) === line);
  return position < 0 ? undefined : position;
}

/** Returns a hunk from its header up to a position. */
export function hunkUpTo(patch: readonly PatchLine[], position: number): string {
  const shown = patch.slice(0, position + 1);
  const start = shown.findLastIndex(({ text }) => text.startsWith("@@"));
  return shown
    .slice(Math.max(0, start))
    .map(({ text }) => text)
    .join("\n");
}
