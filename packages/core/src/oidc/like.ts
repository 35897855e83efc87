/** Is a text what a pattern stands for? `*` goes past colons, as in clouds' conditions; the case of letters counts. */
export function isLike(pattern: string, text: string): boolean {
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, "\\$&")
    .replaceAll(/\*+/g, ".*")
    .replaceAll("?", ".");
  return new RegExp(`^${source}$`, "su").test(text);
}
