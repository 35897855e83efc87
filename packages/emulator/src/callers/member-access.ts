import type { EmulatorContext } from "../emulator-context.ts";
import { getAccount } from "../state/accounts.ts";
import { getRepository } from "../state/repositories.ts";
import type { Caller } from "./caller.ts";
import { hasRole } from "./roles.ts";

/**
 * Whether the caller can see fields that are visible to an organization's members only. Workflows in its repositories
 * can.
 */
export function hasMemberAccess(context: EmulatorContext, caller: Caller, organizationId: number): boolean {
  const homeRepositoryId = caller.token?.kind === "workflow" ? caller.token.repository_id : null;
  if (homeRepositoryId !== null) return getRepository(context.db, homeRepositoryId)?.owner_id === organizationId;
  const organization = getAccount(context.db, organizationId);
  const resources = { organization, repository: undefined, enterprise: undefined, subject: undefined };
  return hasRole(context, "organization-member", caller, resources);
}
