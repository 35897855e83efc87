import type { WorkflowTrigger } from "./workflow-file.ts";

// Filters of workflow triggers.
// @see https://docs.github.com/actions/reference/workflows-and-actions/workflow-syntax#filter-pattern-cheat-sheet

/** A branch or tag, and the paths that changed there. */
export interface FilteredRef {
  readonly kind: "branch" | "tag";
  readonly name: string;
  /** Returns the changed paths; undefined if the event has none. */
  readonly changedPaths: (() => readonly string[]) | undefined;
}

/** Whether the filters of a trigger accept a branch or tag and its changes. */
export function acceptsRef(trigger: WorkflowTrigger, { kind, name, changedPaths }: FilteredRef): boolean {
  if (!acceptsName(trigger, kind, name)) return false;
  const { paths, "paths-ignore": ignoredPaths } = trigger;
  // Paths of tags are not evaluated.
  if (kind === "tag" || !changedPaths || (!paths && !ignoredPaths)) return true;
  const changed = changedPaths();
  if (paths) return changed.some((path) => matchesPatterns(paths, path));
  return changed.some((path) => !matchesPatterns(ignoredPaths ?? [], path));
}

function acceptsName(trigger: WorkflowTrigger, kind: FilteredRef["kind"], name: string): boolean {
  const { branches, "branches-ignore": ignoredBranches, tags, "tags-ignore": ignoredTags } = trigger;
  const filtersBranches = branches !== undefined || ignoredBranches !== undefined;
  const filtersTags = tags !== undefined || ignoredTags !== undefined;
  const [included, ignored] = kind === "branch" ? [branches, ignoredBranches] : [tags, ignoredTags];
  if (included) return matchesPatterns(included, name);
  if (ignored) return !matchesPatterns(ignored, name);
  // Filters for branches alone exclude all tags, and vice versa.
  return kind === "branch" ? !filtersTags : !filtersBranches;
}

/** Whether the last pattern that matches a name includes it. A pattern that starts with `!` excludes. */
export function matchesPatterns(patterns: readonly string[], name: string): boolean {
  return patterns.reduce((isIncluded, pattern) => {
    const isNegative = pattern.startsWith("!");
    return patternExpression(isNegative ? pattern.slice(1) : pattern).test(name) ? !isNegative : isIncluded;
  }, false);
}

/** Converts a filter pattern to a regular expression. */
function patternExpression(pattern: string): RegExp {
  const source = pattern.replaceAll(/\*\*\/?|\*|\[[^\]]*\]|\\?./gs, (part) => {
    if (part === "**/") return "(?:.*/)?";
    if (part === "**") return ".*";
    if (part === "*") return "[^/]*";
    if (part === "?" || part === "+") return part;
    if (/^\[[\w-]+\]$/.test(part)) return part;
    return part.replace(/^\\(?=.)/, "").replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
  });
  try {
    return new RegExp(`^${source}$`);
  } catch {
    return /(?!)/;
  }
}
