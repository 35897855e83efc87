import type { EmulatorContext, WebhookEvent } from "../../emulator-context.ts";
import { renderIssue } from "../../objects/issue.ts";
import { renderIssueComment } from "../../objects/issue-comment.ts";
import type { Account } from "../../state/accounts.ts";
import type { IssueComment } from "../../state/issues.ts";
import { commonPayload } from "./common-payload.ts";
import { MEMBER_VIEW, type RepositoryIssue } from "./issues.ts";

/**
 * Creates an event about a comment on an issue or a pull request.
 * @param extraFields the fields that are specific to the action
 */
export function issueCommentEvent(
  context: EmulatorContext,
  { repository, issue }: RepositoryIssue,
  comment: IssueComment,
  sender: Account,
  action: "created" | "edited" | "deleted",
  extraFields: object = {},
): WebhookEvent {
  return {
    name: "issue_comment",
    action,
    get payload() {
      return {
        action,
        issue: renderIssue(context, repository, issue, MEMBER_VIEW),
        comment: renderIssueComment(context, repository, issue, comment),
        ...extraFields,
        ...commonPayload(context, repository, sender),
      };
    },
  };
}
