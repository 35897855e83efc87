import type { EmulatorContext } from "../emulator-context.ts";
import { memberRole } from "../state/accounts.ts";
import { hasMergedPullRequest } from "../state/pull-requests.ts";
import { grantedPermission, type Repository } from "../state/repositories.ts";

/** Returns an author's closest association with a repository. */
export function authorAssociation({ db }: EmulatorContext, repository: Repository, userId: number | null) {
  if (userId === null) return "NONE";
  if (repository.owner_id === userId) return "OWNER";
  if (memberRole(db, repository.owner_id, userId) !== undefined) return "MEMBER";
  if (grantedPermission(db, repository, userId) !== "none") return "COLLABORATOR";
  return hasMergedPullRequest(db, repository.id, userId) ? "CONTRIBUTOR" : "NONE";
}
