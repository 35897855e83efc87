/** The origin of a request. */
export interface RequestSource {
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Remote address of its connection. */
  readonly address: string;
}

type RequestHeaders = RequestSource["headers"];

const PROXY_HEADERS = [
  "forwarded",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-proto",
  "x-real-ip",
  "cf-connecting-ip",
  "true-client-ip",
  "via",
];

/**
 * Whether a request comes from this machine and isn't marked as forwarded by a proxy. A local proxy makes every client
 * look local.
 */
export function isLocalRequest({ headers, address }: RequestSource): boolean {
  return isLoopback(address) && PROXY_HEADERS.every((name) => headers[name] === undefined);
}

function isLoopback(address: string): boolean {
  return /^(::1$|(::ffff:)?127\.)/.test(address);
}

/** Whether the `Origin` header names another origin. */
export function isCrossOrigin(headers: RequestHeaders): boolean {
  const { origin } = headers;
  return origin !== undefined && URL.parse(origin)?.host !== hostOf(headers);
}

/** Values for the service's own pages and for URLs that a user entered. */
const SAME_SITE_VALUES: readonly string[] = ["same-origin", "none"];

/** Whether the browser reports a request from another site; undefined if it reports nothing. */
export function isCrossSite(headers: RequestHeaders): boolean | undefined {
  const site = headers["sec-fetch-site"];
  return site === undefined ? undefined : !SAME_SITE_VALUES.includes(site);
}

const hostOf = ({ host = "" }: RequestHeaders) => host.toLowerCase();
