import type { EmulatorContext, WebhookEvent } from "../../emulator-context.ts";
import type { Account } from "../../state/accounts.ts";
import { pullRequestOf } from "../../state/pull-requests.ts";
import { issueEvent, type RepositoryIssue } from "./issues.ts";
import { createPullRequestEvent } from "./pull-requests.ts";

/** Creates an event about an issue (`issues`) or a pull request (`pull_request`). */
export function issueOrPullEvent(
  context: EmulatorContext,
  { repository, issue }: RepositoryIssue,
  sender: Account,
  action: string,
  extraFields: object,
): WebhookEvent {
  const pull = pullRequestOf(context.db, issue.id);
  return pull
    ? createPullRequestEvent(context, repository, pull, sender, action, extraFields)
    : issueEvent(context, { repository, issue }, sender, action, () => extraFields);
}
