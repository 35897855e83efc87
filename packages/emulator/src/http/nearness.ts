/** Is an address this machine's own? */
export function isLoopback(address: string): boolean {
  return /^(::1$|(::ffff:)?127\.)/.test(address);
}

/** The host and port of an origin; undefined where it is none. */
export function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}
