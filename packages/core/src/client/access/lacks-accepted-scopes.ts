import type { CallRequest, CallResponse } from "../middleware.ts";

/**
 * Returns whether a response shows that the token has no accepted scope. The service lists the accepted scopes with
 * those that imply them, but not `repo` alone, which only the contract names.
 */
export function lacksAcceptedScopes({ definition }: CallRequest, { headers }: Pick<CallResponse, "headers">): boolean {
  const held = headers.get("x-oauth-scopes")?.split(", ");
  const last = definition.access.requirements.at(-1)?.[0];
  const isRepo = last && "scope" in last && last.scope === "repo" && !last.when;
  const accepted = headers.get("x-accepted-oauth-scopes") || (isRepo && last.scope);
  return !!held && !!accepted && !accepted.split(", ").some((scope) => held.includes(scope));
}
