/** A host of a URL or of the `Host` header. */
export interface Host {
  /** Name or IP address as in URLs: in lower case, IPv6 addresses in brackets; without the root's trailing dot. */
  readonly name: string;
  /** Port in digits; empty without one. */
  readonly port: string;
  /** As in the URLs of browsers: with the trailing dot, without the default port of `http`. */
  readonly text: string;
}

/** Only the characters of names, addresses and ports. `URL` would accept user info, paths and escapes, too. */
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::(?<port>\d{1,5}))?$/i;

/** Parses a host with an optional port; undefined if it is invalid. */
export function parseHost(text: string): Host | undefined {
  const match = HOST.exec(text);
  const url = match ? URL.parse(`http://${text}`) : null;
  if (!url) return undefined;
  return { name: url.hostname.replace(/\.$/, ""), port: match?.groups?.["port"] ?? "", text: url.host };
}

/**
 * Parses a host with an optional port.
 * @throws RangeError with a one-line message
 */
export function readHost(subject: string, text: string): Host {
  const host = parseHost(text);
  if (host && host.port !== "0") return host;
  throw new RangeError(
    `${subject} must be HOST or HOST:PORT, such as forge.test:8080, got ${JSON.stringify(text)}. An IPv6 address is written in brackets.`,
  );
}

/** Hosts of the pages, the API and uploads for clients that expect GitHub's own hosts, like gh with `github.localhost`. */
export const GITHUB_HOST = "github.localhost";
export const API_HOST = `api.${GITHUB_HOST}`;
export const UPLOADS_HOST = `uploads.${GITHUB_HOST}`;

/** Whether a name or address always means this machine, so that it can't be pointed here from another site. */
export function isLoopbackName(name: string): boolean {
  return name === "localhost" || name.endsWith(".localhost") || /^127(\.\d+){3}$/.test(name) || name === "[::1]";
}

/** Returns the IP address of a socket as in URLs; an IPv4 address that is mapped to IPv6 as IPv4. */
export function addressName(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, "").replace(/%.*$/, "");
  return parseHost(plain.includes(":") ? `[${plain}]` : plain)?.name ?? plain;
}
