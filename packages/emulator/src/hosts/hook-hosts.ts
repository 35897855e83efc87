import { readHost } from "./host.ts";

/** Hosts that webhooks can be delivered to although they may not be on the public Internet. */
export interface HookHosts {
  /**
   * Allows a host on all ports, or on one port: `HOST` or `HOST:PORT`.
   * @throws RangeError if it is invalid
   */
  allow(host: string): void;
  /** Allows the host and port of a URL. */
  allowUrl(url: string): void;
  isAllowed(url: URL): boolean;
}

/**
 * Creates the list of allowed hosts.
 * @param subject the option that the initial hosts come from, for error messages
 * @throws RangeError if a host is invalid
 */
export function createHookHosts(hosts: readonly string[], subject: string): HookHosts {
  const allowed = new Set(hosts.map((host) => parseHookHost(subject, host)));
  return {
    allow: (host) => void allowed.add(parseHookHost("A webhook's host", host)),
    allowUrl: (url) => void allowed.add(hostAndPort(new URL(url))),
    isAllowed: (url) => allowed.has(hostOf(url)) || allowed.has(hostAndPort(url)),
  };
}

/**
 * Validates a host and returns it as URLs contain it, so that all spellings of an address are the same.
 * @throws RangeError
 */
function parseHookHost(subject: string, text: string): string {
  const { name, port } = readHost(subject, text);
  return port === "" ? name : `${name}:${Number(port)}`;
}

const hostOf = ({ hostname }: URL) => hostname.replace(/\.$/, "");

const hostAndPort = (url: URL) => `${hostOf(url)}:${url.port || (url.protocol === "https:" ? "443" : "80")}`;
