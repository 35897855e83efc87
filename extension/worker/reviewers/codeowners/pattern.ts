/** The segments of a CODEOWNERS pattern. */
export type CodeOwnersPattern = readonly string[];

/**
 * Parses a pattern. The syntax is that of `.gitignore` without `!` and `[ ]`, and `docs/*` does not match subfolders.
 * @returns undefined if the pattern is invalid
 */
export function parsePattern(text: string): CodeOwnersPattern | undefined {
  if (text === "" || text === "/" || /^!|[[\]]|\*\*\*/.test(text)) return undefined;
  const isAnchored = text.startsWith("/");
  const segments = (isAnchored ? text.slice(1) : text).split("/");
  const isFolder = segments.at(-1) === "";
  if (isFolder) segments.pop();
  if (segments.includes("")) return undefined;
  // A single name matches at any depth.
  if (!isAnchored && segments.length === 1 && segments[0] !== "**") segments.unshift("**");
  // A name at the end also matches everything below it; `*` does not.
  const includesBelow = isFolder || !["*", "**"].includes(segments.at(-1) ?? "");
  return includesBelow ? [...segments, isFolder ? BELOW : SAME_OR_BELOW] : segments;
}

/**
 * Markers for "something below" and "the named file, or something below". They cannot collide with names, which contain
 * no slash.
 */
const BELOW = "/";
const SAME_OR_BELOW = "//";

/**
 * Whether a pattern matches a path. Takes at most time proportional to the product of their lengths, so that a hostile
 * file cannot block the worker.
 * @param path the segments, case-sensitive
 */
export function matchesPattern(pattern: CodeOwnersPattern, path: readonly string[]): boolean {
  // Backtracking to the last wildcard is sufficient: an earlier one never needs to match more.
  let [patternIndex, pathIndex] = [0, 0];
  let [lastWildcard, resume] = [-1, 0];
  for (;;) {
    const segment = pattern[patternIndex];
    if (segment === undefined && pathIndex === path.length) return true;
    if (segment === SAME_OR_BELOW || (segment === BELOW && pathIndex < path.length)) return true;
    if (segment === "**") {
      // `**` matches at least one segment at the end, and any number elsewhere.
      if (patternIndex === pattern.length - 1) return pathIndex < path.length;
      [lastWildcard, resume] = [patternIndex, pathIndex];
      patternIndex += 1;
      continue;
    }
    const name = path[pathIndex];
    if (segment !== undefined && segment !== BELOW && name !== undefined && matchesName(segment, name)) {
      patternIndex += 1;
      pathIndex += 1;
      continue;
    }
    if (lastWildcard < 0 || resume >= path.length) return false;
    resume += 1;
    [patternIndex, pathIndex] = [lastWildcard + 1, resume];
  }
}

/** Whether a segment with `*`, `?` and escaped characters matches a name. */
function matchesName(segment: string, name: string): boolean {
  let [patternIndex, pathIndex] = [0, 0];
  let [lastStar, resume] = [-1, 0];
  for (;;) {
    const patternCharacter = segment[patternIndex];
    if (patternCharacter === "*") {
      [lastStar, resume] = [patternIndex, pathIndex];
      patternIndex += 1;
      continue;
    }
    if (patternCharacter === undefined && pathIndex === name.length) return true;
    const isEscape = patternCharacter === "\\" && patternIndex + 1 < segment.length;
    const character = isEscape ? segment[patternIndex + 1] : patternCharacter;
    if (pathIndex < name.length && ((patternCharacter === "?" && !isEscape) || character === name[pathIndex])) {
      patternIndex += isEscape ? 2 : 1;
      pathIndex += 1;
      continue;
    }
    if (lastStar < 0 || resume >= name.length) return false;
    resume += 1;
    [patternIndex, pathIndex] = [lastStar + 1, resume];
  }
}
