import type { EmulatorContext } from "../emulator-context.ts";
import { getAccount } from "../state/accounts.ts";
import { commentReactionCounts, type Issue, type IssueComment } from "../state/issues.ts";
import { pullRequests } from "../state/pull-requests.ts";
import type { Repository } from "../state/repositories.ts";
import { authorAssociation } from "./author-association.ts";
import { reactionsObject } from "./issue.ts";
import { renderSimpleRepository } from "./repository.ts";
import { nodeId, renderUser } from "./user.ts";

/** Renders a comment on an issue or pull request. */
export function renderIssueComment(
  context: EmulatorContext,
  repository: Repository,
  issue: Pick<Issue, "id" | "number">,
  comment: IssueComment,
) {
  const { db } = context;
  const urls = renderSimpleRepository(context, repository);
  const kind = pullRequests.has(db, { issue_id: issue.id }) ? "pull" : "issues";
  const url = `${urls.url}/issues/comments/${comment.id}`;
  return {
    id: comment.id,
    node_id: nodeId("IssueComment", comment.id),
    url,
    html_url: `${urls.html_url}/${kind}/${issue.number}#issuecomment-${comment.id}`,
    issue_url: `${urls.url}/issues/${issue.number}`,
    body: comment.body,
    user: renderUser(context, getAccount(db, comment.user_id)),
    author_association: authorAssociation(context, repository, comment.user_id),
    created_at: comment.created_at,
    updated_at: comment.updated_at,
    performed_via_svc_app: null,
    reactions: reactionsObject(commentReactionCounts(db, comment.id), url),
  };
}
