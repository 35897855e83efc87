/**
 * Returns the name that the service stores for a file that is uploaded to a release: without accents, with dots in
 * place of other characters, and without dots at its ends.
 */
export function assetFileName(name: string): string {
  const plain = name.normalize("NFD").replace(/\p{Mn}/gu, "");
  const safe = (plain.startsWith(".") ? `default${plain}` : plain).replace(/[^\w+@-]+/g, ".");
  return safe.replace(/\.{2,}/g, ".").replace(/^\.|\.$/g, "");
}
