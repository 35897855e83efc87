import { ANONYMOUS } from "../../callers/caller.ts";
import type { EmulatorContext, WebhookEvent } from "../../emulator-context.ts";
import { renderIssue } from "../../objects/issue.ts";
import { renderRepository } from "../../objects/repository.ts";
import type { Account } from "../../state/accounts.ts";
import type { Issue } from "../../state/issues.ts";
import type { Repository } from "../../state/repositories.ts";
import { commonPayload } from "./common-payload.ts";

/** An issue with its repository. */
export interface RepositoryIssue {
  readonly repository: Repository;
  readonly issue: Issue;
}

/** Webhooks are set up by members, so payloads include fields for members only. */
export const MEMBER_VIEW = { isMember: true };

/**
 * Creates an event about an issue.
 * @param extraFields the fields that are specific to the action
 */
export function issueEvent(
  context: EmulatorContext,
  { repository, issue }: RepositoryIssue,
  sender: Account,
  action: string,
  extraFields: () => object = () => ({}),
): WebhookEvent {
  return {
    name: "issues",
    action,
    get payload() {
      const rendered = renderIssue(context, repository, issue, MEMBER_VIEW);
      return { action, issue: rendered, ...extraFields(), ...commonPayload(context, repository, sender) };
    },
  };
}

/** Creates the events for a transferred issue: for its old repository (`transferred`) and its new one (`opened`). */
export function transferEvents(context: EmulatorContext, from: RepositoryIssue, to: RepositoryIssue, sender: Account) {
  const renderParts = (placedIssue: RepositoryIssue) => ({
    issue: renderIssue(context, placedIssue.repository, placedIssue.issue, MEMBER_VIEW),
    repository: renderRepository(context, placedIssue.repository, ANONYMOUS),
  });
  return {
    from: issueEvent(context, from, sender, "transferred", () => {
      const { issue, repository } = renderParts(to);
      return { changes: { new_issue: issue, new_repository: repository } };
    }),
    to: issueEvent(context, to, sender, "opened", () => {
      const { issue, repository } = renderParts(from);
      return { changes: { old_issue: issue, old_repository: repository } };
    }),
  };
}
