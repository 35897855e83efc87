/** Converts a pattern to a regular expression source: `*` matches anything, `?` one character. */
export function wildcardToRegExpSource(pattern: string): string {
  return pattern
    .replace(/[.+^${}()|[\]\\]/g, "\\$&")
    .replaceAll(/\*+/g, ".*")
    .replaceAll("?", ".");
}

/**
 * Returns true if a text matches a pattern. As in cloud conditions, `*` also matches colons, and case is significant.
 */
export function matchesWildcard(pattern: string, text: string): boolean {
  // Characters, as opposed to halves of them. An expression with several `*` could take exponential time.
  const [expected, actual] = [[...pattern], [...text]];
  let at = 0;
  /** Position of the last `*`, and of the text after what it matches. */
  let star: { readonly at: number; textAt: number } | undefined;
  for (let textAt = 0; textAt < actual.length; ) {
    if (expected[at] === "*") {
      star = { at, textAt };
      at++;
    } else if (expected[at] === "?" || expected[at] === actual[textAt]) {
      at++;
      textAt++;
    } else if (star) {
      // Only the last `*` has to match more: an earlier one would only leave less for what follows.
      star.textAt++;
      textAt = star.textAt;
      at = star.at + 1;
    } else {
      return false;
    }
  }
  return expected.slice(at).every((character) => character === "*");
}
