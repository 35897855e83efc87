import { type Asker, isNear, isOfOtherOrigin, isOfOtherSite, isOwnName } from "../../http/who-asks.ts";

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
  if (!anyone && !isNear(asker)) {
    return "The control API is asked from this machine alone, unless the service is started for anyone.";
  }
  if (!anyone && !isOwnName(headers, webUrl)) {
    return `The control API is asked at ${webUrl}, and not at ${JSON.stringify(headers["host"] ?? "")}.`;
  }
  const isOfPage = isOfOtherOrigin(headers) || isOfOtherSite(headers);
  return isOfPage ? "The control API is not for pages of other origins." : undefined;
}
