import { parseHostAddress } from "./host-address.ts";

/** Returns whether an administrator's list allows an account: its host, and its API if that is not the host's own. */
export function isAccountAllowed(
  { origin, apiUrl }: { readonly origin: string; readonly apiUrl: string },
  allowedHosts: readonly string[] | undefined,
): boolean {
  if (!isHostAllowed(origin, allowedHosts)) return false;
  return apiUrl === parseHostAddress(origin).apiUrl || isHostAllowed(new URL(apiUrl).origin, allowedHosts);
}

/**
 * Returns whether an administrator's list allows accounts on a host. Entries are hosts (`forge.example.com`),
 * optionally with port or scheme, or all subdomains of a domain (`*.example.com`).
 */
export function isHostAllowed(origin: string, allowedHosts: readonly string[] | undefined): boolean {
  if (!allowedHosts) return true;
  const { host, hostname, protocol } = new URL(origin);
  return allowedHosts.some((entry) => {
    const [, scheme = "https:", given = ""] = /^(?:(https?:)\/\/)?([^/]*)\/*$/.exec(entry.trim().toLowerCase()) ?? [];
    // A trailing dot denotes the same host.
    const name = given.replace(/\.(?=$|:\d)/, "");
    if (scheme !== protocol) return false;
    return name.startsWith("*.") ? hostname.endsWith(name.slice(1)) : name === host;
  });
}
