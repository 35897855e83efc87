import { type Asker, hostOf, isNear } from "../../http/nearness.ts";

/** Who may ask the control API. */
export interface Audience {
  /** Where the service says that it is. */
  readonly webUrl: string;
  /** Whoever reaches it, and not this machine alone. */
  readonly anyone: boolean;
}

/**
 * Why somebody may not ask; undefined: they may. The control API tells secrets and changes everything, so it is not for
 * pages in a person's browser, whatever name they reach this machine under, nor for other machines unless told so.
 */
export function whyRefused(asker: Asker, { webUrl, anyone }: Audience): string | undefined {
  const { headers } = asker;
  const host = (headers["host"] ?? "").toLowerCase();
  if (!anyone && !isNear(asker)) {
    return "The control API is asked from this machine alone, unless the service is started for anyone.";
  }
  // A name that somebody else has pointed at this machine (DNS rebinding) is none of its own.
  if (!anyone && !isOwnHost(host, webUrl)) {
    return `The control API is asked at ${webUrl}, and not at ${JSON.stringify(host)}.`;
  }
  const [origin, site] = [headers["origin"], headers["sec-fetch-site"]];
  const isOfPage = (origin !== undefined && hostOf(origin) !== host) || (site !== undefined && !OWN.includes(site));
  return isOfPage ? "The control API is not for pages of other origins." : undefined;
}

/** What a browser says of its own pages, and of addresses that a person typed. */
const OWN: readonly string[] = ["same-origin", "none"];

function isOwnHost(host: string, webUrl: string): boolean {
  if (host === new URL(webUrl).host) return true;
  return /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/.test(host);
}
