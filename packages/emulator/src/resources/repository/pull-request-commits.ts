import { listPullRequestCommits, listPullRequestsOfCommit } from "@forgehand/core/operations";
import { pullRequestChangesOf, pullRequestsWithCommit } from "../../git/pull-request-changes.ts";
import { resolveCommit } from "../../git/resolve.ts";
import { renderPage, repositoryHandler } from "../../http/handler.ts";
import { conflict, HttpError } from "../../http-error.ts";
import { renderCommit } from "../../objects/commit.ts";
import { renderPullRequest } from "../../objects/pull-request.ts";
import { isEmptyRepository } from "../../state/git-store.ts";
import { requirePullRequestByNumber } from "./pull-requests.ts";

/** Maximum number of commits that are listed, as in GitHub's documentation. */
const MAX_COMMITS = 250;

export const pullRequestCommits = [
  repositoryHandler(listPullRequestCommits, ({ pull_number }, call) => {
    const { context, repository, page } = call;
    const pull = requirePullRequestByNumber(context, repository, pull_number);
    const commits = pullRequestChangesOf(context.db, pull)?.commits.toReversed().slice(0, MAX_COMMITS) ?? [];
    const store = { db: context.db, repositoryId: repository.id };
    const rows = commits.slice(page.offset, page.offset + page.limit);
    return renderPage(call, { rows, total: commits.length }, (sha) => renderCommit(context, repository, store, sha));
  }),

  repositoryHandler(listPullRequestsOfCommit, ({ commit_sha }, call) => {
    const { context, repository, page } = call;
    const store = { db: context.db, repositoryId: repository.id };
    if (isEmptyRepository(store)) throw conflict("Git Repository is empty.");
    const sha = resolveCommit(store, commit_sha);
    if (sha === undefined) throw new HttpError(422, `No commit found for SHA: ${commit_sha}`);
    const pulls = pullRequestsWithCommit(store, repository.default_branch, sha);
    const rows = pulls.slice(page.offset, page.offset + page.limit);
    return renderPage(call, { rows, total: pulls.length }, (pull) => renderPullRequest(context, repository, pull));
  }),
];
