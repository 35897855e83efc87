import { resolveCommit } from "../../git/resolve.ts";
import { standInFor } from "../../git/stand-in.ts";
import { peel } from "../../git/tag.ts";
import { headShaOf } from "../../objects/pull-request.ts";
import { isAboutPull } from "../../oidc/subject.ts";
import type { JobToStart } from "../../public.ts";
import type { Database } from "../../state/database.ts";
import { findObjectHead, findRef, isEmpty } from "../../state/git.ts";
import type { PullRequest } from "../../state/pull-requests.ts";
import { fullNameOf, type Repository } from "../../state/repositories.ts";
import { pullRequestNamed, repositoryNamed } from "../named.ts";

/** What a job runs for: where in its repository, on which commit, and for which pull request. */
export interface JobOrigin {
  readonly event: string;
  /** In full: `refs/heads/main`, `refs/tags/v1`, `refs/pull/1/merge`. */
  readonly ref: string;
  readonly sha: string;
  readonly pull: PullRequest | undefined;
  /** What its run shows as the branch, and the newest commit there. */
  readonly headBranch: string;
  readonly headSha: string;
  readonly headRepositoryId: number | null;
  /** It comes from a fork, and is not trusted. */
  readonly isForeign: boolean;
}

/** @throws RangeError on what isn't there, or can't be together */
export function originOf(db: Database, repository: Repository, told: JobToStart): JobOrigin {
  const event = told.event ?? (told.pull === undefined ? "push" : "pull_request");
  if (!/^[a-z_]+$/.test(event)) throw new RangeError(`${JSON.stringify(event)} is no name of an event.`);
  const isOfPull = event.startsWith("pull_request");
  if (told.pull === undefined) {
    if (isOfPull) throw new RangeError(`The event ${event} is about a pull request: "pull" says which.`);
    const { ref, sha } = placeOf(db, repository, told);
    const branch = ref.replace(/^refs\/(heads|tags)\//, "");
    return {
      ...{ event, ref, sha, pull: undefined, isForeign: false },
      ...{ headBranch: branch, headSha: sha, headRepositoryId: repository.id },
    };
  }
  if (!isOfPull) throw new RangeError(`The event ${event} is not about a pull request.`);
  const pull = pullRequestNamed(db, repository, told.pull);
  if (told.ref !== undefined) throw new RangeError('A pull request says itself what its ref is: leave out "ref".');
  return { event, ...placeOfPull(db, repository, pull, event, told.sha) };
}

/** The newest commit of a branch or a tag, or the one that is named. */
function placeOf(db: Database, repository: Repository, told: JobToStart): { ref: string; sha: string } {
  const name = told.ref ?? `refs/heads/${repository.default_branch}`;
  const found = findPlace(db, repository, name);
  if (!found) throw new RangeError(`${fullNameOf(db, repository)} has no branch or tag ${JSON.stringify(name)}.`);
  return { ref: found.ref, sha: commitOf(db, repository, told.sha) ?? found.sha };
}

/** A branch or a tag, by its name in short or in full; a repository without commits has its default branch. */
function findPlace(db: Database, repository: Repository, name: string): { ref: string; sha: string } | undefined {
  const store = { db, repositoryId: repository.id };
  const names = name.startsWith("refs/") ? [name] : [`refs/heads/${name}`, `refs/tags/${name}`];
  for (const ref of names) {
    const found = findRef(store, ref);
    const sha = found && peel(store, found);
    if (sha !== undefined) return { ref, sha };
    const isFirst = ref === `refs/heads/${repository.default_branch}` && isEmpty(store);
    if (isFirst) return { ref, sha: standInFor(repository.id, repository.default_branch) };
  }
  return undefined;
}

/** A commit that was named. @throws RangeError where it isn't there; a repository without commits takes any */
function commitOf(db: Database, repository: Repository, sha: string | undefined): string | undefined {
  if (sha === undefined) return undefined;
  const store = { db, repositoryId: repository.id };
  const isThere = isEmpty(store) ? /^[0-9a-f]{40}$/.test(sha) : findObjectHead(store, sha)?.type === "commit";
  if (isThere) return sha;
  throw new RangeError(`${fullNameOf(db, repository)} has no commit ${JSON.stringify(sha)}.`);
}

function placeOfPull(
  db: Database,
  repository: Repository,
  pull: PullRequest,
  event: string,
  sha: string | undefined,
): Omit<JobOrigin, "event"> {
  const named = commitOf(db, repository, sha);
  const headSha = headShaOf({ db }, pull);
  const head = { pull, headBranch: pull.head, headRepositoryId: pull.head_repository_id };
  if (isAboutPull(event)) {
    // No trial merges are made here: it runs on what would be merged.
    const isForeign = pull.head_repository_id !== repository.id;
    return { ...head, isForeign, headSha, ref: `refs/pull/${pull.number}/merge`, sha: named ?? headSha };
  }
  const base = findPlace(db, repository, `refs/heads/${pull.base}`);
  const baseSha = named ?? base?.sha ?? standInFor(repository.id, pull.base);
  return { ...head, isForeign: false, headSha: baseSha, ref: `refs/heads/${pull.base}`, sha: baseSha };
}

/**
 * The commit of a reusable workflow: `acme/automation/.github/workflows/deploy.yml@refs/heads/main`.
 * @throws RangeError where it is in no repository here, or at no commit of that
 */
export function reusableWorkflowSha(db: Database, told: string): string {
  const [, owner = "", name = "", ref = ""] =
    /^([^/\s]+)\/([^/\s]+)\/\.github\/workflows\/[^/@\s]+\.ya?ml@(\S+)$/.exec(told) ?? [];
  if (ref === "") {
    throw new RangeError(
      `${JSON.stringify(told)} is no reusable workflow: it is told as owner/name/.github/workflows/file.yml@ref.`,
    );
  }
  const repository = repositoryNamed(db, `${owner}/${name}`);
  const sha = findPlace(db, repository, ref)?.sha ?? resolveCommit({ db, repositoryId: repository.id }, ref);
  if (sha === undefined) throw new RangeError(`${owner}/${name} has no branch, tag or commit ${JSON.stringify(ref)}.`);
  return sha;
}
