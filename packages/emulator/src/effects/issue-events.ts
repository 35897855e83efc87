import type { EmulatorContext } from "../emulator-context.ts";
import type { Account } from "../state/accounts.ts";
import { type IssueEvent, type IssueEventDetails, type IssueEventName, issueEvents } from "../state/issue-events.ts";
import type { Issue } from "../state/issues.ts";
import type { Team } from "../state/teams.ts";
import { timestamp } from "../timestamp.ts";

/** Fields that only some kinds of events have. */
export interface IssueEventFields extends IssueEventDetails {
  readonly commitSha?: string | undefined;
  /** The assignee or requested reviewer. */
  readonly subject?: Account | undefined;
  /** The requested team. */
  readonly team?: Team | undefined;
}

/**
 * Records an event of an issue or a pull request, for its list of events and its timeline.
 * @param issue the issue; of a pull request, the one with its `issue_id`
 */
export function recordIssueEvent(
  context: EmulatorContext,
  { id }: Pick<Issue, "id">,
  actor: Account,
  event: IssueEventName,
  { commitSha, subject, team, ...details }: IssueEventFields = {},
): IssueEvent {
  return issueEvents.insert(context.db, {
    issue_id: id,
    actor_id: actor.id,
    event,
    commit_sha: commitSha,
    subject_id: subject?.id,
    team_id: team?.id,
    details,
    created_at: timestamp(context.now()),
  });
}
