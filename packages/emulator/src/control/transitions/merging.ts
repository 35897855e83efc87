import { pullRequestEvent, rebasedEvent } from "../../deliveries/events/pull-requests.ts";
import { readCommit, writeCommit } from "../../git/commit.ts";
import { commitsSince, inOrder, mergeBase } from "../../git/history.ts";
import { mergeTrees } from "../../git/merge.ts";
import { type MergedPull, mergeMessage, squashMessage } from "../../git/merge-message.ts";
import { personOf } from "../../git/person.ts";
import { type Signature, sign } from "../../git/signature.ts";
import type { MergeMethod } from "../../public.ts";
import { heldAgainstRules, moveRef, recordVerdict } from "../../rules/moving.ts";
import { type Account, getAccount } from "../../state/accounts.ts";
import { findRef, type GitStore } from "../../state/git.ts";
import { changesOf, sidesOf } from "../../state/pull-request-changes.ts";
import * as states from "../../state/pull-request-states.ts";
import { findPullRequest, openPullRequests, type PullRequest } from "../../state/pull-requests.ts";
import type { Repository } from "../../state/repositories.ts";
import { timestamp } from "../../timestamp.ts";
import type { World } from "../../world.ts";

/** Who merges, and where. */
interface Scene {
  readonly world: World;
  readonly repository: Repository;
  readonly by: Account;
}

/**
 * Merges an open pull request: its base moves, and whoever listens is told. Where a branch holds no commits, and where there
 * is nothing left to merge, it is just merged.
 * @throws RangeError where that takes somebody's help
 */
export function mergePullRequest(scene: Scene, pull: PullRequest, wanted: MergeMethod | undefined): void {
  const { world, repository } = scene;
  const store: GitStore = { db: world.db, repositoryId: repository.id };
  const method = methodOf(repository, wanted);
  const into = findRef(store, `refs/heads/${pull.base}`);
  const { head } = sidesOf(world.db, pull);
  // Brings a fork's commits here, too.
  const changes = changesOf(world.db, pull);
  if (into === undefined || head === undefined || !changes) end(scene, pull, null);
  else if (commitsSince(store, into, head).length === 0) end(scene, pull, head);
  else moveBase(scene, store, pull, { into, head, method });
}

function moveBase(scene: Scene, store: GitStore, pull: PullRequest, ends: Ends): void {
  const { world, repository } = scene;
  const { into, head, method } = ends;
  const sha = commitOf(scene, store, pull, ends);
  const move = { ref: `refs/heads/${pull.base}`, before: into, after: sha, merge: { pull, head, method } };
  moveRef(movingIn(scene), move);
  const alongside = method === "merge" ? broughtAlong(scene, store, pull, into, sha) : [];
  end(scene, pull, sha, { head_sha: head, base_sha: into });
  for (const other of alongside) end(scene, other, sha, { ...endsOf(world, other), base_sha: into });
  if (repository.settings.delete_branch_on_merge) deleteBranch(scene, pull);
}

/** Whoever merges is a person to the rules. */
const movingIn = ({ world, repository, by }: Scene) => ({
  ...{ world, repository, sender: by },
  mover: { userId: by.type === "User" ? by.id : undefined, appId: undefined },
});

/** How a pull request is merged: as somebody wants it, or in the first way that the repository allows. */
function methodOf({ name, settings }: Repository, wanted: MergeMethod | undefined): MergeMethod {
  const allowed: MergeMethod[] = [
    ...(settings.allow_merge_commit ? (["merge"] as const) : []),
    ...(settings.allow_squash_merge ? (["squash"] as const) : []),
    ...(settings.allow_rebase_merge ? (["rebase"] as const) : []),
  ];
  const [first = "merge"] = allowed;
  if (wanted !== undefined && !allowed.includes(wanted)) {
    throw new RangeError(`${name} takes no pull requests by ${wanted}.`);
  }
  return wanted ?? first;
}

interface Ends {
  readonly into: string;
  readonly head: string;
  readonly method: MergeMethod;
}

