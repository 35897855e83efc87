import { pullRequestEvent, retargetedEvent } from "../../deliveries/events/pull-requests.ts";
import type { EmulatorContext } from "../../emulator-context.ts";
import { readCommit, writeCommit } from "../../git/commit.ts";
import { gitIdentityOf } from "../../git/git-identity.ts";
import { commitsSince, mergeBase, topologicalOrder } from "../../git/history.ts";
import { mergeTrees } from "../../git/merge.ts";
import { type MergedPullRequest, mergeMessage, squashMessage } from "../../git/merge-message.ts";
import { pullRequestChangesOf, tipsOf } from "../../git/pull-request-changes.ts";
import { createSignature, type Signature } from "../../git/signature.ts";
import type { MergeMethod } from "../../public.ts";
import { evaluateRulesets, recordRulesetResult, updateRef } from "../../rules/update-ref.ts";
import { type Account, getAccount } from "../../state/accounts.ts";
import { findRef, type GitStore } from "../../state/git-store.ts";
import * as states from "../../state/pull-request-transitions.ts";
import { findPullRequest, openPullRequests, type PullRequest } from "../../state/pull-requests.ts";
import type { Repository } from "../../state/repositories.ts";
import { timestamp } from "../../timestamp.ts";

/** Repository of a merge, and the account that merges. */
interface MergeContext {
  readonly context: EmulatorContext;
  readonly repository: Repository;
  readonly sender: Account;
}

/**
 * Merges an open pull request: moves the base branch and emits events. If a branch has no commits, or everything is
 * already merged, only the pull request's state changes.
 * @throws RangeError if there are conflicts
 */
export function mergePullRequest(
  mergeContext: MergeContext,
  pull: PullRequest,
  requestedMethod: MergeMethod | undefined,
): void {
  const { context, repository } = mergeContext;
  const store: GitStore = { db: context.db, repositoryId: repository.id };
  const method = resolveMethod(repository, requestedMethod);
  const baseSha = findRef(store, `refs/heads/${pull.base}`);
  const { head } = tipsOf(context.db, pull);
  // Also copies a fork's commits into this repository.
  const changes = pullRequestChangesOf(context.db, pull);
  if (baseSha === undefined || head === undefined || !changes) completeMerge(mergeContext, pull, null);
  else if (commitsSince(store, baseSha, head).length === 0) completeMerge(mergeContext, pull, head);
  else mergeCommits(mergeContext, store, pull, { into: baseSha, head, method });
}

function mergeCommits(mergeContext: MergeContext, store: GitStore, pull: PullRequest, merge: MergeCommits): void {
  const { context, repository } = mergeContext;
  const { into: baseSha, head, method } = merge;
  const sha = createMergeCommits(mergeContext, store, pull, merge);
  const move = { ref: `refs/heads/${pull.base}`, before: baseSha, after: sha, merge: { pull, head, method } };
  updateRef(mergeContext, move);
  const alsoMerged = method === "merge" ? alsoMergedPulls(mergeContext, store, pull, baseSha, sha) : [];
  completeMerge(mergeContext, pull, sha, { head_sha: head, base_sha: baseSha });
  for (const other of alsoMerged)
    completeMerge(mergeContext, other, sha, { ...currentEnds(context, other), base_sha: baseSha });
  if (repository.settings.delete_branch_on_merge) deleteBranch(mergeContext, pull);
}

/** Returns the requested merge method, otherwise the first one that the repository allows. */
function resolveMethod({ name, settings }: Repository, requestedMethod: MergeMethod | undefined): MergeMethod {
  const allowed: MergeMethod[] = [
    ...(settings.allow_merge_commit ? (["merge"] as const) : []),
    ...(settings.allow_squash_merge ? (["squash"] as const) : []),
    ...(settings.allow_rebase_merge ? (["rebase"] as const) : []),
  ];
  const [first = "merge"] = allowed;
  if (requestedMethod !== undefined && !allowed.includes(requestedMethod)) {
    throw new RangeError(`The merge method must be ${allowed.join(" or ")} in ${name}, got ${requestedMethod}.`);
  }
  return requestedMethod ?? first;
}

