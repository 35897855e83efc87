import { getConnInfo } from "@hono/node-server/conninfo";
import type { Context } from "hono";
import { isCrossOrigin, isLocalRequest, isOwnHost } from "../../http/request-source.ts";

/** Reason for hiding tokens and private data on the start page. */
export type RestrictionReason = "remote" | "other-host" | "cross-origin";

/**
 * Tokens are shown to users of this machine only. They are hidden from remote clients, from proxies (whose connections
 * look local) and under host names other than the emulator's, which another site's page could point here (DNS
 * rebinding).
 * @param isOpenToAll whether the control API is open to everyone who can reach the emulator, which has the tokens
 * anyway
 * @returns undefined if nothing is hidden
 */
export function restrictionFor(c: Context, webUrl: string, isOpenToAll: boolean): RestrictionReason | undefined {
  const headers = c.req.header();
  if (isCrossOrigin(headers)) return "cross-origin";
  if (isOpenToAll) return undefined;
  const address = getConnInfo(c).remote.address ?? "";
  if (!isLocalRequest({ headers, address })) return "remote";
  return isOwnHost(headers, webUrl) ? undefined : "other-host";
}
