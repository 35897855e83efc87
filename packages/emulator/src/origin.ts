/**
 * Parses the service's own origin, without a trailing slash.
 * @throws RangeError with a one-line message if the text is not a bare origin, because pages and links start at its
 * root
 */
export function readOrigin(subject: string, text: string): string {
  return parseOrigin(subject, text, "an http or https origin without a path, such as http://forge.test:8080");
}

/**
 * Parses the origin of pages that can use the emulator; `*` for any.
 * @throws RangeError with a one-line message if the text is neither
 */
export function readAllowedOrigin(subject: string, text: string): string {
  if (text === "*") return text;
  return parseOrigin(subject, text, "* or an http or https origin without a path, such as http://localhost:5173");
}

function parseOrigin(subject: string, text: string, rule: string): string {
  const url = URL.parse(text);
  const isBare = url && /^https?:$/.test(url.protocol) && `${url.origin}/` === url.href;
  if (isBare) return url.origin;
  throw new RangeError(`${subject} must be ${rule}, got ${JSON.stringify(withoutCredentials(text))}.`);
}

/** Removes the user info of a URL, which can contain a password. */
const withoutCredentials = (text: string) => text.replace(/\/\/[^/]*@/, "//");

/** Returns the origin of a listening address; a wildcard address is replaced by the loopback address. */
export function originAt(host: string, port: number, protocol: "http" | "https" = "http"): string {
  const reachableHost = { "0.0.0.0": "127.0.0.1", "::": "::1" }[host] ?? host;
  return `${protocol}://${reachableHost.includes(":") ? `[${reachableHost}]` : reachableHost}:${port}`;
}
