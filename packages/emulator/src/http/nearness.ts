/** Is an address this machine's own? */
function isLoopback(address: string): boolean {
  return /^(::1$|(::ffff:)?127\.)/.test(address);
}

/** The host and port of an origin; undefined where it is none. */
export function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}

/** Where a request comes from. */
export interface Asker {
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The address at the other end of its connection. */
  readonly address: string;
}

const PASSED_ON = ["forwarded", "x-forwarded-for", "via"];

/** A request from this machine, and not one that a proxy on it passes on: that makes everybody look near. */
export function isNear({ headers, address }: Asker): boolean {
  return isLoopback(address) && PASSED_ON.every((name) => headers[name] === undefined);
}
