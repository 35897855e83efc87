/** Returns the names of a path's placeholders, in order. */
export function placeholdersOf(path: string): string[] {
  return Array.from(path.matchAll(/\{([^}]*)\}/g), (match) => match[1] ?? "");
}
