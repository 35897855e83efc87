import type { GitStore } from "../state/git-store.ts";
import { type FileChange, measureChange, textOf } from "./compare.ts";
import { renameSimilarity } from "./format-diff.ts";
import { isBinary } from "./patch.ts";
import { quotePath } from "./quote-path.ts";

/** Width of the lines in a patch; git's default for mails. */
const WIDTH = 72;

/** Formats the changed files with the number of changed lines of each, then those that were created, deleted or moved. */
export function formatDiffStat(store: GitStore, changes: readonly FileChange[]): string {
  const rows = changes.map((change) => statRow(store, change));
  const sum = (of: "additions" | "deletions") => rows.reduce((total, row) => total + row[of], 0);
  const [additions, deletions] = [sum("additions"), sum("deletions")];
  const total = [
    count(rows.length, "file changed", "files changed"),
    ...(additions > 0 || deletions === 0 ? [count(additions, "insertion(+)", "insertions(+)")] : []),
    ...(deletions > 0 || additions === 0 ? [count(deletions, "deletion(-)", "deletions(-)")] : []),
  ].join(", ");
  const summaries = changes.flatMap((change) => summaryOf(store, change));
  return [...formatRows(rows), ` ${total}`, ...summaries].map((line) => `${line}\n`).join("");
}

const count = (number: number, one: string, many: string) => `${number} ${number === 1 ? one : many}`;

interface StatRow {
  readonly name: string;
  readonly additions: number;
  readonly deletions: number;
  /** Sizes of a binary file. */
  readonly sizes: readonly [old: number, current: number] | undefined;
}

function statRow(store: GitStore, change: FileChange): StatRow {
  const [old, current] = [textOf(store, change.before), textOf(store, change.after)];
  const isBinaryFile = (isBinary(old) || isBinary(current)) && change.before?.sha !== change.after?.sha;
  const { additions, deletions } = measureChange(store, change);
  return { name: nameOf(change), additions, deletions, sizes: isBinaryFile ? [old.length, current.length] : undefined };
}

function nameOf({ path, previousPath }: FileChange): string {
  return previousPath === undefined ? quotePath(path) : formatRename(previousPath, path);
}

/** Formats a rename with the common folders outside of braces: `src/{old => new}/index.ts`. */
function formatRename(from: string, to: string): string {
  const [quotedFrom, quotedTo] = [quotePath(from), quotePath(to)];
  if (quotedFrom !== from || quotedTo !== to) return `${quotedFrom} => ${quotedTo}`;
  let start = 0;
  for (let at = 0; at < from.length && from[at] === to[at]; at++) if (from[at] === "/") start = at + 1;
  let end = 0;
  // The slash that ends the common start can be the one that begins the common end.
  const limit = start === 0 ? 0 : start - 1;
  for (let length = 1; length <= Math.min(from.length, to.length) - limit; length++) {
    const character = from.at(-length);
    if (character !== to.at(-length)) break;
    if (character === "/") end = length;
  }
  const middle = (path: string) => path.slice(start, Math.max(start, path.length - end));
  if (start === 0 && end === 0) return `${from} => ${to}`;
  return `${from.slice(0, start)}{${middle(from)} => ${middle(to)}}${from.slice(from.length - end)}`;
}

/** Formats the rows like git: names, counts, and a graph that is scaled to the width. */
function formatRows(rows: readonly StatRow[]): string[] {
  const most = Math.max(0, ...rows.map(({ additions, deletions }) => additions + deletions));
  const binaryWidth = Math.max(
    0,
    ...rows.map(({ sizes }) => (sizes ? `Bin ${sizes[0]} -> ${sizes[1]} bytes`.length : 0)),
  );
  const numberWidth = Math.max(String(most).length, binaryWidth > 0 ? 3 : 0);
  let nameWidth = Math.max(0, ...rows.map(({ name }) => name.length));
  let graphWidth = Math.max(most, binaryWidth - 4);
  if (nameWidth + numberWidth + 6 + graphWidth > WIDTH) {
    const maxGraph = Math.max(6, Math.floor((WIDTH * 3) / 8) - numberWidth - 6);
    if (graphWidth > maxGraph) graphWidth = maxGraph;
    if (nameWidth > WIDTH - numberWidth - 6 - graphWidth) nameWidth = WIDTH - numberWidth - 6 - graphWidth;
    else graphWidth = WIDTH - numberWidth - 6 - nameWidth;
  }
  return rows.map(({ name, additions, deletions, sizes }) => {
    const start = ` ${shorten(name, nameWidth).padEnd(nameWidth)} | `;
    if (sizes) return `${start}${"Bin".padStart(numberWidth)} ${sizes[0]} -> ${sizes[1]} bytes`;
    const number = String(additions + deletions).padStart(numberWidth);
    const graph = formatGraph(additions, deletions, most, graphWidth);
    return `${start}${number}${graph === "" ? "" : ` ${graph}`}`;
  });
}

/** Shortens a name to its end, from the start of a folder if possible. */
function shorten(name: string, width: number): string {
  if (name.length <= width) return name;
  const end = name.slice(name.length - Math.max(0, width - 3));
  const slash = end.indexOf("/");
  return `...${slash < 0 ? end : end.slice(slash)}`;
}

function formatGraph(additions: number, deletions: number, most: number, width: number): string {
  if (most <= width) return "+".repeat(additions) + "-".repeat(deletions);
  const scale = (lines: number) => (lines === 0 ? 0 : 1 + Math.floor((lines * (width - 1)) / most));
  const total = Math.max(scale(additions + deletions), additions > 0 && deletions > 0 ? 2 : 0);
  const isMostlyDeleted = additions < deletions;
  const plus = isMostlyDeleted ? scale(additions) : total - scale(deletions);
  return "+".repeat(plus) + "-".repeat(total - plus);
}

function summaryOf(store: GitStore, change: FileChange): string[] {
  const { before, after, path } = change;
  if (!before) return [` create mode ${after?.mode} ${quotePath(path)}`];
  if (!after) return [` delete mode ${before.mode} ${quotePath(path)}`];
  const modes = before.mode === after.mode ? "" : ` mode change ${before.mode} => ${after.mode}`;
  if (change.status !== "renamed") return modes === "" ? [] : [`${modes} ${quotePath(path)}`];
  return [` rename ${nameOf(change)} (${renameSimilarity(store, change)}%)`, ...(modes === "" ? [] : [modes])];
}
