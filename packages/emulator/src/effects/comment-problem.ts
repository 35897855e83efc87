import { positionOf, readPatch } from "../git/patch-lines.ts";
import type { PullRequestChanges } from "../git/pull-request-changes.ts";

/** The lines of a new comment on a pull request's changes. */
export interface CommentedLines {
  readonly path: string;
  readonly line?: number | undefined;
  readonly position?: number | undefined;
  readonly side?: string | undefined;
  readonly start_line?: number | undefined;
  readonly start_side?: string | undefined;
}

/**
 * Returns what is wrong with the lines of a comment: it has none, or they aren't part of the changes. If the changes are
 * unknown, any lines are accepted.
 */
export function commentProblem(
  changes: PullRequestChanges | undefined,
  { path, line, position, side, start_line, start_side = side }: CommentedLines,
): "position" | "path" | "line" | undefined {
  if (line === undefined && position === undefined) return "position";
  if (!changes) return undefined;
  const file = changes.files.find((changed) => changed.path === path);
  if (!file) return "path";
  const patch = readPatch(file.patch ?? "");
  if (line === undefined)
    return position !== undefined && position >= 1 && position < patch.length ? undefined : "line";
  const end = positionOf(patch, line, side);
  const start = start_line === undefined ? end : positionOf(patch, start_line, start_side);
  if (end === undefined || start === undefined || start > end) return "line";
  return patch.slice(start, end).some(({ text }) => text.startsWith("@@")) ? "line" : undefined;
}
