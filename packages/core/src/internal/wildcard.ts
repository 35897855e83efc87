/**
 * Creates a matcher of texts: in its pattern, `*` matches any number of characters and `?` one, also line breaks. Case
 * is significant. Matching takes at most time proportional to the square of the text's length, whatever the pattern is.
 */
export function wildcardMatcher(pattern: string): (text: string) => boolean {
  // Characters, as opposed to halves of them. An expression with several `*` could take exponential time.
  const expected = [...pattern.replaceAll(/\*+/g, "*")];
  const minLength = expected.filter((character) => character !== "*").length;
  return (text) => {
    // A text has at most as many characters as code units.
    return text.length >= minLength && matchesCharacters(expected, [...text]);
  };
}

/** Returns true if a text matches a pattern of {@link wildcardMatcher}. */
export function matchesWildcard(pattern: string, text: string): boolean {
  return wildcardMatcher(pattern)(text);
}

function matchesCharacters(expected: readonly string[], actual: readonly string[]): boolean {
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
