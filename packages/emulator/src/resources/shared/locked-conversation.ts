import { callerGrant } from "../../callers/permission.ts";
import type { RepositoryCall } from "../../http/handler.ts";
import { forbidden } from "../../http-error.ts";
import type { Issue } from "../../state/issues.ts";

/**
 * Checks whether the caller can comment on an issue or pull request: in a locked one, only collaborators can.
 * @throws HttpError 403
 */
export function checkUnlocked(
  { context, caller, repository }: RepositoryCall,
  { locked }: Pick<Issue, "locked">,
): void {
  if (locked && callerGrant(context, caller, repository) === "none")
    throw forbidden("Unable to create comment because issue is locked.");
}
