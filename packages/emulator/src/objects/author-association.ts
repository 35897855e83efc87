import { memberRole } from "../state/accounts.ts";
import { hasMerged } from "../state/pull-requests.ts";
import { grantOf, type Repository } from "../state/repositories.ts";
import type { World } from "../world.ts";

/** What an author is to a repository, the closest first (public description). */
export function associationOf({ db }: World, repository: Repository, userId: number | null) {
  if (userId === null) return "NONE";
  if (repository.owner_id === userId) return "OWNER";
  if (memberRole(db, repository.owner_id, userId) !== undefined) return "MEMBER";
  if (grantOf(db, repository, userId) !== "none") return "COLLABORATOR";
  return hasMerged(db, repository.id, userId) ? "CONTRIBUTOR" : "NONE";
}
