// Names of refs, repositories and files are matched as `fnmatch` with FNM_PATHNAME does (public documentation of rulesets):
// no star goes past a slash, but `**/` stands for any number of folders.

const PIECES = /\*\*\/|\*+|\?|\[[!^]?[^\]/]+\]|\\.|./gsu;

/** Does a pattern fit the whole of a name? */
export function fits(pattern: string, name: string): boolean {
  return expressionOf(pattern)?.test(name) ?? false;
}

/** Undefined where a pattern fits nothing: it has a range that runs backwards. */
function expressionOf(pattern: string): RegExp | undefined {
  const source = Array.from(pattern.matchAll(PIECES), ({ 0: piece, index }) =>
    sourceOf(piece, index === 0 || pattern[index - 1] === "/"),
  ).join("");
  try {
    return new RegExp(`^${source}$`, "su");
  } catch {
    return undefined;
  }
}

/** @param begins whether a folder's name begins there: elsewhere two stars are as good as one */
function sourceOf(piece: string, begins: boolean): string {
  if (piece === "**/") return begins ? "(?:[^/]+/)*" : "[^/]*/";
  if (piece.startsWith("*")) return "[^/]*";
  if (piece === "?") return "[^/]";
  if (piece.length > 2 && piece.startsWith("[")) return classOf(piece.slice(1, -1));
  return literal(piece.length === 2 && piece.startsWith("\\") ? piece.slice(1) : piece);
}

function classOf(inside: string): string {
  const excludes = /^[!^]./su.test(inside);
  const members = (excludes ? inside.slice(1) : inside).replaceAll(/[\\[\]^]/g, "\\$&");
  return excludes ? `[^/${members}]` : `[${members}]`;
}

const literal = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&");
