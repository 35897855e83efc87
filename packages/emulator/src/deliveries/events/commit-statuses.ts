import type { EmulatorContext, WebhookEvent } from "../../emulator-context.ts";
import { mergeBase } from "../../git/history.ts";
import { peelTag } from "../../git/tag.ts";
import { renderCommit } from "../../objects/commit.ts";
import { renderCommitComment } from "../../objects/commit-comment.ts";
import { renderLatestStatus } from "../../objects/commit-status.ts";
import type { Account } from "../../state/accounts.ts";
import type { CommitComment } from "../../state/commit-comments.ts";
import type { CommitStatus } from "../../state/commit-statuses.ts";
import { type GitStore, listRefs } from "../../state/git-store.ts";
import { fullNameOf, type Repository } from "../../state/repositories.ts";
import { commonPayload } from "./common-payload.ts";

/** Maximum number of branches in the event of a status. */
const MAX_BRANCHES = 10;

/**
 * Creates the event for a new status of a commit (`status`).
 * @param isProtected returns whether rules apply to a branch, by its full name
 */
export function statusEvent(
  context: EmulatorContext,
  repository: Repository,
  status: CommitStatus,
  sender: Account,
  isProtected: (ref: string) => boolean,
): WebhookEvent {
  return {
    name: "status",
    action: null,
    get payload() {
      const { node_id: _, url: __, ...fields } = renderLatestStatus(context, repository, status);
      const store = { db: context.db, repositoryId: repository.id };
      return {
        ...fields,
        sha: status.sha,
        name: fullNameOf(context.db, repository),
        commit: renderCommit(context, repository, store, status.sha),
        branches: renderBranches(context, repository, store, status.sha, isProtected),
        ...commonPayload(context, repository, sender),
      };
    },
  };
}

/** Creates the event for a new comment on a commit (`commit_comment`). */
export function commitCommentEvent(
  context: EmulatorContext,
  repository: Repository,
  comment: CommitComment,
  sender: Account,
): WebhookEvent {
  const action = "created";
  return {
    name: "commit_comment",
    action,
    get payload() {
      const rendered = renderCommitComment(context, repository, comment);
      return { action, comment: rendered, ...commonPayload(context, repository, sender) };
    },
  };
}

/** Renders the branches that contain a commit. */
function renderBranches(
  context: EmulatorContext,
  repository: Repository,
  store: GitStore,
  sha: string,
  isProtected: (ref: string) => boolean,
) {
  const commits = `${context.apiUrl}/repos/${fullNameOf(context.db, repository)}/commits`;
  const containing = listRefs(store, "refs/heads/").filter(({ sha: tip }) => {
    const head = peelTag(store, tip);
    return head !== undefined && mergeBase(store, sha, head) === sha;
  });
  return containing.slice(0, MAX_BRANCHES).map((ref) => ({
    name: ref.name.replace(/^refs\/heads\//, ""),
    commit: { sha: ref.sha, url: `${commits}/${ref.sha}` },
    protected: isProtected(ref.name),
  }));
}
