import { type Account, getAccount, memberRole } from "../state/accounts.ts";
import { apps } from "../state/apps.ts";
import type { Database } from "../state/database.ts";
import { enterpriseRole } from "../state/enterprises.ts";
import { grantedPermission, includesPermission, type PermissionLevel, type Repository } from "../state/repositories.ts";
import type { BypassActor, Ruleset } from "../state/rulesets.ts";
import { isInTeam } from "../state/teams.ts";

/** The user or app that updates a ref. */
export interface RefActor {
  readonly userId: number | undefined;
  readonly appId: number | undefined;
}

/** Returns the user, or the app that acts as a bot. */
export function refActorOf(db: Database, { id, type }: Account): RefActor {
  return {
    userId: type === "User" ? id : undefined,
    appId: type === "Bot" ? apps.find(db, { bot_id: id })?.id : undefined,
  };
}

/** GitHub's ids of the roles that can bypass rules. */
export const ROLE_IDS: ReadonlyMap<number, PermissionLevel> = new Map([
  [2, "maintain"],
  [4, "push"],
  [5, "admin"],
]);

/** Returns the bypass mode that a ruleset grants to an actor. Of several, the most permissive one. */
export function bypassModeOf(
  db: Database,
  ruleset: Ruleset,
  repository: Repository,
  actor: RefActor,
): BypassActor["bypass_mode"] | undefined {
  const modes = ruleset.bypass_actors
    .filter((bypassActor) => matchesActor(db, bypassActor, repository, actor))
    .map(({ bypass_mode }) => bypass_mode);
  return (["exempt", "always", "pull_request"] as const).find((mode) => modes.includes(mode));
}

/** Deploy keys and custom enterprise roles don't exist in the emulator, so they never match. */
function matchesActor(
  db: Database,
  { actor_type, actor_id }: BypassActor,
  repository: Repository,
  { userId, appId }: RefActor,
): boolean {
  if (actor_type === "Integration") return appId !== undefined && appId === actor_id;
  if (userId === undefined) return false;
  switch (actor_type) {
    case "OrganizationAdmin":
      return memberRole(db, repository.owner_id, userId) === "admin";
    case "EnterpriseOwner": {
      const { enterprise_id } = getAccount(db, repository.owner_id);
      return enterprise_id !== null && enterpriseRole(db, enterprise_id, userId) === "owner";
    }
    case "Team":
      return actor_id !== null && isInTeam(db, actor_id, userId);
    case "RepositoryRole": {
      const role = ROLE_IDS.get(actor_id ?? 0);
      return role !== undefined && includesPermission(grantedPermission(db, repository, userId), role);
    }
    case "User":
      return actor_id === userId;
    default:
      return false;
  }
}