/** Makes the commits that merging takes. @returns the last of them */
function commitOf({ world, repository, by }: Scene, store: GitStore, pull: PullRequest, ends: Ends): string {
  const { into, head, method } = ends;
  const base = mergeBase(store, into, head);
  const committer = signatureOf(by, timestamp(world.now()));
  const join = (from: string | undefined, onto: string, what: string) => {
    const tree = from === undefined ? undefined : mergeTrees(store, from, onto, what);
    if (tree !== undefined) return tree;
    throw new RangeError(`Pull request ${pull.number} can't be merged: it changes what ${pull.base} changed too.`);
  };
  const fresh = new Set(commitsSince(store, into, head));
  const commits = inOrder(store, [head]).filter((sha) => fresh.has(sha));
  if (method === "rebase") {
    return commits
      .map((sha) => ({ sha, commit: readCommit(store, sha) }))
      .filter(({ commit }) => commit.parents.length < 2)
      .reduce((onto, { sha, commit }) => {
        const tree = join(commit.parents[0], onto, sha);
        return writeCommit(store, { ...commit, tree, parents: [onto], committer });
      }, into);
  }
  const told: MergedPull = {
    ...{ number: pull.number, title: pull.title, body: pull.body },
    from: `${getAccount(world.db, pull.head_owner_id ?? repository.owner_id).login}/${pull.head}`,
    messages: commits.map((sha) => readCommit(store, sha).message),
  };
  const tree = join(base, into, head);
  const author =
    method === "squash" ? signatureOf(getAccount(world.db, pull.user_id), timestamp(world.now())) : committer;
  const message =
    method === "squash" ? squashMessage(told, repository.settings) : mergeMessage(told, repository.settings);
  const parents = method === "squash" ? [into] : [into, head];
  return writeCommit(store, { tree, parents, author, committer, message });
}

function signatureOf(account: Account, now: string): Signature {
  const { name, email } = personOf(account);
  const signature = sign(name, email, now) ?? sign(account.login, email, now);
  if (!signature) throw new Error(`Git can't write ${account.login}.`);
  return signature;
}

/** Other pull requests into the same branch whose commits have all come there too: they are merged by that. */
function broughtAlong({ world, repository }: Scene, store: GitStore, pull: PullRequest, before: string, after: string) {
  return openPullRequests(world.db, repository.id).filter((other) => {
    if (other.id === pull.id || other.base !== pull.base || !changesOf(world.db, other)) return false;
    const { head } = sidesOf(world.db, other);
    const isMissing = (tip: string) => head !== undefined && commitsSince(store, tip, head).length > 0;
    return isMissing(before) && !isMissing(after);
  });
}

/** A pull request is merged, and closed by that. */
function end(
  { world, repository, by }: Scene,
  pull: PullRequest,
  merge_commit_sha: string | null,
  ends: states.PullRequestEnds = endsOf(world, pull),
): void {
  const { db, deliveries } = world;
  const now = timestamp(world.now());
  states.closePullRequest(db, pull, ends, now);
  states.setMerged(db, pull, { merged_by: by.id, merge_commit_sha }, now);
  const after = findPullRequest(db, repository.id, pull.number) ?? pull;
  deliveries.emit(repository.id, pullRequestEvent(world, repository, after, by, "closed"));
}

/** The commits that a pull request is about now. */
export function endsOf({ db }: World, pull: PullRequest): states.PullRequestEnds {
  const { head, base } = sidesOf(db, pull);
  return { head_sha: head ?? null, base_sha: base ?? null };
}

/** The branch of a pull request goes once it is merged, unless a rule keeps it; what was to go into it goes where it went, what it brought else is closed. */
function deleteBranch(scene: Scene, { head, head_repository_id, base }: PullRequest): void {
  const { world, repository, by } = scene;
  const { db, deliveries } = world;
  const store = { db, repositoryId: repository.id };
  const before = findRef(store, `refs/heads/${head}`);
  if (before === undefined || head_repository_id !== repository.id || head === repository.default_branch) return;
  const move = { ref: `refs/heads/${head}`, before, after: undefined };
  const verdict = heldAgainstRules(movingIn(scene), move);
  if (verdict && verdict.refused.length > 0) {
    recordVerdict(world, verdict);
    return;
  }
  for (const { number, ...pull } of openPullRequests(db, repository.id)) {
    const find = () => findPullRequest(db, repository.id, number);
    const sha = sidesOf(db, { number, ...pull }).base ?? "";
    if (pull.base === head) {
      states.setBase(db, pull, base);
      const after = find();
      if (after) deliveries.emit(repository.id, rebasedEvent(world, repository, after, by, { ref: head, sha }));
    } else if (pull.head === head && pull.head_repository_id === repository.id) {
      states.closePullRequest(db, pull, endsOf(world, { number, ...pull }), timestamp(world.now()));
      const after = find();
      if (after) deliveries.emit(repository.id, pullRequestEvent(world, repository, after, by, "closed"));
    }
  }
  moveRef(movingIn(scene), move);
}
