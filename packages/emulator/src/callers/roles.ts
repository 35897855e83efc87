import type { Role } from "@forgehand/core/contract";
import type { EmulatorContext } from "../emulator-context.ts";
import { getAccount, memberRole, organizationRoles } from "../state/accounts.ts";
import { installations } from "../state/apps.ts";
import { enterpriseRole } from "../state/enterprises.ts";
import { includesPermission } from "../state/repositories.ts";
import { isSecurityManager } from "../state/security-managers.ts";
import type { Caller, PathResources } from "./caller.ts";
import { callerGrant, effectivePermission, tokenCanAccessAccount, tokenCanAccessEnterprise } from "./permission.ts";

/**
 * Requirement of each role, phrased to follow "Must". GitHub's words for repositories name administrators, whatever role
 * is sufficient (source: recorded). Those for organizations and enterprises are assumed.
 */
export const ROLE_REQUIREMENTS: Readonly<Record<Role, string>> = {
  collaborator: "be a collaborator of the repository",
  push: "have admin rights to Repository",
  "repository-admin": "have admin rights to Repository",
  "organization-member": "be a member of the organization",
  "organization-owner": "be an owner of the organization",
  "billing-manager": "manage the billing",
  "security-manager": "be a security manager of the organization",
  "enterprise-member": "be a member of the enterprise",
  "enterprise-owner": "be an owner of the enterprise",
};

/**
 * Whether the caller has a role for the resources in the path. Installations have every role where they are installed.
 */
export function hasRole(context: EmulatorContext, role: Role, caller: Caller, resources: PathResources): boolean {
  switch (role) {
    case "collaborator":
      return resources.repository !== undefined && callerGrant(context, caller, resources.repository) !== "none";
    case "push":
      return hasPermission(context, caller, resources, "push");
    case "repository-admin":
      return hasPermission(context, caller, resources, "admin");
    case "enterprise-owner":
    case "enterprise-member":
      return hasEnterpriseRoleOf(context, role, caller, resources);
    case "billing-manager":
      return isBillingManager(context, caller, resources);
    default:
      return hasOrganizationRoleOf(context, role, caller, resources);
  }
}

function hasPermission(
  context: EmulatorContext,
  caller: Caller,
  { repository }: PathResources,
  required: "push" | "admin",
): boolean {
  return repository !== undefined && includesPermission(effectivePermission(context, caller, repository), required);
}

function isInstalled({ db }: EmulatorContext, { token }: Caller, accountId: number): boolean {
  if (token === undefined || token.installation_id === null) return false;
  return installations.find(db, { id: token.installation_id })?.account_id === accountId;
}

function hasOrganizationRoleOf(
  context: EmulatorContext,
  role: "organization-member" | "organization-owner" | "security-manager",
  caller: Caller,
  { organization: pathOrganization, repository }: PathResources,
): boolean {
  // For a repository, the role in the owning organization counts.
  const owner = repository && getAccount(context.db, repository.owner_id);
  const organization = pathOrganization ?? (owner?.type === "Organization" ? owner : undefined);
  if (!organization) return false;
  if (isInstalled(context, caller, organization.id)) return true;
  const { token, user } = caller;
  if (!user || !tokenCanAccessAccount(context, token, organization.id)) return false;
  const actualRole = memberRole(context.db, organization.id, user.id);
  if (role === "organization-member") return actualRole !== undefined;
  if (role === "security-manager") return isSecurityManager(context.db, organization.id, user.id);
  return actualRole === "admin";
}

function hasEnterpriseRoleOf(
  context: EmulatorContext,
  role: "enterprise-owner" | "enterprise-member",
  caller: Caller,
  { enterprise }: PathResources,
): boolean {
  const { user, token } = caller;
  if (enterprise && token && token.installation_id !== null) {
    const installation = installations.find(context.db, { id: token.installation_id });
    return (
      installation !== undefined && getAccount(context.db, installation.account_id).enterprise_id === enterprise.id
    );
  }
  if (!enterprise || !user || !tokenCanAccessEnterprise(context, token, enterprise.id)) return false;
  const actualRole = enterpriseRole(context.db, enterprise.id, user.id);
  return role === "enterprise-member" ? actualRole !== undefined : actualRole === "owner";
}

function isBillingManager(
  context: EmulatorContext,
  caller: Caller,
  { organization, enterprise }: PathResources,
): boolean {
  const { token, user } = caller;
  if (!user) return false;
  if (enterprise) {
    if (!tokenCanAccessEnterprise(context, token, enterprise.id)) return false;
    return enterpriseRole(context.db, enterprise.id, user.id) === "billing-manager";
  }
  if (!organization || !tokenCanAccessAccount(context, token, organization.id)) return false;
  return organizationRoles.has(context.db, {
    organization_id: organization.id,
    user_id: user.id,
    role: "billing-manager",
  });
}
