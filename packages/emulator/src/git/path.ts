/** Splits a path into its segments; the root has none. */
export function segmentsOf(path: string): string[] {
  return path.split("/").filter((segment) => segment !== "");
}

/** Characters that macOS file systems ignore in names. */
const IGNORED_CHARACTERS = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;

/** Returns whether some file system would treat a name as `.git`. Git rejects such names in trees, too. */
const isGitFolder = (name: string) => /^(\.git|git~1)[. ]*(:.*)?$/i.test(name.replace(IGNORED_CHARACTERS, ""));

/** Returns whether git accepts a file path: no empty segment, no `.`, `..` or `.git`, no NUL. */
export function isTreePath(path: string): boolean {
  return path
    .split("/")
    .every(
      (segment) =>
        !["", ".", ".."].includes(segment) && !segment.includes("\0") && !segment.split("\\").some(isGitFolder),
    );
}
