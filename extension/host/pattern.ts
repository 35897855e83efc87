/** The match pattern of a host's pages. Patterns know no ports: which port counts is checked where it matters. */
export function hostPattern(origin: string): string {
  const { protocol, hostname } = new URL(origin);
  return `${protocol}//${hostname}/*`;
}
