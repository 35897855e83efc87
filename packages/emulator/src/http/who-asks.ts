/** Where a request comes from. */
export interface Asker {
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The address at the other end of its connection. */
  readonly address: string;
}

type Headers = Asker["headers"];

const PASSED_ON = ["forwarded", "x-forwarded-for", "via"];

/** A request from this machine, and not one that a proxy on it passes on: that makes everybody look near. */
export function isNear({ headers, address }: Asker): boolean {
  return isLoopback(address) && PASSED_ON.every((name) => headers[name] === undefined);
}

/** Is an address this machine's own? */
function isLoopback(address: string): boolean {
  return /^(::1$|(::ffff:)?127\.)/.test(address);
}

/**
 * Is the service asked by its own name, or by one that every machine has for itself? Any other may have been made to point
 * here by a stranger, whose pages then pass for the service's own (DNS rebinding).
 */
export function isOwnName(headers: Headers, webUrl: string): boolean {
  const host = hostIn(headers);
  return host === new URL(webUrl).host || /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/.test(host);
}

/** Does a page of another origin ask, by what its request says of itself? */
export function isOfOtherOrigin(headers: Headers): boolean {
  const { origin } = headers;
  return origin !== undefined && URL.parse(origin)?.host !== hostIn(headers);
}

/** What a browser says of its own pages, and of addresses that a person typed. */
const OWN: readonly string[] = ["same-origin", "none"];

/** Does another site's page ask, as the browser says? Undefined: it says nothing. */
export function isOfOtherSite(headers: Headers): boolean | undefined {
  const site = headers["sec-fetch-site"];
  return site === undefined ? undefined : !OWN.includes(site);
}

const hostIn = ({ host = "" }: Headers) => host.toLowerCase();
