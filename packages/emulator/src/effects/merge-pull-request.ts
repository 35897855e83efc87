import type { EmulatorContext } from "../emulator-context.ts";
import { readCommit, writeCommit } from "../git/commit.ts";
import { commitsSince, mergeBase, topologicalOrder } from "../git/history.ts";
import { mergeTrees } from "../git/merge.ts";
import { type MergedPullRequest, mergeMessage, type RequestedMessage, squashMessage } from "../git/merge-message.ts";
import { pullRequestChangesOf, tipsOf } from "../git/pull-request-changes.ts";
import type { MergeMethod } from "../public.ts";
import { evaluateRulesets, recordRulesetResult } from "../rules/evaluate-rulesets.ts";
import { allowedMergeMethods } from "../rules/mergeability.ts";
import { getAccount } from "../state/accounts.ts";
import { findRef, type GitStore } from "../state/git-store.ts";
import type { PullRequest } from "../state/pull-requests.ts";
import type { Repository } from "../state/repositories.ts";
import { timestamp } from "../timestamp.ts";
import { accountSignature } from "./account-signature.ts";
import { completeMerge, type MergeContext } from "./complete-merge.ts";
import { completeContained } from "./follow-push.ts";
import { updateRef } from "./update-ref.ts";

/** The requested form of a merge: by default the first method that the repository allows, with its own message. */
export interface RequestedMerge extends RequestedMessage {
  readonly method?: MergeMethod | undefined;
}

/** Returns why a pull request can't be merged; undefined if it can be, unless a rule forbids it. */
export function mergeProblem(
  { db }: EmulatorContext,
  repository: Repository,
  pull: PullRequest,
  { method }: RequestedMerge,
): "merged" | "closed" | "draft" | "conflict" | "method" | undefined {
  if (pull.merged_at !== null) return "merged";
  if (pull.state === "closed") return "closed";
  if (pull.draft) return "draft";
  if (method !== undefined && !allowedMergeMethods(repository).includes(method)) return "method";
  return pullRequestChangesOf(db, pull)?.mergeable === false ? "conflict" : undefined;
}

/**
 * Merges an open pull request: moves the base branch and emits events. If a branch has no commits, or everything is
 * already merged, only the pull request's state changes.
 * @returns the commit of the merge; undefined if there are no commits
 * @throws RangeError if there are conflicts, or the method is not allowed
 */
export function mergePullRequest(
  mergeContext: MergeContext,
  pull: PullRequest,
  requestedMerge: RequestedMerge,
): string | undefined {
  const { context, repository } = mergeContext;
  const store: GitStore = { db: context.db, repositoryId: repository.id };
  const method = resolveMethod(repository, requestedMerge.method);
  const baseSha = findRef(store, `refs/heads/${pull.base}`);
  const { head } = tipsOf(context.db, pull);
  // Also copies a fork's commits into this repository.
  const changes = pullRequestChangesOf(context.db, pull);
  if (baseSha === undefined || head === undefined || !changes) {
    completeMerge(mergeContext, pull, null);
    return undefined;
  }
  if (commitsSince(store, baseSha, head).length > 0)
    return mergeCommits(mergeContext, store, pull, { into: baseSha, head, method, message: requestedMerge });
  completeMerge(mergeContext, pull, head);
  return head;
}

function mergeCommits(mergeContext: MergeContext, store: GitStore, pull: PullRequest, merge: MergeCommits): string {
  const { repository } = mergeContext;
  const { into: baseSha, head, method } = merge;
  const sha = createMergeCommits(mergeContext, store, pull, merge);
  const move = { ref: `refs/heads/${pull.base}`, before: baseSha, after: sha, merge: { pull, head, method } };
  updateRef(mergeContext, move);
  completeMerge(mergeContext, pull, sha, { head_sha: head, base_sha: baseSha });
  completeContained(mergeContext, move);
  if (repository.settings.delete_branch_on_merge) deleteBranch(mergeContext, pull);
  return sha;
}

