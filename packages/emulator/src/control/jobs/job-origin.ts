import { placeholderSha } from "../../git/placeholder-sha.ts";
import { resolveCommit } from "../../git/resolve.ts";
import { peelTag } from "../../git/tag.ts";
import { headShaOf } from "../../objects/pull-request.ts";
import { isPullRequestMergeEvent } from "../../oidc/subject.ts";
import type { JobToStart } from "../../public.ts";
import type { Database } from "../../state/database.ts";
import { findObjectHeader, findRef, isEmptyRepository } from "../../state/git-store.ts";
import type { PullRequest } from "../../state/pull-requests.ts";
import { fullNameOf, type Repository } from "../../state/repositories.ts";
import { requirePullRequest, requireRepository } from "../find-by-name.ts";

/** The ref, commit and pull request that a job runs for. */
export interface JobOrigin {
  readonly event: string;
  /** Full name: `refs/heads/main`, `refs/tags/v1`, `refs/pull/1/merge`. */
  readonly ref: string;
  readonly sha: string;
  readonly pull: PullRequest | undefined;
  /** The branch that the run shows, and its newest commit. */
  readonly headBranch: string;
  readonly headSha: string;
  readonly headRepositoryId: number | null;
  /** Whether it comes from a fork, which is not trusted. */
  readonly isFromFork: boolean;
}

/**
 * Resolves a job's origin.
 * @throws RangeError if something doesn't exist or is contradictory
 */
export function resolveJobOrigin(db: Database, repository: Repository, jobToStart: JobToStart): JobOrigin {
  const event = jobToStart.event ?? (jobToStart.pull === undefined ? "push" : "pull_request");
  if (!/^[a-z_]+$/.test(event))
    throw new RangeError(`event must be the name of an event, got ${JSON.stringify(event)}.`);
  const isPullEvent = event.startsWith("pull_request");
  if (jobToStart.pull === undefined) {
    if (isPullEvent) throw new RangeError(`The event ${event} needs a pull request: set "pull".`);
    const { ref, sha } = resolveRef(db, repository, jobToStart);
    const branch = ref.replace(/^refs\/(heads|tags)\//, "");
    return {
      event,
      ref,
      sha,
      pull: undefined,
      isFromFork: false,
      headBranch: branch,
      headSha: sha,
      headRepositoryId: repository.id,
    };
  }
  if (!isPullEvent) throw new RangeError(`The event ${event} is not about a pull request.`);
  const pull = requirePullRequest(db, repository, jobToStart.pull);
  if (jobToStart.ref !== undefined) throw new RangeError('The pull request determines the ref: omit "ref".');
  return { event, ...pullRequestOrigin(db, repository, pull, event, jobToStart.sha) };
}

/** Returns the newest commit of a branch or tag, or the given commit. */
function resolveRef(db: Database, repository: Repository, jobToStart: JobToStart): { ref: string; sha: string } {
  const name = jobToStart.ref ?? `refs/heads/${repository.default_branch}`;
  const found = findRefByName(db, repository, name);
  if (!found) throw new RangeError(`${fullNameOf(db, repository)} has no branch or tag ${JSON.stringify(name)}.`);
  return { ref: found.ref, sha: requireCommit(db, repository, jobToStart.sha) ?? found.sha };
}

/** Finds a branch or tag by its short or full name. A repository without commits has its default branch. */
function findRefByName(db: Database, repository: Repository, name: string): { ref: string; sha: string } | undefined {
  const store = { db, repositoryId: repository.id };
  const names = name.startsWith("refs/") ? [name] : [`refs/heads/${name}`, `refs/tags/${name}`];
  for (const ref of names) {
    const found = findRef(store, ref);
    const sha = found && peelTag(store, found);
    if (sha !== undefined) return { ref, sha };
    const isUnbornBranch = ref === `refs/heads/${repository.default_branch}` && isEmptyRepository(store);
    if (isUnbornBranch) return { ref, sha: placeholderSha(repository.id, repository.default_branch) };
  }
  return undefined;
}

/**
 * Checks that a commit exists. A repository without commits accepts any.
 * @throws RangeError
 */
function requireCommit(db: Database, repository: Repository, sha: string | undefined): string | undefined {
  if (sha === undefined) return undefined;
  const store = { db, repositoryId: repository.id };
  const exists = isEmptyRepository(store)
    ? /^[0-9a-f]{40}$/.test(sha)
    : findObjectHeader(store, sha)?.type === "commit";
  if (exists) return sha;
  throw new RangeError(`${fullNameOf(db, repository)} has no commit ${JSON.stringify(sha)}.`);
}

function pullRequestOrigin(
  db: Database,
  repository: Repository,
  pull: PullRequest,
  event: string,
  sha: string | undefined,
): Omit<JobOrigin, "event"> {
  const givenSha = requireCommit(db, repository, sha);
  const headSha = headShaOf({ db }, pull);
  const head = { pull, headBranch: pull.head, headRepositoryId: pull.head_repository_id };
  if (isPullRequestMergeEvent(event)) {
    // The emulator creates no test merges, so the job runs on the head commit.
    const isFromFork = pull.head_repository_id !== repository.id;
    return { ...head, isFromFork, headSha, ref: `refs/pull/${pull.number}/merge`, sha: givenSha ?? headSha };
  }
  const base = findRefByName(db, repository, `refs/heads/${pull.base}`);
  const baseSha = givenSha ?? base?.sha ?? placeholderSha(repository.id, pull.base);
  return { ...head, isFromFork: false, headSha: baseSha, ref: `refs/heads/${pull.base}`, sha: baseSha };
}

/**
 * Returns the commit of a reusable workflow: `acme/automation/.github/workflows/deploy.yml@refs/heads/main`.
 * @throws RangeError if its repository or ref doesn't exist
 */
export function reusableWorkflowSha(db: Database, workflowRef: string): string {
  const [, owner = "", name = "", ref = ""] =
    /^([^/\s]+)\/([^/\s]+)\/\.github\/workflows\/[^/@\s]+\.ya?ml@(\S+)$/.exec(workflowRef) ?? [];
  if (ref === "") {
    throw new RangeError(
      `job_workflow_ref must be owner/name/.github/workflows/file.yml@ref, got ${JSON.stringify(workflowRef)}.`,
    );
  }
  const repository = requireRepository(db, `${owner}/${name}`);
  const sha = findRefByName(db, repository, ref)?.sha ?? resolveCommit({ db, repositoryId: repository.id }, ref);
  if (sha === undefined) throw new RangeError(`${owner}/${name} has no branch, tag or commit ${JSON.stringify(ref)}.`);
  return sha;
}
