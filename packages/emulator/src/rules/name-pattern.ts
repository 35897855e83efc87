// Names of refs, repositories and files are matched like `fnmatch` with FNM_PATHNAME: `*` doesn't match slashes, and
// `**/` matches any number of folders.
// @see GitHub's documentation on rulesets

const PIECES = /\*\*\/|\*+|\?|\[[!^]?[^\]/]+\]|\\.|./gsu;

type CharacterTest = (character: string) => boolean;

/** A state of the automaton that matches a pattern. States are numbered in the order of the pattern. */
interface PatternState {
  /** Accepts a character and stays in this state. */
  readonly repeats?: CharacterTest;
  /** Accepts a character and continues in another state. */
  readonly moves?: { readonly accepts: CharacterTest; readonly to: number };
  /** A later state that can be entered without a character. */
  readonly skipsTo?: number;
}

/**
 * Returns whether a pattern matches a whole name. All states that the name can lead to are followed at once, so the time
 * is at most proportional to the length of the pattern times the length of the name.
 */
export function matchesPattern(pattern: string, name: string): boolean {
  const states = parsePattern(pattern);
  // The number of characters before which a state was last entered, plus one.
  const enteredAt = new Uint32Array(states.length + 1);
  let position = 1;
  let current: number[] = [];
  let next: number[] = [];
  /** Enters a state for the next character, and those that follow without one. */
  const enter = (state: number) => {
    for (let at: number | undefined = state; at !== undefined && enteredAt[at] !== position; at = states[at]?.skipsTo) {
      enteredAt[at] = position;
      next.push(at);
    }
  };
  enter(0);
  for (const character of name) {
    if (next.length === 0) return false;
    [current, next] = [next, current];
    next.length = 0;
    position++;
    for (const at of current) {
      const state = states[at];
      if (state?.repeats?.(character)) enter(at);
      if (state?.moves?.accepts(character)) enter(state.moves.to);
    }
  }
  return enteredAt[states.length] === position;
}

function parsePattern(pattern: string): PatternState[] {
  const states: PatternState[] = [];
  const accept = (accepts: CharacterTest) => states.push({ moves: { accepts, to: states.length + 1 } });
  const acceptAny = () => states.push({ repeats: isNoSlash, skipsTo: states.length + 1 });
  for (const { 0: piece, index } of pattern.matchAll(PIECES)) {
    // Elsewhere than at the start of a path segment, `**` is the same as `*`.
    if (piece === "**/" && (index === 0 || pattern[index - 1] === "/")) acceptFolders(states);
    else if (piece.startsWith("*")) {
      acceptAny();
      if (piece.endsWith("/")) accept(isSlash);
    } else if (piece === "?") accept(isNoSlash);
    else if (piece.length > 2 && piece.startsWith("[")) accept(characterClass(piece.slice(1, -1)));
    else {
      const literal = piece.length > 1 && piece.startsWith("\\") ? piece.slice(1) : piece;
      accept((character) => character === literal);
    }
  }
  return states;
}

const isSlash: CharacterTest = (character) => character === "/";
const isNoSlash: CharacterTest = (character) => character !== "/";

/** Accepts any number of folders: non-empty names, each with a slash. */
function acceptFolders(states: PatternState[]): void {
  const start = states.length;
  states.push({ moves: { accepts: isNoSlash, to: start + 1 }, skipsTo: start + 2 });
  states.push({ repeats: isNoSlash, moves: { accepts: isSlash, to: start } });
}

/** Accepts one character of a class such as `a-z` or `!0-9`. An invalid range accepts nothing. */
function characterClass(content: string): CharacterTest {
  const excludes = /^[!^]./su.test(content);
  const members = [...(excludes ? content.slice(1) : content)];
  const ranges: { readonly first: number; readonly last: number }[] = [];
  for (let at = 0; at < members.length; ) {
    const isRange = members[at + 1] === "-" && at + 2 < members.length;
    const [first, last] = [codePoint(members[at]), codePoint(members[isRange ? at + 2 : at])];
    if (first > last) return () => false;
    ranges.push({ first, last });
    at += isRange ? 3 : 1;
  }
  return (character) => {
    const code = codePoint(character);
    return isNoSlash(character) && ranges.some(({ first, last }) => first <= code && code <= last) !== excludes;
  };
}

const codePoint = (character = "") => character.codePointAt(0) ?? 0;
