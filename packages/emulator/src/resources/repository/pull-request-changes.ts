import { createPullRequest, updatePullRequest } from "@forgehand/core/operations";
import { canSeeRepository, effectivePermission } from "../../callers/permission.ts";
import {
  findPullRequestHead,
  type NewPullRequest,
  openPullRequest,
  type PullRequestHead,
  pullRequestError,
} from "../../effects/open-pull-request.ts";
import { closePullRequest, editPullRequest, reopenPullRequest } from "../../effects/pull-requests.ts";
import { commitsSince } from "../../git/history.ts";
import { tipsOf } from "../../git/pull-request-changes.ts";
import { type RepositoryCall, repositoryHandler, requireActor } from "../../http/handler.ts";
import { reply } from "../../http/reply.ts";
import { customFieldError, HttpError } from "../../http-error.ts";
import { renderFullPullRequest } from "../../objects/pull-request.ts";
import { findRef } from "../../state/git-store.ts";
import { issues } from "../../state/issues.ts";
import { findOpenDuplicate } from "../../state/pull-request-transitions.ts";
import { findPullRequest, type PullRequest } from "../../state/pull-requests.ts";
import { includesPermission } from "../../state/repositories.ts";
import { checkAuthorOrPush } from "../shared/author-or-push.ts";
import { checkReopenable } from "../shared/check-reopenable.ts";
import { checkInteraction } from "../shared/interaction.ts";
import { requirePullRequestByNumber } from "./pull-requests.ts";

export const pullRequestChanges = [
  repositoryHandler(createPullRequest, (input, call) => {
    const { context, repository, caller } = call;
    if (caller.user) checkInteraction(context, repository, caller.user);
    const newPull = {
      head: requireHead(call, input.head, input.head_repo),
      base: input.base,
      draft: input.draft ?? false,
      maintainerCanModify: input.maintainer_can_modify ?? false,
      subject: subjectOf(call, input),
    };
    const actionContext = { context, repository, sender: requireActor(call) };
    const pull = context.db.transaction(() => openPullRequest(actionContext, newPull));
    const rendered = renderFullPullRequest(context, repository, pull);
    return reply(201, rendered, { location: rendered.url });
  }),

  repositoryHandler(updatePullRequest, ({ pull_number, state, title, body, base, maintainer_can_modify }, call) => {
    const { context, repository } = call;
    const { db } = context;
    const found = requirePullRequestByNumber(context, repository, pull_number);
    checkAuthorOrPush(call, found.user_id);
    if (title !== undefined && !title.trim()) throw pullRequestError({ field: "title", code: "missing_field" });
    const actionContext = { context, repository, sender: requireActor(call) };
    const isFork = found.head_repository_id !== null && found.head_repository_id !== repository.id;
    const edit = { title, body, base, maintainer_can_modify: isFork ? maintainer_can_modify : undefined };
    const updated = db.transaction(() => {
      let pull = found;
      if (state === "open" && pull.state === "closed") {
        checkReopenable(call, pull);
        pull = reopenPullRequest(actionContext, pull);
      }
      if (base !== undefined && base !== pull.base) checkNewBase(call, pull, base);
      pull = editPullRequest(actionContext, pull, edit);
      return state === "closed" && pull.state === "open" ? closePullRequest(actionContext, pull) : pull;
    });
    return renderFullPullRequest(context, repository, updated);
  }),
];

/**
 * Returns the head of a new pull request, which the caller must be able to push to.
 * @throws HttpError 422
 */
function requireHead(call: RepositoryCall, head: string, headRepository: string | undefined): PullRequestHead {
  const { context, repository, caller } = call;
  const found = findPullRequestHead(context, repository, head, headRepository);
  if (!found || !canSeeRepository(context, caller, found.repository))
    throw pullRequestError({ field: "head", code: "invalid" });
  if (!includesPermission(effectivePermission(context, caller, found.repository), "push"))
    throw customFieldError("Issue", "user", "must be a collaborator");
  return found;
}

interface SubjectInput {
  readonly title?: string | undefined;
  readonly body?: string | undefined;
  readonly issue?: number | undefined;
}

/**
 * Returns the existing issue or the new title of a pull request.
 * @throws HttpError 422
 */
function subjectOf({ context, repository }: RepositoryCall, input: SubjectInput): NewPullRequest["subject"] {
  if (input.issue === undefined) {
    const { title = "", body = null } = input;
    if (!title.trim()) throw new HttpError(422, "Validation Failed", [MISSING_TITLE]);
    return { title, body };
  }
  const { db } = context;
  const issue = issues.find(db, { repository_id: repository.id, number: input.issue });
  if (!issue || issue.deleted_at !== null || issue.moved_number !== null)
    throw pullRequestError({ field: "issue", code: "invalid" });
  if (findPullRequest(db, repository.id, input.issue))
    throw customFieldError("PullRequest", "issue", "This issue already has a pull request.");
  return { issue };
}

const MISSING_TITLE = { resource: "Issue", field: "title", code: "missing_field" } as const;

/** @throws HttpError 422 */
function checkNewBase({ context, repository }: RepositoryCall, pull: PullRequest, base: string): void {
  const { db } = context;
  const invalidBase = (message: string) => customFieldError("PullRequest", "base", message);
  if (pull.state === "closed") throw invalidBase("Cannot change the base branch of a closed pull request.");
  const store = { db, repositoryId: repository.id };
  const baseSha = findRef(store, `refs/heads/${base}`);
  if (baseSha === undefined) throw invalidBase(`Proposed base branch '${base}' was not found`);
  if (findOpenDuplicate(db, repository.id, { ...pull, base }))
    throw invalidBase(`A pull request already exists for base branch '${base}' and head branch '${pull.head}'`);
  const { head } = tipsOf(db, pull);
  if (head !== undefined && commitsSince(store, baseSha, head).length === 0)
    throw invalidBase(`There are no new commits between base branch '${base}' and head branch '${pull.head}'`);
}
