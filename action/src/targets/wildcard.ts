/** Creates a case-insensitive matcher: `*` matches any number of characters, `?` one. */
export function wildcardMatcher(pattern: string): (text: string) => boolean {
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, "\\$&")
    .replaceAll("*", ".*")
    .replaceAll("?", ".");
  const expression = new RegExp(`^${source}$`, "is");
  return (text) => expression.test(text);
}
