/** A pattern as a regular expression: `*` stands for anything, `?` for one character. */
export function expressionOf(pattern: string): string {
  return pattern
    .replace(/[.+^${}()|[\]\\]/g, "\\$&")
    .replaceAll(/\*+/g, ".*")
    .replaceAll("?", ".");
}

/** Is a text what a pattern stands for? `*` goes past colons, as in clouds' conditions; the case of letters counts. */
export function isLike(pattern: string, text: string): boolean {
  return new RegExp(`^${expressionOf(pattern)}$`, "su").test(text);
}
