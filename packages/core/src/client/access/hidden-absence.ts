import type { CallRequest, CallResponse } from "../middleware.ts";

/**
 * Returns whether a status that the contract documents as an absence can also mean that the token lacks a scope.
 * @param canSeeRepository reads the repository; called if nothing else decides it
 */
export async function isHiddenAbsence(
  { definition: { absent, access }, operation, private: isPrivate }: CallRequest,
  { status, headers }: CallResponse,
  canSeeRepository: () => Promise<unknown>,
): Promise<boolean> {
  const held = headers.get("x-oauth-scopes");
  // An app's user access token has permissions instead.
  const isScoped = held || (held === "" && !headers.has("x-oauth-client-id"));
  if (!isScoped || absent?.[status] === undefined) return false;
  const lacks = (accepted: string) => !accepted.split(", ").some((scope) => held.split(", ").includes(scope));
  // The service lists the accepted scopes with those that imply them, but not `repo` alone, which only the contract names.
  const last = access.requirements.at(-1)?.[0];
  const isRepo = last && "scope" in last && last.scope === "repo" && !last.when;
  const accepted = headers.get("x-accepted-oauth-scopes") || (isRepo && last.scope);
  if (accepted && lacks(accepted)) return true;
  return operation.path.includes("{repo}") && lacks("repo") && (isPrivate ?? !(await canSeeRepository()));
}
