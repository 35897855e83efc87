/** A line of a patch, with its number on the sides that have it. */
interface PatchLine {
  readonly text: string;
  readonly left: number | undefined;
  readonly right: number | undefined;
}

/** The lines of a patch by their positions: its first heading is 0, the line below it 1, and so on through all hunks. */
export function readPatch(patch: string): PatchLine[] {
  let [old, now] = [0, 0];
  return (patch === "" ? [] : patch.split("\n")).map((text) => {
    const [, oldStart, newStart] = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/.exec(text) ?? [];
    if (oldStart !== undefined && newStart !== undefined) {
      [old, now] = [Number(oldStart), Number(newStart)];
      return { text, left: undefined, right: undefined };
    }
    const left = text.startsWith(" ") || text.startsWith("-") ? old++ : undefined;
    const right = text.startsWith(" ") || text.startsWith("+") ? now++ : undefined;
    return { text, left, right };
  });
}

/** Where a side's line is in a patch; undefined where it isn't shown. */
export function positionOf(patch: readonly PatchLine[], line: number, side: string | undefined): number | undefined {
  const position = patch.findIndex(({ left, right }) => (side === "LEFT" ? left : right) === line);
  return position < 0 ? undefined : position;
}

/** A hunk from its heading as far as a position. */
export function hunkTo(patch: readonly PatchLine[], position: number): string {
  const shown = patch.slice(0, position + 1);
  const start = shown.findLastIndex(({ text }) => text.startsWith("@@"));
  return shown
    .slice(Math.max(0, start))
    .map(({ text }) => text)
    .join("\n");
}
