/** A forge's host as a person named it. */
export interface HostAddress {
  readonly origin: string;
  /** Where its API is, unless the person says otherwise. */
  readonly apiUrl: string;
}

/** Stricter than browsers, some of which take a space for a part of a name. */
const HOSTNAME = /^(\[[0-9a-f:.]+\]|[a-z0-9-]+(\.[a-z0-9-]+)*)$/;

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/**
 * Reads the address of a forge.
 * @throws Error with a sentence on what would be right
 */
export function readHostAddress(typed: string): HostAddress {
  const text = typed.trim();
  const address = /^[a-z]+:\/\//i.test(text) ? text : `https://${text}`;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !HOSTNAME.test(url.hostname)) {
    throw new Error("That is no address. It looks like https://forge.example.com.");
  }
  const { protocol, origin, hostname } = url;
  refuseOpenLine(protocol, hostname);
  const isPublic = hostname === "github.com";
  return { origin, apiUrl: isPublic ? "https://api.github.com" : `${origin}/api/v3` };
}

/** Reads the address of an API. @throws Error with a sentence on what would be right */
export function readApiAddress(typed: string): string {
  const text = typed.trim();
  if (!URL.canParse(text)) throw new Error("The API address is none. It looks like https://forge.example.com/api/v3.");
  const { protocol, hostname } = new URL(text);
  refuseOpenLine(protocol, hostname);
  return text.replace(/\/+$/, "");
}

function refuseOpenLine(protocol: string, hostname: string): void {
  if (protocol === "https:" || (protocol === "http:" && LOOPBACK.test(hostname))) return;
  throw new Error(
    "A token must not travel openly: the address has to begin with https:// (http:// is fine for this machine).",
  );
}
