import { readCommit } from "../git/commit.ts";
import { type Person, personOf } from "../git/person.ts";
import { signedAt } from "../git/signature.ts";
import { getAccount } from "../state/accounts.ts";
import { findObjectHead, type GitStore } from "../state/git.ts";
import { findPullRequest } from "../state/pull-requests.ts";
import { fullNameOf, getRepository, type Repository } from "../state/repositories.ts";
import type { WorkflowRun } from "../state/workflow-runs.ts";
import type { World } from "../world.ts";
import { renderPullRequest } from "./pull-request.ts";
import { renderSimpleRepository } from "./repository.ts";
import { nodeId, renderUser } from "./user.ts";

/** A run of a workflow (document 3, Workflow run). @param withPulls with its pull requests */
export function renderWorkflowRun(world: World, repository: Repository, run: WorkflowRun, withPulls: boolean) {
  const { db, apiUrl, webUrl } = world;
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
    pull_requests: withPulls ? run.pull_requests.flatMap((number) => pullReference(world, repository, number)) : [],
    created_at: run.created_at,
    updated_at: run.updated_at,
    ...(run.actor_id === null ? {} : { actor: renderUser(world, getAccount(db, run.actor_id)) }),
    run_attempt: run.run_attempt,
    referenced_workflows: [],
    run_started_at: run.started_at,
    ...(run.triggering_actor_id === null
      ? {}
      : { triggering_actor: renderUser(world, getAccount(db, run.triggering_actor_id)) }),
    jobs_url: `${url}/jobs`,
    logs_url: `${url}/logs`,
    check_suite_url: `${repositoryUrl}/check-suites/${run.check_suite_id}`,
    artifacts_url: `${url}/artifacts`,
    cancel_url: `${url}/cancel`,
    rerun_url: `${url}/rerun`,
    previous_attempt_url: run.run_attempt > 1 ? `${url}/attempts/${run.run_attempt - 1}` : null,
    workflow_url: `${repositoryUrl}/actions/workflows/${run.workflow_id}`,
    head_commit: headCommit(world, head ?? repository, run),
    repository: renderSimpleRepository(world, repository),
    // Null once the fork is gone.
    head_repository: head ? renderSimpleRepository(world, head) : null,
    ...(head ? { head_repository_id: head.id } : {}),
  };
}

/** A pull request that a run belongs to; none once it is gone, or the fork that it comes from. */
function pullReference(world: World, repository: Repository, number: number) {
  return world.db.remember(`pull request of a run ${repository.id} ${number}`, () => {
    const pull = findPullRequest(world.db, repository.id, number);
    if (!pull) return [];
    const { id, url, head, base } = renderPullRequest(world, repository, pull);
    return head.repo ? [{ id, number, url, head: end(head, head.repo), base: end(base, base.repo) }] : [];
  });
}

type Place = { readonly id: number; readonly url: string; readonly name: string };

function end({ ref, sha }: { readonly ref: string; readonly sha: string }, { id, url, name }: Place) {
  return { ref, sha, repo: { id, url, name } };
}

/** The commit that a run is about: as the repository has it, or as the run was told of it. */
function headCommit({ db }: World, { id: repositoryId }: Repository, run: WorkflowRun) {
  const store: GitStore = { db, repositoryId };
  if (findObjectHead(store, run.head_sha)?.type === "commit") {
    const { tree, message, author, committer } = readCommit(store, run.head_sha);
    const people = { author: nameOf(author), committer: nameOf(committer) };
    return { id: run.head_sha, tree_id: tree, message, timestamp: signedAt(committer), ...people };
  }
  // A commit that is told of only is by whoever it set off.
  const actor = run.actor_id === null ? null : nameOf(personOf(getAccount(db, run.actor_id)));
  const { head_sha: id, head_message: message, created_at: time } = run;
  return { id, tree_id: id, message, timestamp: time, author: actor, committer: actor };
}

const nameOf = ({ name, email }: Person) => ({ name, email });
