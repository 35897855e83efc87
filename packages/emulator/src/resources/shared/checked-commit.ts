import { callingAppId } from "../../callers/calling-app.ts";
import { resolveCommit } from "../../git/resolve.ts";
import type { RepositoryCall } from "../../http/handler.ts";
import { forbidden, HttpError } from "../../http-error.ts";
import { findObjectHeader } from "../../state/git-store.ts";
import { workflowRuns } from "../../state/workflow-runs.ts";

/**
 * Returns the id of the app that the call acts for.
 * @throws HttpError 403 if the token is a user's own
 */
export function requireCallingApp({ context, caller }: RepositoryCall): number {
  const id = callingAppId(context, caller);
  if (id === undefined) throw forbidden("You must authenticate via an app.");
  return id;
}

/**
 * Resolves the branch, tag or commit whose checks are listed. Commits of workflow runs don't need to exist.
 * @throws HttpError 422 if it doesn't exist
 */
export function requireCheckedCommit({ context: { db }, repository }: RepositoryCall, ref: string): string {
  const sha = resolveCommit({ db, repositoryId: repository.id }, ref);
  if (sha !== undefined) return sha;
  if (workflowRuns.has(db, { repository_id: repository.id, head_sha: ref })) return ref;
  throw new HttpError(422, `No commit found for SHA: ${ref}`);
}

/** @throws HttpError 422 if the repository doesn't have the commit */
export function requireHeadSha({ context: { db }, repository }: RepositoryCall, sha: string): void {
  if (findObjectHeader({ db, repositoryId: repository.id }, sha)?.type === "commit") return;
  throw new HttpError(422, `No commit found for SHA: ${sha}`);
}
