import { isScoped } from "@forgehand/core/contract";
import { findInstallation, getInstallation, installationReaches } from "../state/apps.ts";
import { isInstalledInEnterprise } from "../state/installations.ts";
import { further, grantOf, openReach, type Reach, type Repository } from "../state/repositories.ts";
import type { Token } from "../state/tokens.ts";
import type { World } from "../world.ts";
import type { Caller } from "./caller.ts";

// How far callers reach into repositories: what people may do, and what their tokens leave of it.

/** What the caller was given of a repository, as far as the token goes. */
export function grantOfCaller(world: World, { token, user, app }: Caller, repository: Repository): Reach {
  if (app) return findInstallation(world.db, app.id, repository.owner_id) ? "pull" : "none";
  if (!token || !tokenReaches(world, token, repository)) return "none";
  // Apps and workflows reach what they were made for; what they may do there, their permission sets say.
  if (token.kind === "workflow" || token.kind === "installation") return "admin";
  return user ? grantOf(world.db, repository, user.id) : "none";
}

/** Does a token let its owner at a repository, as far as they may themselves? */
export function tokenReaches({ db }: World, token: Token, repository: Repository): boolean {
  if (token.repository_ids && !token.repository_ids.includes(repository.id)) return false;
  if (token.kind === "workflow") return token.repository_id === repository.id;
  if (token.kind === "installation") {
    const installation = token.installation_id === null ? undefined : getInstallation(db, token.installation_id);
    return installation !== undefined && installationReaches(db, installation, repository);
  }
  if (token.kind === "user-access" && token.app_id !== null) {
    const installation = findInstallation(db, token.app_id, repository.owner_id);
    if (!installation || installation.suspended_at !== null) return false;
    if (!installationReaches(db, installation, repository)) return false;
  }
  if (token.resource_owner_id !== null && token.resource_owner_id !== repository.owner_id) return false;
  return !(repository.private && isScoped(token.kind) && !token.scopes.includes("repo"));
}

/** Does a token of a person let its owner at an account's own things? One that an app got, where the app is installed. */
export function tokenReachesAccount({ db }: World, token: Token | undefined, accountId: number): boolean {
  if (!token) return true;
  if (token.resource_owner_id !== null && token.resource_owner_id !== accountId) return false;
  if (token.kind !== "user-access" || token.app_id === null) return true;
  const installation = findInstallation(db, token.app_id, accountId);
  return installation !== undefined && installation.suspended_at === null;
}

/** The same of an enterprise's things: an app is installed for one of its accounts. */
export function tokenReachesEnterprise({ db }: World, token: Token | undefined, enterpriseId: number): boolean {
  if (token?.kind !== "user-access" || token.app_id === null) return true;
  return isInstalledInEnterprise(db, token.app_id, enterpriseId);
}

/** How far the caller reaches into a repository, because it was given or because everybody may. */
export function reachOfCaller(world: World, caller: Caller, repository: Repository): Reach {
  return further(openReach(repository), grantOfCaller(world, caller, repository));
}

/** May the caller know that a repository exists? */
export function isVisible(world: World, caller: Caller, repository: Repository): boolean {
  return reachOfCaller(world, caller, repository) !== "none";
}
