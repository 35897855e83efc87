import type { EmulatorContext } from "../emulator-context.ts";
import { getAccount } from "../state/accounts.ts";
import type { CommitComment } from "../state/commit-comments.ts";
import { fullNameOf, type Repository } from "../state/repositories.ts";
import { authorAssociation } from "./author-association.ts";
import { nodeId, renderUser } from "./user.ts";

/** Renders a comment on a commit. */
export function renderCommitComment(context: EmulatorContext, repository: Repository, comment: CommitComment) {
  const { db, apiUrl, webUrl } = context;
  const fullName = fullNameOf(db, repository);
  return {
    id: comment.id,
    node_id: nodeId("CommitComment", comment.id),
    url: `${apiUrl}/repos/${fullName}/comments/${comment.id}`,
    html_url: `${webUrl}/${fullName}/commit/${comment.sha}#commitcomment-${comment.id}`,
    user: comment.user_id === null ? null : renderUser(context, getAccount(db, comment.user_id)),
    author_association: authorAssociation(context, repository, comment.user_id),
    commit_id: comment.sha,
    path: comment.path,
    position: comment.position,
    line: comment.line,
    body: comment.body,
    created_at: comment.created_at,
    updated_at: comment.updated_at,
  };
}
