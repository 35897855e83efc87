import { getAccount, memberRole } from "../state/accounts.ts";
import type { Database } from "../state/database.ts";
import { enterpriseRole } from "../state/enterprises.ts";
import { grantOf, type Reach, type Repository, reaches } from "../state/repositories.ts";
import type { BypassActor, Ruleset } from "../state/rulesets.ts";
import { isInTeam } from "../state/teams.ts";

/** Who moves a ref, as far as rules tell people and apps apart. */
export interface Mover {
  readonly userId: number | undefined;
  readonly appId: number | undefined;
}

/** The service's numbers of the roles that can be let through. */
export const ROLE_IDS: ReadonlyMap<number, Reach> = new Map([
  [2, "maintain"],
  [4, "push"],
  [5, "admin"],
]);

/** How far a ruleset lets somebody through: the furthest of what their ways to it say. */
export function bypassOf(
  db: Database,
  ruleset: Ruleset,
  repository: Repository,
  mover: Mover,
): BypassActor["bypass_mode"] | undefined {
  const modes = ruleset.bypass_actors
    .filter((actor) => isActor(db, actor, repository, mover))
    .map(({ bypass_mode }) => bypass_mode);
  return (["exempt", "always", "pull_request"] as const).find((mode) => modes.includes(mode));
}

/** Deploy keys and roles of an enterprise's own making are nobody here. */
function isActor(
  db: Database,
  { actor_type, actor_id }: BypassActor,
  repository: Repository,
  { userId, appId }: Mover,
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
      return role !== undefined && reaches(grantOf(db, repository, userId), role);
    }
    case "User":
      return actor_id === userId;
    default:
      return false;
  }
}
