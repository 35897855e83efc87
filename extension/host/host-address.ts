import type { TextKey } from "../locales/text-keys.ts";

/** The address of a GitHub host as entered by the user. */
export interface HostAddress {
  readonly origin: string;
  /** Default URL of the host's API. */
  readonly apiUrl: string;
}

/** An invalid address. `textKey` names the message that says what would be valid. */
export class AddressError extends Error {
  override name = "AddressError" as const;
  readonly textKey: TextKey;
  constructor(textKey: TextKey) {
    super(textKey);
    this.textKey = textKey;
  }
}

/** Valid host names. Stricter than browsers, some of which accept spaces in host names. */
const HOSTNAME = /^(\[[0-9a-f:.]+\]|[a-z0-9-]+(\.[a-z0-9-]+)*)$/;

/** Host names of this machine that the manifest allows. */
const LOOPBACK = /^(localhost|127\.0\.0\.1)$/;

const GITHUB_ALIASES = new Set(["www.github.com", "api.github.com", "gist.github.com"]);

/**
 * Parses the address of a host.
 * @throws AddressError if the address is invalid
 */
export function parseHostAddress(input: string): HostAddress {
  const text = input.trim();
  const url = parseUrl(/^[a-z]+:\/\//i.test(text) ? text : `https://${text}`);
  if (!url) throw new AddressError("addressIsNone");
  checkProtocol(url);
  checkNoCredentials(url);
  if (url.pathname !== "/" || url.search || url.hash) throw new AddressError("addressHasPath");
  const { protocol, port, hostname } = url;
  if (GITHUB_ALIASES.has(hostname)) return parseHostAddress("github.com");
  // A trailing dot denotes the same host but a different origin.
  const origin = url.origin.replace(/\.(?=$|:\d)/, "");
  return { origin, apiUrl: protocol === "https:" && !port ? defaultApiUrl(hostname, origin) : `${origin}/api/v3` };
}

/**
 * Parses the address of an API.
 * @throws AddressError if the address is invalid
 */
export function parseApiAddress(input: string): string {
  const text = input.trim();
  const url = parseUrl(text);
  if (!url) throw new AddressError("apiAddressIsNone");
  checkProtocol(url);
  checkNoCredentials(url);
  if (url.search || url.hash) throw new AddressError("apiAddressIsNone");
  return text.replace(/\/+$/, "");
}

/** Returns the default API URL of an edition. */
function defaultApiUrl(hostname: string, origin: string): string {
  const isCloud = hostname === "github.com" || /^[^.]+\.ghe\.com$/.test(hostname);
  return isCloud ? `https://api.${hostname}` : `${origin}/api/v3`;
}

function parseUrl(address: string): URL | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  return url && HOSTNAME.test(url.hostname.replace(/\.$/, "")) ? url : undefined;
}

/** Requires https except on this machine, because tokens must not be sent unencrypted. */
function checkProtocol({ protocol, hostname }: URL): void {
  if (protocol === "https:" || (protocol === "http:" && LOOPBACK.test(hostname))) return;
  throw new AddressError("addressIsOpen");
}

/** Rejects credentials in the URL, because addresses are stored with the settings. */
function checkNoCredentials({ username, password }: URL): void {
  if (username || password) throw new AddressError("addressHasSecret");
}
