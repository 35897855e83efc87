/**
 * Names and addresses of this machine, as URLs contain them. Names below `localhost` are not among them: outside browsers,
 * they can be resolved by a name server.
 */
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])\.?$/;

/** Whether a token can be sent to a URL without being readable on the network: it is https, or this machine. */
export function canReceiveToken(url: URL): boolean {
  return url.protocol === "https:" || isLoopbackHttp(url);
}

/** Whether a URL is an unencrypted one of this machine. */
export function isLoopbackHttp({ protocol, hostname }: URL): boolean {
  return protocol === "http:" && isLoopbackHost(hostname);
}

/** Whether a URL's host is this machine. */
export function isLoopbackHost(hostname: string): boolean {
  return LOOPBACK.test(hostname);
}

/** The URL with the usual form of its host: `github.com.` is `github.com`, with the root of all names written out. */
export function withoutTrailingDot(url: URL): URL {
  if (!url.hostname.endsWith(".")) return url;
  const usual = new URL(url);
  usual.hostname = url.hostname.slice(0, -1);
  return usual;
}
