import { hasRole } from "../../callers/roles.ts";
import type { RepositoryCall } from "../../http/handler.ts";
import { getAccount } from "../../state/accounts.ts";
import { type OrganizationSettings, organizationSettings } from "../../state/organization-settings.ts";

/**
 * Reports whether the repository's organization restricts this action to its owners and the caller is not an owner.
 */
export function isRestrictedToOwners(
  call: RepositoryCall,
  setting: keyof OrganizationSettings & `members_can_${string}`,
): boolean {
  const { context, caller, repository } = call;
  const organization = getAccount(context.db, repository.owner_id);
  if (organization.type !== "Organization" || organizationSettings(context.db, organization.id)[setting]) return false;
  return !hasRole(context, "organization-owner", caller, { ...call, organization });
}
