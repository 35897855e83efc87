import type { TextKey } from "../locales/text-keys.ts";

/** The addresses of a GitHub host. */
export interface HostAddress {
  readonly origin: string;
  /** URL of the host's API. */
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

/** Names and addresses of this machine. */
const LOOPBACK = /^((.+\.)?localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** Hosts of GitHub itself. */
const GITHUB_CLOUD = /^(github\.com|[^.]+\.ghe\.com)$/;
const GITHUB_ALIASES = new Set(["www.github.com", "api.github.com", "gist.github.com", "ssh.github.com"]);

/**
 * Parses the address of a host.
 * @throws AddressError if the address is invalid
 */
export function parseHostAddress(input: string): HostAddress {
  const url = parseUrl(withScheme(input.trim()));
  if (!url) throw new AddressError("addressIsNone");
  checkNoCredentials(url);
  if (hasPath(url)) throw new AddressError("addressHasPath");
  if (GITHUB_ALIASES.has(url.hostname)) return parseHostAddress("github.com");
  const { hostname, port, origin } = url;
  if (GITHUB_CLOUD.test(hostname) && !port) return { origin: `https://${hostname}`, apiUrl: `https://api.${hostname}` };
  return { origin, apiUrl: `${origin}/api/v3` };
}

/** A host's addresses, and whether more than the host was typed. */
export interface TypedHost extends HostAddress {
  readonly isReduced: boolean;
}

/** Clone addresses that are not URLs of pages: `git@host:owner/repo.git` and `ssh://git@host:22/owner/repo.git`. */
const SCP_ADDRESS = /^[\w.-]+@([^/:@\s]+):(?!\/\/)\S/;
const SSH_URL = /^(?:git|(?:git\+)?ssh):\/\/(?:[\w.-]+@)?([^/:@\s]+)(?::\d+)?(?:\/|$)/i;

/**
 * Parses what a user typed or pasted as a host. Links to the host's pages and clone addresses are reduced to the host.
 * @throws AddressError if the address is invalid
 */
export function parseTypedHost(input: string): TypedHost {
  const text = input.trim();
  const cloneHost = (SCP_ADDRESS.exec(text) ?? SSH_URL.exec(text))?.[1];
  if (cloneHost !== undefined) return { ...parseHostAddress(cloneHost), isReduced: true };
  const url = parseUrl(withScheme(text));
  if (!url || !hasPath(url)) return { ...parseHostAddress(text), isReduced: false };
  checkNoCredentials(url);
  return { ...parseHostAddress(url.origin), isReduced: true };
}

/**
 * Parses the address of an API.
 * @throws AddressError if the address is invalid
 */
export function parseApiAddress(input: string): string {
  const url = parseUrl(input.trim());
  if (!url) throw new AddressError("apiAddressIsNone");
  checkNoCredentials(url);
  if (url.search || url.hash) throw new AddressError("apiAddressIsNone");
  return url.href.replace(/\/+$/, "");
}

/** Whether an origin is GitHub's own, rather than a self-hosted server. */
export function isGitHubCloud(origin: string): boolean {
  const { protocol, hostname, port } = new URL(origin);
  return protocol === "https:" && port === "" && GITHUB_CLOUD.test(hostname);
}

/** Whether a host's pages or its API can be read and changed by anyone on the network. */
export function isUnencrypted({ origin, apiUrl }: HostAddress): boolean {
  return [origin, apiUrl].some((address) => {
    const { protocol, hostname } = new URL(address);
    return protocol !== "https:" && !LOOPBACK.test(hostname);
  });
}

/** Parses a URL. A trailing dot of the host denotes the same host, and is dropped. */
function parseUrl(address: string): URL | undefined {
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  url.hostname = url.hostname.replace(/\.$/, "");
  return HOSTNAME.test(url.hostname) && /^https?:$/.test(url.protocol) ? url : undefined;
}

const withScheme = (address: string) => (/^[a-z]+:\/\//i.test(address) ? address : `https://${address}`);

const hasPath = ({ pathname, search, hash }: URL) => pathname !== "/" || search !== "" || hash !== "";

/** Rejects credentials in the URL, because addresses are stored with the settings. */
function checkNoCredentials({ username, password }: URL): void {
  if (username || password) throw new AddressError("addressHasSecret");
}
