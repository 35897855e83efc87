import { isScoped } from "@forgehand/core/contract";
import { findInstallation, getInstallation, installationReaches } from "../state/apps.ts";
import { further, grantOf, openReach, type Reach, type Repository } from "../state/repositories.ts";
import type { World } from "../world.ts";
import type { Caller } from "./call.ts";

// How far callers reach into repositories: what people may do, and what their tokens leave of it.

/** What the caller was given of a repository, as far as the token goes. */
export function grantOfCaller({ db }: World, { token, user, app }: Caller, repository: Repository): Reach {
  if (app) return findInstallation(db, app.id, repository.owner_id) ? "pull" : "none";
  if (!token) return "none";
  if (token.repository_ids && !token.repository_ids.includes(repository.id)) return "none";
  // Apps and workflows reach what they were made for; what they may do there, their permission sets say.
  if (token.kind === "workflow") return token.repository_id === repository.id ? "admin" : "none";
  if (token.kind === "installation") {
    const installation = token.installation_id === null ? undefined : getInstallation(db, token.installation_id);
    return installation && installationReaches(db, installation, repository) ? "admin" : "none";
  }
  if (token.kind === "user-access" && token.app_id !== null) {
    const installation = findInstallation(db, token.app_id, repository.owner_id);
    if (!installation || !installationReaches(db, installation, repository)) return "none";
  }
  if (token.resource_owner_id !== null && token.resource_owner_id !== repository.owner_id) return "none";
  if (repository.private && isScoped(token.kind) && !token.scopes.includes("repo")) return "none";
  return user ? grantOf(db, repository, user.id) : "none";
}

/** How far the caller reaches into a repository, because it was given or because everybody may. */
export function reachOfCaller(world: World, caller: Caller, repository: Repository): Reach {
  return further(openReach(repository), grantOfCaller(world, caller, repository));
}

/** May the caller know that a repository exists? */
export function isVisible(world: World, caller: Caller, repository: Repository): boolean {
  return reachOfCaller(world, caller, repository) !== "none";
}
