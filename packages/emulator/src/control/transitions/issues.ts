import { transferEvents } from "../../deliveries/events/issues.ts";
import { recordIssueEvent } from "../../effects/issue-events.ts";
import { closeIssue, deleteIssue, reopenIssue } from "../../effects/issues.ts";
import type { EmulatorContext } from "../../emulator-context.ts";
import type { IssueTransition } from "../../public.ts";
import type { Account } from "../../state/accounts.ts";
import { transferIssue } from "../../state/issue-transitions.ts";
import { type Issue, issues } from "../../state/issues.ts";
import { pullRequests } from "../../state/pull-requests.ts";
import { fullNameOf, type Repository } from "../../state/repositories.ts";
import { timestamp } from "../../timestamp.ts";
import { actingAccount, requireWritableRepository } from "../find-by-name.ts";

/**
 * Closes, reopens, deletes or transfers an issue.
 * @throws RangeError if that is not possible
 */
export function transitionIssue(context: EmulatorContext, transition: IssueTransition): void {
  const { db } = context;
  const repository = requireWritableRepository(db, transition.repository);
  const issue = requireActiveIssue(context, repository, transition.issue);
  const sender = actingAccount(db, repository.owner_id, transition.by);
  const issueName = `Issue ${issue.number} of ${transition.repository}`;
  if (transition.target !== undefined && transition.to !== "transferred") {
    throw new RangeError(`"target" is only for the transition "transferred", got ${JSON.stringify(transition.to)}.`);
  }
  const change = { repository, issue, sender };
  switch (transition.to) {
    case "closed":
      if (issue.state === "closed") throw new RangeError(`${issueName} is already closed.`);
      closeIssue(context, change, { reason: transition.reason ?? "completed" });
      return;
    case "open":
      if (issue.state === "open") throw new RangeError(`${issueName} is already open.`);
      reopenIssue(context, change);
      return;
    case "deleted":
      deleteIssue(context, change);
      return;
    case "transferred":
      transfer(
        context,
        { repository, issue },
        requireTransferTarget(context, repository, transition, issueName),
        sender,
      );
  }
}

/** Returns an issue that was neither deleted nor transferred. */
function requireActiveIssue({ db }: EmulatorContext, repository: Repository, number: number): Issue {
  const issue = issues.find(db, { repository_id: repository.id, number });
  const name = fullNameOf(db, repository);
  if (!issue) throw new RangeError(`${name} has no issue ${number}.`);
  if (pullRequests.has(db, { issue_id: issue.id }))
    throw new RangeError(`${number} is a pull request of ${name}: use "pull" instead.`);
  if (issue.deleted_at !== null) throw new RangeError(`Issue ${number} of ${name} was deleted.`);
  if (issue.moved_number !== null) throw new RangeError(`Issue ${number} of ${name} was transferred.`);
  return issue;
}

/**
 * Returns the target of a transfer. GitHub requires the same owner, and doesn't transfer private issues to public
 * repositories.
 */
function requireTransferTarget(
  { db }: EmulatorContext,
  repository: Repository,
  { target }: IssueTransition,
  issueName: string,
): Repository {
  if (target === undefined) throw new RangeError(`"target" is required, such as acme/gears.`);
  const found = requireWritableRepository(db, target);
  if (found.id === repository.id) throw new RangeError(`${issueName} is already in ${target}.`);
  if (found.owner_id !== repository.owner_id) {
    throw new RangeError(`${issueName} can't be transferred to ${target}, which has another owner.`);
  }
  if (!found.settings.has_issues)
    throw new RangeError(`${issueName} can't be transferred to ${target}, where issues are disabled.`);
  if (repository.private && !found.private) {
    throw new RangeError(`${issueName} can't be transferred to ${target}, which is public, from a private repository.`);
  }
  return found;
}

function transfer(
  context: EmulatorContext,
  from: { repository: Repository; issue: Issue },
  target: Repository,
  sender: Account,
): void {
  const { db, deliveries } = context;
  // The event describes the issue as it was before.
  const movedIssue = transferIssue(db, from.issue, target, timestamp(context.now()));
  recordIssueEvent(context, movedIssue, sender, "transferred");
  const to = {
    repository: target,
    issue: issues.find(db, { repository_id: target.id, number: movedIssue.number }) ?? movedIssue,
  };
  const events = transferEvents(context, from, to, sender);
  deliveries.emit(from.repository.id, events.from);
  deliveries.emit(target.id, events.to);
}
