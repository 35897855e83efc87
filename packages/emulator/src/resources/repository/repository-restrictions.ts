import { hasRole } from "../../callers/roles.ts";
import type { RepositoryCall } from "../../http/call.ts";
import { getAccount } from "../../state/accounts.ts";
import { type OrganizationSettings, organizationSettings } from "../../state/organization-settings.ts";

/** Does the repository's organization keep this from whoever is not its owner, and is the caller none? */
export function ownersAlone(
  call: RepositoryCall,
  setting: keyof OrganizationSettings & `members_can_${string}`,
): boolean {
  const { world, caller, repository } = call;
  const organization = getAccount(world.db, repository.owner_id);
  if (organization.type !== "Organization" || organizationSettings(world.db, organization.id)[setting]) return false;
  return !hasRole(world, "organization-owner", caller, { ...call, organization });
}
