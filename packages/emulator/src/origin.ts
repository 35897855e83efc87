/**
 * Where a service says that it is, without a slash at its end.
 * @throws RangeError in one line where the text is no such address: pages and links begin at its root
 */
export function readOrigin(what: string, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isBare = url && /^https?:$/.test(url.protocol) && `${url.origin}/` === url.href;
  if (isBare) return url.origin;
  const given = JSON.stringify(withoutUser(text));
  throw new RangeError(
    `${what} is ${given}; it must be an http or https address alone, such as http://forge.test:8080.`,
  );
}

/** What stands before the @ of an address may be a password. */
const withoutUser = (text: string) => text.replace(/\/\/[^/]*@/, "//");

/** The origin of what listens there; what listens on every address of a machine is reached by its loopback address. */
export function originAt(host: string, port: number): string {
  const own = { "0.0.0.0": "127.0.0.1", "::": "::1" }[host] ?? host;
  return `http://${own.includes(":") ? `[${own}]` : own}:${port}`;
}
