import type { Role } from "@forgehand/core/contract";
import { getAccount, hasOrganizationRole, memberRole } from "../state/accounts.ts";
import { getInstallation } from "../state/apps.ts";
import { enterpriseRole } from "../state/enterprises.ts";
import { reaches } from "../state/repositories.ts";
import { isSecurityManager } from "../state/security-managers.ts";
import type { World } from "../world.ts";
import type { Caller, Named } from "./caller.ts";
import { grantOfCaller, reachOfCaller, tokenReachesAccount, tokenReachesEnterprise } from "./reach.ts";

/** What a caller must do or be to have each role, in words that follow "Must". */
export const ROLES: Readonly<Record<Role, string>> = {
  collaborator: "be a collaborator of the repository",
  push: "have push access to the repository",
  "repository-admin": "have admin rights to the repository",
  "organization-member": "be a member of the organization",
  "organization-owner": "be an owner of the organization",
  "billing-manager": "manage the billing",
  "security-manager": "be a security manager of the organization",
  "enterprise-member": "be a member of the enterprise",
  "enterprise-owner": "be an owner of the enterprise",
};

/** Is the caller in this role, of what the call names? Installations are, where they are installed. */
export function hasRole(world: World, role: Role, caller: Caller, named: Named): boolean {
  switch (role) {
    case "collaborator":
      return named.repository !== undefined && grantOfCaller(world, caller, named.repository) !== "none";
    case "push":
      return reachesInto(world, caller, named, "push");
    case "repository-admin":
      return reachesInto(world, caller, named, "admin");
    case "enterprise-owner":
    case "enterprise-member":
      return inEnterprise(world, role, caller, named);
    case "billing-manager":
      return managesBilling(world, caller, named);
    default:
      return inOrganization(world, role, caller, named);
  }
}

function reachesInto(world: World, caller: Caller, { repository }: Named, wanted: "push" | "admin"): boolean {
  return repository !== undefined && reaches(reachOfCaller(world, caller, repository), wanted);
}

function isInstalled({ db }: World, { token }: Caller, accountId: number): boolean {
  if (token === undefined || token.installation_id === null) return false;
  return getInstallation(db, token.installation_id)?.account_id === accountId;
}

function inOrganization(
  world: World,
  role: "organization-member" | "organization-owner" | "security-manager",
  caller: Caller,
  { organization: named, repository }: Named,
): boolean {
  // Where a repository is named, it is about the organization that it belongs to.
  const owner = repository && getAccount(world.db, repository.owner_id);
  const organization = named ?? (owner?.type === "Organization" ? owner : undefined);
  if (!organization) return false;
  if (isInstalled(world, caller, organization.id)) return true;
  const { token, user } = caller;
  if (!user || !tokenReachesAccount(world, token, organization.id)) return false;
  const held = memberRole(world.db, organization.id, user.id);
  if (role === "organization-member") return held !== undefined;
  if (role === "security-manager") return isSecurityManager(world.db, organization.id, user.id);
  return held === "admin";
}

function inEnterprise(
  world: World,
  role: "enterprise-owner" | "enterprise-member",
  caller: Caller,
  { enterprise }: Named,
): boolean {
  const { user, token } = caller;
  if (enterprise && token && token.installation_id !== null) {
    const installation = getInstallation(world.db, token.installation_id);
    return installation !== undefined && getAccount(world.db, installation.account_id).enterprise_id === enterprise.id;
  }
  if (!enterprise || !user || !tokenReachesEnterprise(world, token, enterprise.id)) return false;
  const held = enterpriseRole(world.db, enterprise.id, user.id);
  return role === "enterprise-member" ? held !== undefined : held === "owner";
}

function managesBilling(world: World, caller: Caller, { organization, enterprise }: Named): boolean {
  const { token, user } = caller;
  if (!user) return false;
  if (enterprise) {
    if (!tokenReachesEnterprise(world, token, enterprise.id)) return false;
    return enterpriseRole(world.db, enterprise.id, user.id) === "billing-manager";
  }
  if (!organization || !tokenReachesAccount(world, token, organization.id)) return false;
  return hasOrganizationRole(world.db, organization.id, user.id, "billing-manager");
}
