import { listTimelineEvents } from "@forgehand/core/operations";
import { readCommit } from "../../git/commit.ts";
import { pullRequestChangesOf } from "../../git/pull-request-changes.ts";
import { signatureTime } from "../../git/signature.ts";
import { type RepositoryCall, renderPage, repositoryHandler } from "../../http/handler.ts";
import { requireFound } from "../../http-error.ts";
import { renderFileCommit } from "../../objects/file-commit.ts";
import { renderIssueComment } from "../../objects/issue-comment.ts";
import { renderIssueEvent } from "../../objects/issue-event.ts";
import { renderReview } from "../../objects/review.ts";
import type { Database } from "../../state/database.ts";
import { issueEvents, type TimelineCommit, type TimelineRow, timelineOf } from "../../state/issue-events.ts";
import { type Issue, issueComments } from "../../state/issues.ts";
import { type PullRequest, pullRequestOf } from "../../state/pull-requests.ts";
import { reviews } from "../../state/reviews.ts";
import { splitList } from "../shared/issue-lists.ts";
import { requireListedIssue } from "./find-issue.ts";

export const timeline = [
  repositoryHandler(listTimelineEvents, ({ issue_number, exclude = "" }, call) => {
    const { context, page } = call;
    const issue = requireListedIssue(call, issue_number, "/timeline");
    const pull = pullRequestOf(context.db, issue.id);
    const commits = pull ? commitsOf(context.db, pull) : [];
    const filter = { issueId: issue.id, commits, exclude: splitList(exclude) };
    return renderPage(call, timelineOf(context.db, filter, page), (entry) => renderEntry(call, issue, pull, entry));
  }),
];

/** Returns the commits of a pull request, oldest first. */
function commitsOf(db: Database, pull: PullRequest): TimelineCommit[] {
  const store = { db, repositoryId: pull.repository_id };
  const commits = pullRequestChangesOf(db, pull)?.commits ?? [];
  return commits.toReversed().map((sha) => ({ sha, at: signatureTime(readCommit(store, sha).committer) }));
}

function renderEntry(
  { context, repository }: RepositoryCall,
  issue: Issue,
  pull: PullRequest | undefined,
  { kind, id, sha }: TimelineRow,
) {
  const { db } = context;
  switch (kind) {
    case "event":
      return renderIssueEvent(context, repository, requireFound(issueEvents.find(db, { id })));
    case "comment": {
      const comment = renderIssueComment(context, repository, issue, requireFound(issueComments.find(db, { id })));
      return { ...comment, event: "commented", actor: comment.user };
    }
    case "review": {
      const review = renderReview(context, repository, requireFound(pull), requireFound(reviews.find(db, { id })));
      return { ...review, state: review.state.toLowerCase(), event: "reviewed" };
    }
    case "commit":
      return { ...renderFileCommit(context, repository, { db, repositoryId: repository.id }, sha), event: "committed" };
  }
}
