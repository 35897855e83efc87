/** Match pattern for a host's pages. Patterns cannot contain ports, so callers check the port themselves. */
export function hostPattern(origin: string): string {
  const { protocol, hostname } = new URL(origin);
  return `${protocol}//${hostname}/*`;
}
