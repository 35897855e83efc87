import { readHostAddress } from "./address.ts";

/** Does an administrator's list let an account be: for its host, with an API that is that host's own or on the list itself? */
export function isAccountAllowed(
  { origin, apiUrl }: { readonly origin: string; readonly apiUrl: string },
  allowedHosts: readonly string[] | undefined,
): boolean {
  if (!isAllowed(origin, allowedHosts)) return false;
  return apiUrl === readHostAddress(origin).apiUrl || isAllowed(new URL(apiUrl).origin, allowedHosts);
}

/**
 * Does an administrator's list let accounts be for a host? Entries are hosts (`forge.example.com`), with a port or a scheme
 * where those matter, or everything below a domain (`*.example.com`).
 */
export function isAllowed(origin: string, allowedHosts: readonly string[] | undefined): boolean {
  if (!allowedHosts) return true;
  const { host, hostname, protocol } = new URL(origin);
  return allowedHosts.some((entry) => {
    const [, scheme = "https:", name = ""] = /^(?:(https?:)\/\/)?([^/]*)\/*$/.exec(entry.trim().toLowerCase()) ?? [];
    if (scheme !== protocol) return false;
    return name.startsWith("*.") ? hostname.endsWith(name.slice(1)) : name === host;
  });
}
