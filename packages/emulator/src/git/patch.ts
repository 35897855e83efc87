import { diffLines, type LineChange } from "./line-diff.ts";

/** The difference between two texts. */
export interface Patch {
  readonly additions: number;
  readonly deletions: number;
  /**
   * Hunks in unified format, without file names; empty if no line changed. Each character is one byte, because files
   * can have any encoding.
   */
  readonly latin1: string;
}

/** Git considers content binary if its first 8,000 bytes contain a NUL. */
export const isBinary = (content: Uint8Array) => content.subarray(0, 8000).includes(0);

/** Number of unchanged lines around a change. */
const CONTEXT_LINES = 3;

/** Compares two texts line by line. */
export function makePatch(before: Uint8Array, after: Uint8Array): Patch {
  const [old, current] = [linesOf(before), linesOf(after)];
  const changes = diffLines(old, current);
  const hunks: LineChange[][] = [];
  for (const change of changes) {
    const last = hunks.at(-1);
    const previous = last?.at(-1);
    if (last && previous && change.oldStart - (previous.oldStart + previous.oldCount) <= 2 * CONTEXT_LINES)
      last.push(change);
    else hunks.push([change]);
  }
  return {
    additions: changes.reduce((sum, { newCount }) => sum + newCount, 0),
    deletions: changes.reduce((sum, { oldCount }) => sum + oldCount, 0),
    latin1: hunks.map((hunk) => hunkText(hunk, old, current)).join("\n"),
  };
}

/** Splits content into lines with their line ends. Decoded as Latin-1, so that each character is one byte. */
function linesOf(content: Uint8Array): string[] {
  return (
    Buffer.from(content.buffer, content.byteOffset, content.byteLength)
      .toString("latin1")
      .match(/[^\n]*\n|[^\n]+$/g) ?? []
  );
}

function hunkText(changes: readonly LineChange[], old: readonly string[], current: readonly string[]): string {
  const [first, last] = [changes[0], changes.at(-1)];
  if (!first || !last) return "";
  const lead = Math.min(CONTEXT_LINES, first.oldStart);
  const oldEnd = Math.min(old.length, last.oldStart + last.oldCount + CONTEXT_LINES);
  const trail = oldEnd - last.oldStart - last.oldCount;
  const start = { old: first.oldStart - lead, current: first.newStart - lead };
  const lines: string[] = [];
  let at = start.old;
  for (const { oldStart, oldCount, newStart, newCount } of changes) {
    for (const line of old.slice(at, oldStart)) lines.push(formatLine(" ", line));
    for (const line of old.slice(oldStart, oldStart + oldCount)) lines.push(formatLine("-", line));
    for (const line of current.slice(newStart, newStart + newCount)) lines.push(formatLine("+", line));
    at = oldStart + oldCount;
  }
  for (const line of old.slice(at, oldEnd)) lines.push(formatLine(" ", line));
  const newEnd = last.newStart + last.newCount + trail;
  const ranges = `-${formatRange(start.old, oldEnd)} +${formatRange(start.current, newEnd)}`;
  return [`@@ ${ranges} @@${functionContext(old, start.old)}`, ...lines].join("\n");
}

function formatLine(sign: string, line: string): string {
  return sign + (line.endsWith("\n") ? line.slice(0, -1) : `${line}\n\\ No newline at end of file`);
}

/** Lines count from 1; an empty range counts from the line before it. */
function formatRange(start: number, end: number): string {
  const count = end - start;
  return `${count === 0 ? start : start + 1}${count === 1 ? "" : `,${count}`}`;
}

/** Returns the nearest line above a hunk that looks like a function header, as git does. */
function functionContext(old: readonly string[], start: number): string {
  for (let at = start - 1; at >= 0; at--) {
    const line = old[at] ?? "";
    if (/^[A-Za-z_$]/.test(line)) return ` ${line.slice(0, 80).replace(/[ \t\r\n\f\v]+$/, "")}`;
  }
  return "";
}
