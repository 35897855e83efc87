import { issueOrPullEvent } from "../deliveries/events/issue-or-pull.ts";
import type { EmulatorContext } from "../emulator-context.ts";
import type { Account } from "../state/accounts.ts";
import { getIssue, type Issue, issues } from "../state/issues.ts";
import type { Repository } from "../state/repositories.ts";
import { timestamp } from "../timestamp.ts";

/** An issue or pull request that is changed, and the account that changes it. */
export interface IssueChange {
  readonly repository: Repository;
  readonly issue: Issue;
  readonly sender: Account;
}

/** Sets the time of an issue's last change. */
export function touchIssue({ db, now }: EmulatorContext, { id }: Pick<Issue, "id">): void {
  issues.update(db, { id }, { updated_at: timestamp(now()) });
}

/**
 * Emits the event for a change that was made: `issues` or, for a pull request, `pull_request`.
 * @returns the issue after the change
 */
export function emitIssueChange(
  context: EmulatorContext,
  { repository, issue, sender }: IssueChange,
  action: string,
  extraFields: object = {},
): Issue {
  const after = getIssue(context.db, issue.id);
  context.deliveries.emit(
    repository.id,
    issueOrPullEvent(context, { repository, issue: after }, sender, action, extraFields),
  );
  return after;
}
