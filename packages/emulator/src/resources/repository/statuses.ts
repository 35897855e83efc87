import { createCommitStatus, getCombinedStatus, listCommitStatuses } from "@forgehand/core/operations";
import * as effects from "../../effects/commit-statuses.ts";
import { resolveCommit } from "../../git/resolve.ts";
import { type RepositoryCall, renderPage, repositoryHandler, requireActor } from "../../http/handler.ts";
import { customFieldError, HttpError, requireFound } from "../../http-error.ts";
import { renderCommitStatus, renderLatestStatus } from "../../objects/commit-status.ts";
import { renderSimpleRepository } from "../../objects/repository.ts";
import * as state from "../../state/commit-statuses.ts";
import { ALL_ROWS } from "../../state/database.ts";
import { findObjectHeader } from "../../state/git-store.ts";
import { fullNameOf } from "../../state/repositories.ts";

/** Maximum number of statuses of a commit with the same context. */
const MAX_STATUSES = 1000;
const MAX_DESCRIPTION = 140;

export const statuses = [
  repositoryHandler(getCombinedStatus, ({ ref }, call) => {
    const { context, repository, page } = call;
    const { db, apiUrl } = context;
    const sha = requireCommit(call, ref);
    const rowPage = state.latestStatuses(db, repository.id, sha, page);
    const url = `${apiUrl}/repos/${fullNameOf(db, repository)}/commits/${sha}`;
    return {
      state: state.combineStates(state.latestStatuses(db, repository.id, sha, ALL_ROWS).rows),
      statuses: renderPage(call, rowPage, (status) => renderLatestStatus(context, repository, status)),
      sha,
      total_count: rowPage.total,
      repository: renderSimpleRepository(context, repository),
      commit_url: url,
      url: `${url}/status`,
    };
  }),

  repositoryHandler(listCommitStatuses, ({ ref }, call) => {
    const { context, repository, page } = call;
    const rowPage = state.commitStatusesOf(context.db, repository.id, requireCommit(call, ref), page);
    return renderPage(call, rowPage, (status) => renderCommitStatus(context, repository, status));
  }),

  repositoryHandler(createCommitStatus, ({ sha, ...input }, call) => {
    const { context, repository } = call;
    const { state: statusState, context: name = "default", description = null, target_url = null } = input;
    const store = { db: context.db, repositoryId: repository.id };
    if (findObjectHeader(store, sha)?.type !== "commit") {
      throw new HttpError(422, `No commit found for SHA: ${sha}`);
    }
    if (target_url !== null && !/^https?:\/\//i.test(target_url)) {
      throw customFieldError("Status", "target_url", "target_url must use http(s) scheme");
    }
    if (description !== null && description.length > MAX_DESCRIPTION) {
      const message = `description is too long (maximum is ${MAX_DESCRIPTION} characters)`;
      throw customFieldError("Status", "description", message);
    }
    const existing = { repository_id: repository.id, sha, context: name };
    if (state.commitStatuses.count(context.db, existing) >= MAX_STATUSES) {
      const message = "This SHA and context has reached the maximum number of statuses.";
      throw customFieldError("Status", "context", message);
    }
    const update = { context, repository, sender: requireActor(call) };
    const status = { sha, context: name, state: statusState, description, target_url };
    return renderCommitStatus(context, repository, effects.createCommitStatus(update, status));
  }),
];

/** @throws HttpError 404 if the branch, tag or commit doesn't exist */
function requireCommit({ context, repository }: RepositoryCall, ref: string): string {
  return requireFound(resolveCommit({ db: context.db, repositoryId: repository.id }, ref));
}
