import type { RepositoryCall } from "../../http/handler.ts";
import { HttpError, redirect } from "../../http-error.ts";
import type { BranchView } from "../../objects/branch.ts";
import { isProtectedBranch } from "../../rules/applicable-rulesets.ts";
import { findProtection } from "../../rules/branch-protection.ts";
import { findRenamedBranch } from "../../state/branch-protections.ts";
import { findRef } from "../../state/git-store.ts";
import { storeOf } from "../shared/repository-history.ts";

/** Returns a branch of a repository with its protection. */
export function viewBranch({ context, repository }: RepositoryCall, name: string, sha: string): BranchView {
  const protection = findProtection(context.db, repository.id, name);
  const isProtected = protection !== undefined || isProtectedBranch(context.db, repository, name);
  return { name, sha, isProtected, protection };
}

/**
 * Returns the head of a branch.
 * @throws HttpError 404; 301 to the new name of a renamed branch
 */
export function requireBranchHead(call: RepositoryCall, name: string): string {
  const sha = findRef(storeOf(call), `refs/heads/${name}`);
  if (sha !== undefined) return sha;
  const { context, repository } = call;
  const renamed = findRenamedBranch(context.db, repository.id, name);
  if (renamed === undefined) throw new HttpError(404, "Branch not found");
  const branches = `${context.apiUrl}/repositories/${repository.id}/branches`;
  throw redirect("GET", `${branches}/${encodeURIComponent(renamed)}`);
}