/** Returns the requested merge method, otherwise the first one that the repository allows. */
function resolveMethod(repository: Repository, requestedMethod: MergeMethod | undefined): MergeMethod {
  const allowed = allowedMergeMethods(repository);
  const [first = "merge"] = allowed;
  if (requestedMethod !== undefined && !allowed.includes(requestedMethod)) {
    throw new RangeError(
      `The merge method must be ${allowed.join(" or ")} in ${repository.name}, got ${requestedMethod}.`,
    );
  }
  return requestedMethod ?? first;
}

interface MergeCommits {
  readonly into: string;
  readonly head: string;
  readonly method: MergeMethod;
  readonly message: RequestedMessage;
}

/**
 * Creates the commits of the merge.
 * @returns the last one
 */
function createMergeCommits(
  { context, repository, sender }: MergeContext,
  store: GitStore,
  pull: PullRequest,
  merge: MergeCommits,
): string {
  const { into: baseSha, head, method } = merge;
  const base = mergeBase(store, baseSha, head);
  const committer = accountSignature(context, sender, timestamp(context.now()));
  const mergeOrThrow = (ancestor: string | undefined, into: string, from: string) => {
    const tree = ancestor === undefined ? undefined : mergeTrees(store, ancestor, into, from);
    if (tree !== undefined) return tree;
    throw new RangeError(`Pull request ${pull.number} can't be merged: it conflicts with ${pull.base}.`);
  };
  const newCommits = new Set(commitsSince(store, baseSha, head));
  const commits = topologicalOrder(store, [head]).filter((sha) => newCommits.has(sha));
  if (method === "rebase") {
    return commits
      .map((sha) => ({ sha, commit: readCommit(store, sha) }))
      .filter(({ commit }) => commit.parents.length < 2)
      .reduce((onto, { sha, commit }) => {
        const tree = mergeOrThrow(commit.parents[0], onto, sha);
        return writeCommit(store, { ...commit, tree, parents: [onto], committer });
      }, baseSha);
  }
  const tree = mergeOrThrow(base, baseSha, head);
  const author =
    method === "squash"
      ? accountSignature(context, getAccount(context.db, pull.user_id), timestamp(context.now()))
      : committer;
  const message = messageOf(context, repository, pull, commits, { method, ...merge.message });
  const parents = method === "squash" ? [baseSha] : [baseSha, head];
  return writeCommit(store, { tree, parents, author, committer, message });
}

/** Returns the message of a merge commit or squashed commit. */
function messageOf(
  { db }: EmulatorContext,
  repository: Repository,
  pull: PullRequest,
  commits: readonly string[],
  { method, ...requested }: RequestedMerge,
): string {
  const merged: MergedPullRequest = {
    number: pull.number,
    title: pull.title,
    body: pull.body,
    from: `${getAccount(db, pull.head_owner_id ?? repository.owner_id).login}/${pull.head}`,
    messages: commits.map((sha) => readCommit({ db, repositoryId: repository.id }, sha).message),
  };
  const format = method === "squash" ? squashMessage : mergeMessage;
  return format(merged, repository.settings, requested);
}

/** Returns the message that a merge of a pull request would have now. */
export function mergeMessageOf(
  context: EmulatorContext,
  repository: Repository,
  pull: PullRequest,
  method: "merge" | "squash",
): string {
  const commits = pullRequestChangesOf(context.db, pull)?.commits ?? [];
  return messageOf(context, repository, pull, commits.toReversed(), { method });
}

/** Deletes a merged pull request's branch, unless a rule protects it. */
function deleteBranch(mergeContext: MergeContext, { head, head_repository_id }: PullRequest): void {
  const { context, repository } = mergeContext;
  const store = { db: context.db, repositoryId: repository.id };
  const before = findRef(store, `refs/heads/${head}`);
  if (before === undefined || head_repository_id !== repository.id || head === repository.default_branch) return;
  const move = { ref: `refs/heads/${head}`, before, after: undefined };
  const result = evaluateRulesets(mergeContext, move);
  if (result && result.violations.length > 0) {
    recordRulesetResult(context, result);
    return;
  }
  updateRef(mergeContext, move);
}
