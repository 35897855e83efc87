import type { GitStore } from "../state/git-store.ts";
import { formatBinaryPatch } from "./binary-patch.ts";
import { type FileChange, textOf } from "./compare.ts";
import { isBinary, makePatch } from "./patch.ts";
import { quotePath } from "./quote-path.ts";
import { similarityOf } from "./renames.ts";
import type { TreeEntry } from "./tree.ts";

// Formats changes like `git diff`. In all texts each character is one byte, because files can have any encoding.

/** Digits of an abbreviated object ID. */
const SHORT_ID = 7;

interface DiffOptions {
  /** Whether binary files are included, and not only named. */
  readonly hasBinaries: boolean;
}

/** Formats the changes of several files. */
export function formatDiff(store: GitStore, changes: readonly FileChange[], options: DiffOptions): string {
  return changes
    .flatMap(withTypeChange)
    .map((change) => formatFile(store, change, options))
    .join("");
}

/** Splits a change of the entry's type, such as a file that became a symlink, into its removal and its addition. */
function withTypeChange(change: FileChange): readonly FileChange[] {
  const { before, after } = change;
  if (!before || !after || typeOf(before) === typeOf(after)) return [change];
  return [
    { ...change, status: "removed", sha: before.sha, after: undefined },
    { ...change, status: "added", sha: after.sha, before: undefined },
  ];
}

const typeOf = ({ mode }: TreeEntry) => mode.slice(0, 3);

/** Returns how similar a renamed file is to the old one, in percent. */
export function renameSimilarity(store: GitStore, { before, after }: FileChange): number {
  if (before?.sha === after?.sha) return 100;
  // Only identical files are 100 percent similar.
  return Math.min(99, Math.floor(similarityOf(textOf(store, before), textOf(store, after)) * 100));
}

function formatFile(store: GitStore, change: FileChange, { hasBinaries }: DiffOptions): string {
  const { before, after, path, previousPath = path } = change;
  const names = { old: quoteName("a", previousPath), current: quoteName("b", path) };
  const [old, current] = [textOf(store, before), textOf(store, after)];
  const isBinaryFile = isBinary(old) || isBinary(current);
  const lines = [`diff --git ${names.old} ${names.current}`, ...modeLines(change)];
  if (change.status === "renamed") {
    lines.push(
      `similarity index ${renameSimilarity(store, change)}%`,
      `rename from ${toLatin1(quotePath(previousPath))}`,
      `rename to ${toLatin1(quotePath(path))}`,
    );
  }
  if (before?.sha !== after?.sha) lines.push(indexLine(change, isBinaryFile && hasBinaries));
  const head = `${lines.join("\n")}\n`;
  if (before?.sha === after?.sha) return head;
  const [from, to] = [before ? names.old : "/dev/null", after ? names.current : "/dev/null"];
  if (isBinaryFile)
    return head + (hasBinaries ? formatBinaryPatch(old, current) : `Binary files ${from} and ${to} differ\n`);
  const { latin1 } = makePatch(old, current);
  return latin1 === "" ? head : `${head}--- ${endName(from)}\n+++ ${endName(to)}\n${latin1}\n`;
}

function modeLines({ before, after }: FileChange): string[] {
  if (!before) return [`new file mode ${after?.mode}`];
  if (!after) return [`deleted file mode ${before.mode}`];
  return before.mode === after.mode ? [] : [`old mode ${before.mode}`, `new mode ${after.mode}`];
}

function indexLine({ before, after }: FileChange, isFull: boolean): string {
  const idOf = (entry: TreeEntry | undefined) => (entry?.sha ?? "0".repeat(40)).slice(0, isFull ? 40 : SHORT_ID);
  const mode = before && before.mode === after?.mode ? ` ${before.mode}` : "";
  return `index ${idOf(before)}..${idOf(after)}${mode}`;
}

const toLatin1 = (text: string) => Buffer.from(text).toString("latin1");

const quoteName = (side: "a" | "b", path: string) => toLatin1(quotePath(`${side}/${path}`));

/** Ends a name with a tab if it has spaces, because other text can follow a name. */
const endName = (name: string) => (name.includes(" ") && !name.startsWith('"') ? `${name}\t` : name);
