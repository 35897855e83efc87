// Names of refs, repositories and files are matched like `fnmatch` with FNM_PATHNAME: `*` doesn't match slashes, and
// `**/` matches any number of folders.
// @see GitHub's documentation on rulesets

const PIECES = /\*\*\/|\*+|\?|\[[!^]?[^\]/]+\]|\\.|./gsu;

/** Returns whether a pattern matches a whole name. */
export function matchesPattern(pattern: string, name: string): boolean {
  return toRegExp(pattern)?.test(name) ?? false;
}

/** Returns undefined if the pattern has an invalid range, and thus matches nothing. */
function toRegExp(pattern: string): RegExp | undefined {
  const source = Array.from(pattern.matchAll(PIECES), ({ 0: piece, index }) =>
    pieceSource(piece, index === 0 || pattern[index - 1] === "/"),
  ).join("");
  try {
    return new RegExp(`^${source}$`, "su");
  } catch {
    return undefined;
  }
}

/** @param isSegmentStart whether a path segment starts here; elsewhere `**` is the same as `*` */
function pieceSource(piece: string, isSegmentStart: boolean): string {
  if (piece === "**/") return isSegmentStart ? "(?:[^/]+/)*" : "[^/]*/";
  if (piece.startsWith("*")) return "[^/]*";
  if (piece === "?") return "[^/]";
  if (piece.length > 2 && piece.startsWith("[")) return characterClass(piece.slice(1, -1));
  return literal(piece.length === 2 && piece.startsWith("\\") ? piece.slice(1) : piece);
}

function characterClass(content: string): string {
  const excludes = /^[!^]./su.test(content);
  const members = (excludes ? content.slice(1) : content).replaceAll(/[\\[\]^]/g, "\\$&");
  return excludes ? `[^/${members}]` : `[${members}]`;
}

const literal = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&");
