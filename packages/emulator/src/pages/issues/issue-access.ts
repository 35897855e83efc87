import type { Caller } from "../../callers/caller.ts";
import { callerGrant, effectivePermission } from "../../callers/permission.ts";
import type { EmulatorContext } from "../../emulator-context.ts";
import type { Account } from "../../state/accounts.ts";
import type { Issue } from "../../state/issues.ts";
import { pullRequestOf } from "../../state/pull-requests.ts";
import { includesPermission, type Repository } from "../../state/repositories.ts";

/** An issue or pull request with the user who wants to change it. */
export interface IssueAccess {
  readonly context: EmulatorContext;
  readonly caller: Caller;
  readonly repository: Repository;
  readonly user: Account;
  readonly issue: Issue;
}

/** Returns whether the user can comment: a locked conversation is only open to those with access. */
export function canComment({ context, caller, repository, issue }: IssueAccess): boolean {
  return !issue.locked || callerGrant(context, caller, repository) !== "none";
}

/** Returns whether the user can close or reopen. Merged pull requests stay closed. */
export function canChangeState({ context, caller, repository, user, issue }: IssueAccess): boolean {
  if (pullRequestOf(context.db, issue.id)?.merged_at) return false;
  return issue.user_id === user.id || includesPermission(effectivePermission(context, caller, repository), "triage");
}
