import { diffLines, type LineChange } from "./line-diff.ts";

/** What a text's change comes to. */
export interface Patch {
  readonly additions: number;
  readonly deletions: number;
  /** Hunks in the unified form, without file names; empty where no line changed. */
  readonly text: string;
}

/** Git takes what has a NUL near its beginning for no text. */
export const isBinary = (content: Uint8Array) => content.subarray(0, 8000).includes(0);

/** Unchanged lines around a change. */
const CONTEXT = 3;

/** The change from one text to another, line by line. */
export function makePatch(before: Uint8Array, after: Uint8Array): Patch {
  const [old, now] = [linesOf(before), linesOf(after)];
  const changes = diffLines(old, now);
  const hunks: LineChange[][] = [];
  for (const change of changes) {
    const last = hunks.at(-1);
    const previous = last?.at(-1);
    if (last && previous && change.oldStart - (previous.oldStart + previous.oldCount) <= 2 * CONTEXT) last.push(change);
    else hunks.push([change]);
  }
  return {
    additions: changes.reduce((sum, { newCount }) => sum + newCount, 0),
    deletions: changes.reduce((sum, { oldCount }) => sum + oldCount, 0),
    text: hunks.map((hunk) => hunkText(hunk, old, now)).join("\n"),
  };
}

/** Lines with their ends, byte for byte: each letter is one byte. */
function linesOf(content: Uint8Array): string[] {
  return (
    Buffer.from(content.buffer, content.byteOffset, content.byteLength)
      .toString("latin1")
      .match(/[^\n]*\n|[^\n]+$/g) ?? []
  );
}

function hunkText(changes: readonly LineChange[], old: readonly string[], now: readonly string[]): string {
  const [first, last] = [changes[0], changes.at(-1)];
  if (!first || !last) return "";
  const lead = Math.min(CONTEXT, first.oldStart);
  const oldEnd = Math.min(old.length, last.oldStart + last.oldCount + CONTEXT);
  const trail = oldEnd - last.oldStart - last.oldCount;
  const start = { old: first.oldStart - lead, now: first.newStart - lead };
  const lines: string[] = [];
  let at = start.old;
  for (const { oldStart, oldCount, newStart, newCount } of changes) {
    for (const line of old.slice(at, oldStart)) lines.push(printed(" ", line));
    for (const line of old.slice(oldStart, oldStart + oldCount)) lines.push(printed("-", line));
    for (const line of now.slice(newStart, newStart + newCount)) lines.push(printed("+", line));
    at = oldStart + oldCount;
  }
  for (const line of old.slice(at, oldEnd)) lines.push(printed(" ", line));
  const newEnd = last.newStart + last.newCount + trail;
  const place = `-${range(start.old, oldEnd)} +${range(start.now, newEnd)}`;
  return [`@@ ${place} @@${heading(old, start.old)}`, ...lines].join("\n");
}

function printed(sign: string, line: string): string {
  const text = Buffer.from(line, "latin1").toString("utf8");
  return sign + (text.endsWith("\n") ? text.slice(0, -1) : `${text}\n\\ No newline at end of file`);
}

/** Lines count from 1; where there are none, the line before counts. */
function range(start: number, end: number): string {
  const count = end - start;
  return `${count === 0 ? start : start + 1}${count === 1 ? "" : `,${count}`}`;
}

/** The nearest line above a hunk that looks like the head of a function, as git shows it. */
function heading(old: readonly string[], start: number): string {
  for (let at = start - 1; at >= 0; at--) {
    const line = old[at] ?? "";
    if (/^[A-Za-z_$]/.test(line)) return ` ${Buffer.from(line.slice(0, 80), "latin1").toString("utf8").trimEnd()}`;
  }
  return "";
}
