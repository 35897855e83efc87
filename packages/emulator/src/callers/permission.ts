import { isScoped } from "@forgehand/core/contract";
import type { EmulatorContext } from "../emulator-context.ts";
import { installations, isInInstallation } from "../state/apps.ts";
import { isInstalledInEnterprise } from "../state/installations.ts";
import {
  grantedPermission,
  higherPermission,
  type PermissionLevel,
  publicPermission,
  type Repository,
} from "../state/repositories.ts";
import type { Token } from "../state/tokens.ts";
import type { Caller } from "./caller.ts";

// Permissions of callers in repositories: those of the user, restricted by the token.

/** Returns the permission that the caller was explicitly granted, as far as the token allows. */
export function callerGrant(
  context: EmulatorContext,
  { token, user, app }: Caller,
  repository: Repository,
): PermissionLevel {
  if (app) return installations.find(context.db, { app_id: app.id, account_id: repository.owner_id }) ? "pull" : "none";
  if (!token || !tokenCanAccess(context, token, repository)) return "none";
  // Apps and workflows have full access to their repositories, restricted by their permission sets.
  if (token.kind === "workflow" || token.kind === "installation") return "admin";
  return user ? grantedPermission(context.db, repository, user.id) : "none";
}

/** Whether a token gives its user access to a repository, within the user's own permission. */
export function tokenCanAccess({ db }: EmulatorContext, token: Token, repository: Repository): boolean {
  if (token.repository_ids && !token.repository_ids.includes(repository.id)) return false;
  if (token.kind === "workflow") return token.repository_id === repository.id;
  if (token.kind === "installation") {
    const installation =
      token.installation_id === null ? undefined : installations.find(db, { id: token.installation_id });
    return installation !== undefined && isInInstallation(db, installation, repository);
  }
  if (token.kind === "user-access" && token.app_id !== null) {
    const installation = installations.find(db, { app_id: token.app_id, account_id: repository.owner_id });
    if (!installation || installation.suspended_at !== null) return false;
    if (!isInInstallation(db, installation, repository)) return false;
  }
  if (token.resource_owner_id !== null && token.resource_owner_id !== repository.owner_id) return false;
  return !(repository.private && isScoped(token.kind) && !token.scopes.includes("repo"));
}

/** Whether a token gives its user access to an account's own resources. Tokens of an app need an installation there. */
export function tokenCanAccessAccount({ db }: EmulatorContext, token: Token | undefined, accountId: number): boolean {
  if (!token) return true;
  if (token.resource_owner_id !== null && token.resource_owner_id !== accountId) return false;
  if (token.kind !== "user-access" || token.app_id === null) return true;
  const installation = installations.find(db, { app_id: token.app_id, account_id: accountId });
  return installation !== undefined && installation.suspended_at === null;
}

/**
 * Whether a token gives its user access to an enterprise's resources. Tokens of an app need an installation in one of
 * its accounts.
 */
export function tokenCanAccessEnterprise(
  { db }: EmulatorContext,
  token: Token | undefined,
  enterpriseId: number,
): boolean {
  if (token?.kind !== "user-access" || token.app_id === null) return true;
  return isInstalledInEnterprise(db, token.app_id, enterpriseId);
}

/** Returns the caller's permission in a repository, granted explicitly or by the repository being public. */
export function effectivePermission(context: EmulatorContext, caller: Caller, repository: Repository): PermissionLevel {
  return higherPermission(publicPermission(repository), callerGrant(context, caller, repository));
}

/** Whether the caller can see that a repository exists. */
export function canSeeRepository(context: EmulatorContext, caller: Caller, repository: Repository): boolean {
  return effectivePermission(context, caller, repository) !== "none";
}
