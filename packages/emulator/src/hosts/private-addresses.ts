import { BlockList, isIP } from "node:net";

// Networks that are not on the public Internet, or that stand for one that may not be.
// @see IANA's registries of special-purpose addresses (RFC 6890)
const PRIVATE_IPV4 = blockListOf("ipv4", [
  ...["0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24"],
  ...["192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24"],
  ...["224.0.0.0/4", "240.0.0.0/4"],
]);
// Public IPv6 addresses are in 2000::/3, which also has tunnels to IPv4 (Teredo and 6to4) and documentation addresses.
// A list of its own, because an IPv4 address would match `::/3`, which contains its IPv6 form.
const PRIVATE_IPV6 = blockListOf("ipv6", [
  "::/3",
  "4000::/2",
  "8000::/1",
  "2001::/23",
  "2001:db8::/32",
  "2002::/16",
  "3fff::/20",
]);

function blockListOf(family: "ipv4" | "ipv6", networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = "", prefix] = network.split("/");
    list.addSubnet(address, Number(prefix), family);
  }
  return list;
}

/** Whether an IP address is not on the public Internet. Anything that isn't an address counts as private. */
export function isPrivateAddress(address: string): boolean {
  // The zone of a link-local address (`fe80::1%eth0`) isn't part of the address.
  const [ip = ""] = address.split("%");
  const version = isIP(ip);
  if (version === 0) return true;
  return version === 6 ? PRIVATE_IPV6.check(ip, "ipv6") : PRIVATE_IPV4.check(ip, "ipv4");
}

/** Returns the IP address in a URL's host; undefined if it is a name. */
function addressOf(url: URL): string | undefined {
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  return isIP(host) === 0 ? undefined : host;
}

/** Whether a URL's host is a private address or a name that always stands for one. Other names must be resolved. */
export function isPrivateHost(url: URL): boolean {
  const address = addressOf(url);
  if (address !== undefined) return isPrivateAddress(address);
  return /(^|\.)localhost\.?$/.test(url.hostname);
}
