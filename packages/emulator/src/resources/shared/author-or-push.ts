import { actorOf } from "../../callers/caller.ts";
import { effectivePermission } from "../../callers/permission.ts";
import type { RepositoryCall } from "../../http/handler.ts";
import { forbidden } from "../../http-error.ts";
import { includesPermission } from "../../state/repositories.ts";

/** Returns whether the caller can push to the repository of the call. */
export function canPush({ context, caller, repository }: RepositoryCall): boolean {
  return includesPermission(effectivePermission(context, caller, repository), "push");
}

/**
 * Checks that the caller wrote something, or can push to its repository.
 * @throws HttpError 403
 */
export function checkAuthorOrPush(call: RepositoryCall, authorId: number | null): void {
  if (actorOf(call.caller)?.id !== authorId && !canPush(call)) throw forbidden("Must have admin rights to Repository.");
}
