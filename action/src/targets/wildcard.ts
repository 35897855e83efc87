/** A test for texts where `*` stands for any number of characters and `?` for one; the case of letters does not count. */
export function wildcard(pattern: string): (text: string) => boolean {
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, "\\$&")
    .replaceAll("*", ".*")
    .replaceAll("?", ".");
  const expression = new RegExp(`^${source}$`, "is");
  return (text) => expression.test(text);
}
