/** The segments of a path; none for the root. */
export function segmentsOf(path: string): string[] {
  return path.split("/").filter((segment) => segment !== "");
}

/** Characters that a Macintosh's file system passes over: with them in it, a name may be another one there. */
const PASSED_OVER = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;

/** Whether git would take a name for its own folder, on any file system (git's own check of trees). */
const isOwnFolder = (name: string) => /^(\.git|git~1)[. ]*(:.*)?$/i.test(name.replace(PASSED_OVER, ""));

/** Whether git may keep a file under this path: no empty segment, no `.`, `..` or `.git`, no NUL. */
export function isTreePath(path: string): boolean {
  return path
    .split("/")
    .every(
      (segment) =>
        !["", ".", ".."].includes(segment) && !segment.includes("\0") && !segment.split("\\").some(isOwnFolder),
    );
}
