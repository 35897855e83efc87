import type { EmulatorContext } from "../emulator-context.ts";
import { readCommit } from "../git/commit.ts";
import { type GitIdentity, gitIdentityOf } from "../git/git-identity.ts";
import { signatureTime } from "../git/signature.ts";
import { getAccount } from "../state/accounts.ts";
import { findObjectHeader, type GitStore } from "../state/git-store.ts";
import { findPullRequest } from "../state/pull-requests.ts";
import { fullNameOf, getRepository, type Repository } from "../state/repositories.ts";
import type { WorkflowRun } from "../state/workflow-runs.ts";
import { renderPullRequest } from "./pull-request.ts";
import { renderSimpleRepository } from "./repository.ts";
import { nodeId, renderUser } from "./user.ts";

/**
 * Renders a workflow run.
 * @param withPulls whether to include its pull requests
 */
export function renderWorkflowRun(
  context: EmulatorContext,
  repository: Repository,
  run: WorkflowRun,
  withPulls: boolean,
) {
  const { db, apiUrl, webUrl } = context;
  const fullName = fullNameOf(db, repository);
  const repositoryUrl = `${apiUrl}/repos/${fullName}`;
  const url = `${repositoryUrl}/actions/runs/${run.id}`;
  const head = run.head_repository_id === null ? undefined : getRepository(db, run.head_repository_id);
  return {
    id: run.id,
    name: run.workflow_name,
    node_id: nodeId("WorkflowRun", run.id),
    check_suite_id: run.check_suite_id,
    check_suite_node_id: nodeId("CheckSuite", run.check_suite_id),
    head_branch: run.head_branch,
    head_sha: run.head_sha,
    path: run.workflow_path,
    run_number: run.run_number,
    event: run.event,
    display_title: run.title,
    status: run.status,
    conclusion: run.conclusion,
    workflow_id: run.workflow_id,
    url,
    html_url: `${webUrl}/${fullName}/actions/runs/${run.id}`,
    pull_requests: withPulls
      ? run.pull_requests.flatMap((number) => renderPullReference(context, repository, number))
      : [],
    created_at: run.created_at,
    updated_at: run.updated_at,
    ...(run.actor_id === null ? {} : { actor: renderUser(context, getAccount(db, run.actor_id)) }),
    run_attempt: run.run_attempt,
    referenced_workflows: [],
    run_started_at: run.started_at,
    ...(run.triggering_actor_id === null
      ? {}
      : { triggering_actor: renderUser(context, getAccount(db, run.triggering_actor_id)) }),
    jobs_url: `${url}/jobs`,
    logs_url: `${url}/logs`,
    check_suite_url: `${repositoryUrl}/check-suites/${run.check_suite_id}`,
    artifacts_url: `${url}/artifacts`,
    cancel_url: `${url}/cancel`,
    rerun_url: `${url}/rerun`,
    previous_attempt_url: run.run_attempt > 1 ? `${url}/attempts/${run.run_attempt - 1}` : null,
    workflow_url: `${repositoryUrl}/actions/workflows/${run.workflow_id}`,
    head_commit: headCommit(context, head ?? repository, run),
    repository: renderSimpleRepository(context, repository),
    // Null once the fork is deleted.
    head_repository: head ? renderSimpleRepository(context, head) : null,
    ...(head ? { head_repository_id: head.id } : {}),
  };
}

/** Returns a reference to a pull request, or nothing if it or its fork was deleted. */
export function renderPullReference(context: EmulatorContext, repository: Repository, number: number) {
  return context.db.memoize(`pull request of a run ${repository.id} ${number}`, () => {
    const pull = findPullRequest(context.db, repository.id, number);
    if (!pull) return [];
    const { id, url, head, base } = renderPullRequest(context, repository, pull);
    return head.repo
      ? [{ id, number, url, head: renderBranch(head, head.repo), base: renderBranch(base, base.repo) }]
      : [];
  });
}

type RepositoryIdentity = { readonly id: number; readonly url: string; readonly name: string };

function renderBranch(
  { ref, sha }: { readonly ref: string; readonly sha: string },
  { id, url, name }: RepositoryIdentity,
) {
  return { ref, sha, repo: { id, url, name } };
}

/** Returns the run's head commit: from the repository if it exists there, otherwise from the run's own fields. */
function headCommit({ db, dialect }: EmulatorContext, { id: repositoryId }: Repository, run: WorkflowRun) {
  const store: GitStore = { db, repositoryId };
  if (findObjectHeader(store, run.head_sha)?.type === "commit") return renderHeadCommit(store, run.head_sha);
  // A commit that the repository does not have is attributed to the run's actor.
  const actor = run.actor_id === null ? null : renderPerson(gitIdentityOf(dialect, getAccount(db, run.actor_id)));
  const { head_sha: id, head_message: message, created_at: time } = run;
  return { id, tree_id: id, message, timestamp: time, author: actor, committer: actor };
}

/** Renders the commit of a run or a check suite. */
export function renderHeadCommit(store: GitStore, sha: string) {
  const { tree, message, author, committer } = readCommit(store, sha);
  const people = { author: renderPerson(author), committer: renderPerson(committer) };
  return { id: sha, tree_id: tree, message, timestamp: signatureTime(committer), ...people };
}

const renderPerson = ({ name, email }: GitIdentity) => ({ name, email });
