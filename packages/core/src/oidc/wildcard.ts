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
  return new RegExp(`^${wildcardToRegExpSource(pattern)}$`, "su").test(text);
}