interface MergeCommits {
  readonly into: string;
  readonly head: string;
  readonly method: MergeMethod;
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
  const committer = signatureOf(context, sender, timestamp(context.now()));
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
  const mergedPull: MergedPullRequest = {
    number: pull.number,
    title: pull.title,
    body: pull.body,
    from: `${getAccount(context.db, pull.head_owner_id ?? repository.owner_id).login}/${pull.head}`,
    messages: commits.map((sha) => readCommit(store, sha).message),
  };
  const tree = mergeOrThrow(base, baseSha, head);
  const author =
    method === "squash"
      ? signatureOf(context, getAccount(context.db, pull.user_id), timestamp(context.now()))
      : committer;
  const message =
    method === "squash"
      ? squashMessage(mergedPull, repository.settings)
      : mergeMessage(mergedPull, repository.settings);
  const parents = method === "squash" ? [baseSha] : [baseSha, head];
  return writeCommit(store, { tree, parents, author, committer, message });
}

function signatureOf({ dialect }: EmulatorContext, account: Account, now: string): Signature {
  const { name, email } = gitIdentityOf(dialect, account);
  const signature = createSignature(name, email, now) ?? createSignature(account.login, email, now);
  if (!signature) throw new Error(`The login ${account.login} is not valid in a Git signature.`);
  return signature;
}

/** Returns other pull requests into the same branch whose commits have now all been merged. */
function alsoMergedPulls(
  { context, repository }: MergeContext,
  store: GitStore,
  pull: PullRequest,
  before: string,
  after: string,
) {
  return openPullRequests(context.db, repository.id).filter((other) => {
    if (other.id === pull.id || other.base !== pull.base || !pullRequestChangesOf(context.db, other)) return false;
    const { head } = tipsOf(context.db, other);
    const isUnmergedInto = (tip: string) => head !== undefined && commitsSince(store, tip, head).length > 0;
    return isUnmergedInto(before) && !isUnmergedInto(after);
  });
}

/** Marks a pull request as merged and closed. */
function completeMerge(
  { context, repository, sender }: MergeContext,
  pull: PullRequest,
  merge_commit_sha: string | null,
  fixedCommits: states.FixedCommits = currentEnds(context, pull),
): void {
  const { db, deliveries } = context;
  const now = timestamp(context.now());
  states.closePullRequest(db, pull, fixedCommits, now);
  states.setMerged(db, pull, { merged_by: sender.id, merge_commit_sha }, now);
  const after = findPullRequest(db, repository.id, pull.number) ?? pull;
  deliveries.emit(repository.id, pullRequestEvent(context, repository, after, sender, "closed"));
}

/** Returns a pull request's current head and base commits. */
export function currentEnds({ db }: EmulatorContext, pull: PullRequest): states.FixedCommits {
  const { head, base } = tipsOf(db, pull);
  return { head_sha: head ?? null, base_sha: base ?? null };
}

/**
 * Deletes a merged pull request's branch, unless a rule protects it. Pull requests into it are retargeted to the base,
 * others from it are closed.
 */
function deleteBranch(mergeContext: MergeContext, { head, head_repository_id, base }: PullRequest): void {
  const { context, repository, sender } = mergeContext;
  const { db, deliveries } = context;
  const store = { db, repositoryId: repository.id };
  const before = findRef(store, `refs/heads/${head}`);
  if (before === undefined || head_repository_id !== repository.id || head === repository.default_branch) return;
  const move = { ref: `refs/heads/${head}`, before, after: undefined };
  const result = evaluateRulesets(mergeContext, move);
  if (result && result.violations.length > 0) {
    recordRulesetResult(context, result);
    return;
  }
  for (const { number, ...pull } of openPullRequests(db, repository.id)) {
    const find = () => findPullRequest(db, repository.id, number);
    const sha = tipsOf(db, { number, ...pull }).base ?? "";
    if (pull.base === head) {
      states.setBase(db, pull, base);
      const after = find();
      if (after)
        deliveries.emit(repository.id, retargetedEvent(context, repository, after, sender, { ref: head, sha }));
    } else if (pull.head === head && pull.head_repository_id === repository.id) {
      states.closePullRequest(db, pull, currentEnds(context, { number, ...pull }), timestamp(context.now()));
      const after = find();
      if (after) deliveries.emit(repository.id, pullRequestEvent(context, repository, after, sender, "closed"));
    }
  }
  updateRef(mergeContext, move);
}
