import type { EmulatorContext } from "../emulator-context.ts";
import { commitsSince, mergeBase } from "../git/history.ts";
import { fetchForkObjects } from "../git/pull-request-changes.ts";
import { type FieldError, HttpError } from "../http-error.ts";
import type { RefUpdateContext } from "../rules/evaluate-rulesets.ts";
import { type Account, accounts, getAccount } from "../state/accounts.ts";
import type { Database } from "../state/database.ts";
import { findRef } from "../state/git-store.ts";
import { type Issue, issues, nextIssueNumber } from "../state/issues.ts";
import { findOpenDuplicate } from "../state/pull-request-transitions.ts";
import { createPullRequest, type PullRequest, pullRequestOf, pullRequests } from "../state/pull-requests.ts";
import { type Repository, repositories, repositoryOf } from "../state/repositories.ts";
import { timestamp } from "../timestamp.ts";
import { requestCodeOwnerReviews } from "./code-owners.ts";
import { emitPullRequestChange } from "./pull-requests.ts";

/** The branch that a pull request proposes to merge. */
export interface PullRequestHead {
  readonly repository: Repository;
  readonly branch: string;
}

/** A pull request to open, with a new title or for an existing issue. */
export interface NewPullRequest {
  readonly subject: { readonly title: string; readonly body: string | null } | { readonly issue: Issue };
  readonly head: PullRequestHead;
  readonly base: string;
  readonly draft: boolean;
  readonly maintainerCanModify: boolean;
}

/** 422 for a pull request, as GitHub reports it. */
export function pullRequestError(error: Omit<FieldError, "resource">): HttpError {
  return new HttpError(422, "Validation Failed", [{ resource: "PullRequest", ...error }]);
}

/**
 * Finds the branch that a head names: `branch`, or `owner:branch` of a repository in the same network.
 * @param headRepository the name of the head's repository, needed if its owner has several of the network
 */
export function findPullRequestHead(
  { db }: EmulatorContext,
  repository: Repository,
  head: string,
  headRepository: string | undefined,
): PullRequestHead | undefined {
  const [, login, branch = head] = /^([^:]+):(.+)$/s.exec(head) ?? [];
  const owner = login === undefined ? getAccount(db, repository.owner_id) : accounts.find(db, { login });
  if (!owner) return undefined;
  const from = findInNetwork(db, repository, owner, headRepository);
  if (!from || findRef({ db, repositoryId: from.id }, `refs/heads/${branch}`) === undefined) return undefined;
  return { repository: from, branch };
}

function findInNetwork(
  db: Database,
  repository: Repository,
  owner: Account,
  fullOrShortName: string | undefined,
): Repository | undefined {
  const name = fullOrShortName?.split("/").at(-1)?.toLowerCase();
  if (name === undefined && owner.id === repository.owner_id) return repository;
  const root = networkRoot(db, repository);
  return repositories
    .all(db, { owner_id: owner.id }, "id")
    .find((other) => (name === undefined || other.name.toLowerCase() === name) && networkRoot(db, other) === root);
}

/** Returns the repository that all others of a fork network descend from. */
function networkRoot(db: Database, { id, parent_id }: Repository): number {
  return parent_id === null ? id : networkRoot(db, repositoryOf(db, parent_id));
}

/**
 * Opens a pull request, and requests reviews from code owners.
 * @throws HttpError 422 if its branches have nothing to merge, or there is already one for them
 */
export function openPullRequest(actionContext: RefUpdateContext, newPull: NewPullRequest): PullRequest {
  const { context, repository, sender } = actionContext;
  const { db } = context;
  const { subject, head, base, draft, maintainerCanModify } = newPull;
  checkBranches(context, repository, head, base);
  const pull = {
    head: head.branch,
    head_repository_id: head.repository.id,
    head_owner_id: head.repository.owner_id,
    head_sha: null,
    base,
    base_sha: null,
    draft,
    maintainer_can_modify: maintainerCanModify && head.repository.id !== repository.id,
    merged_at: null,
    merged_by: null,
    merge_commit_sha: null,
  };
  const now = timestamp(context.now());
  const create = () => {
    if ("issue" in subject) return convertIssue(db, subject.issue, pull, now);
    const { title, body } = subject;
    const times = { created_at: now, updated_at: now };
    const number = nextIssueNumber(db, repository.id);
    const issue = { repository_id: repository.id, number, user_id: sender.id, title, body, ...times };
    return createPullRequest(db, { ...issue, state: "open", locked: false }, pull);
  };
  return requestCodeOwnerReviews(actionContext, emitPullRequestChange(actionContext, create(), "opened"));
}

function convertIssue(
  db: Database,
  { id }: Issue,
  pull: Parameters<typeof createPullRequest>[2],
  now: string,
): PullRequest {
  issues.update(db, { id }, { updated_at: now });
  pullRequests.insert(db, { ...pull, issue_id: id });
  const converted = pullRequestOf(db, id);
  if (!converted) throw new Error(`The state has no pull request for issue ${id}.`);
  return converted;
}

/** @throws HttpError 422 */
function checkBranches({ db }: EmulatorContext, repository: Repository, head: PullRequestHead, base: string): void {
  const store = { db, repositoryId: repository.id };
  const baseSha = findRef(store, `refs/heads/${base}`);
  const headSha = findRef({ db, repositoryId: head.repository.id }, `refs/heads/${head.branch}`);
  if (headSha === undefined) throw pullRequestError({ field: "head", code: "invalid" });
  if (baseSha === undefined) throw pullRequestError({ field: "base", code: "invalid" });
  const headOwner = getAccount(db, head.repository.owner_id).login;
  const isFork = head.repository.id !== repository.id;
  const headName = isFork ? `${headOwner}:${head.branch}` : head.branch;
  const baseName = isFork ? `${getAccount(db, repository.owner_id).login}:${base}` : base;
  const custom = (message: string) => pullRequestError({ code: "custom", message });
  fetchForkObjects(store, { head_repository_id: head.repository.id }, headSha);
  if (mergeBase(store, baseSha, headSha) === undefined)
    throw custom(`The ${headName} branch has no history in common with ${baseName}`);
  if (commitsSince(store, baseSha, headSha).length === 0)
    throw custom(`No commits between ${baseName} and ${headName}`);
  if (findOpenDuplicate(db, repository.id, { head: head.branch, head_repository_id: head.repository.id, base }))
    throw custom(`A pull request already exists for ${headOwner}:${head.branch}.`);
}
