import { getConnInfo } from "@hono/node-server/conninfo";
import type { Context } from "hono";
import { isNear, isOfOtherOrigin, isOwnName } from "../../http/who-asks.ts";

/** Why somebody is not shown what only this machine may know. */
export type Reserve = "far" | "elsewhere" | "foreign";

/**
 * Whoever sits at this machine is shown its tokens, and nobody else: not from afar, not through a proxy, which makes
 * everybody look near, and not under a name that a stranger's page made point here.
 * @param anyone whether whoever reaches the service may ask for them anyhow, of the control API
 * @returns undefined where nothing is kept back
 */
export function reserveFor(context: Context, webUrl: string, anyone: boolean): Reserve | undefined {
  const headers = context.req.header();
  if (isOfOtherOrigin(headers)) return "foreign";
  if (anyone) return undefined;
  const address = getConnInfo(context).remote.address ?? "";
  if (!isNear({ headers, address })) return "far";
  return isOwnName(headers, webUrl) ? undefined : "elsewhere";
}
