/** A pattern of a CODEOWNERS file, cut at its slashes. */
export type Pattern = readonly string[];

/**
 * Reads a pattern. It is like one of a `.gitignore`, but has neither `!` nor `[ ]`, and `docs/*` stays in its folder.
 * @returns undefined where there is no such pattern
 */
export function readPattern(text: string): Pattern | undefined {
  if (text === "" || text === "/" || /^!|[[\]]|\*\*\*/.test(text)) return undefined;
  const anchored = text.startsWith("/");
  const segments = (anchored ? text.slice(1) : text).split("/");
  const isFolder = segments.at(-1) === "";
  if (isFolder) segments.pop();
  if (segments.includes("")) return undefined;
  // A name alone is meant wherever it lies.
  if (!anchored && segments.length === 1 && segments[0] !== "**") segments.unshift("**");
  // A name at the end is meant with all that lies below it, a bare `*` is not.
  const below = isFolder || !["*", "**"].includes(segments.at(-1) ?? "");
  return below ? [...segments, isFolder ? BELOW : SAME_OR_BELOW] : segments;
}

/** Something below; and the same, or what was named itself. No file's name has a slash. */
const BELOW = "/";
const SAME_OR_BELOW = "//";

/**
 * Does a pattern mean a file? In time that grows with the product of their lengths at most: a repository's file must not be
 * able to hold up whoever reads it.
 * @param path its segments; their case counts
 */
export function matches(pattern: Pattern, path: readonly string[]): boolean {
  // A wildcard that has taken what it needs never has to be asked again: going back to the last one is enough.
  let [at, here] = [0, 0];
  let [lastWild, resume] = [-1, 0];
  for (;;) {
    const segment = pattern[at];
    if (segment === undefined && here === path.length) return true;
    if (segment === SAME_OR_BELOW || (segment === BELOW && here < path.length)) return true;
    if (segment === "**") {
      // At the end it stands for something, elsewhere for nothing too.
      if (at === pattern.length - 1) return here < path.length;
      [lastWild, resume] = [at, here];
      at += 1;
      continue;
    }
    const name = path[here];
    if (segment !== undefined && segment !== BELOW && name !== undefined && matchesName(segment, name)) {
      at += 1;
      here += 1;
      continue;
    }
    if (lastWild < 0 || resume >= path.length) return false;
    resume += 1;
    [at, here] = [lastWild + 1, resume];
  }
}

/** Does one segment, with `*`, `?` and escaped characters, mean a name? A `*` alone means every one. */
function matchesName(segment: string, name: string): boolean {
  let [at, here] = [0, 0];
  let [star, resume] = [-1, 0];
  for (;;) {
    const sign = segment[at];
    if (sign === "*") {
      [star, resume] = [at, here];
      at += 1;
      continue;
    }
    if (sign === undefined && here === name.length) return true;
    const isEscape = sign === "\\" && at + 1 < segment.length;
    const letter = isEscape ? segment[at + 1] : sign;
    if (here < name.length && ((sign === "?" && !isEscape) || letter === name[here])) {
      at += isEscape ? 2 : 1;
      here += 1;
      continue;
    }
    if (star < 0 || resume >= name.length) return false;
    resume += 1;
    [at, here] = [star + 1, resume];
  }
}
