import type { EmulatorContext } from "../emulator-context.ts";
import { peelTag } from "../git/tag.ts";
import { type CheckSuite, latestRunsOf } from "../state/check-runs.ts";
import { type GitStore, listRefs } from "../state/git-store.ts";
import { openPullRequestsFrom } from "../state/pull-request-transitions.ts";
import { fullNameOf, type Repository } from "../state/repositories.ts";
import { conclusionOf } from "../state/workflow-engine.ts";
import { latestJobs } from "../state/workflow-jobs.ts";
import { runsOfSuite, type WorkflowRun } from "../state/workflow-runs.ts";
import { findAppById, renderWorkflowApp } from "./app.ts";
import { renderSimpleRepository } from "./repository.ts";
import { nodeId } from "./user.ts";
import { renderHeadCommit, renderPullReference, renderWorkflowRun } from "./workflow-run.ts";

/** Renders the check suite that a workflow run belongs to, as other objects refer to it. */
export function renderRunSuite(context: EmulatorContext, repository: Repository, run: WorkflowRun) {
  const rendered = renderWorkflowRun(context, repository, run, true);
  const runs = runsOfSuite(context.db, repository.id, run.check_suite_id);
  // A commit pushed to a fork is on no branch of this repository.
  const isOwnCommit = run.head_repository_id === repository.id;
  return {
    id: run.check_suite_id,
    node_id: rendered.check_suite_node_id,
    url: rendered.check_suite_url,
    head_branch: isOwnCommit ? run.head_branch : null,
    head_sha: run.head_sha,
    before: null,
    after: run.head_sha,
    ...combine(runs),
    created_at: run.created_at,
    updated_at: run.updated_at,
    pull_requests: isOwnCommit ? rendered.pull_requests : [],
  };
}

/** Renders the check suite of a workflow run with all of its fields. */
export function renderRunSuiteDetails(context: EmulatorContext, repository: Repository, run: WorkflowRun) {
  const suite = renderRunSuite(context, repository, run);
  const runs = runsOfSuite(context.db, repository.id, run.check_suite_id);
  return {
    ...suite,
    app: renderWorkflowApp(context),
    latest_check_runs_count: runs.flatMap(({ id }) => latestJobs(context.db, id)).length,
    check_runs_url: `${suite.url}/check-runs`,
    head_commit: renderWorkflowRun(context, repository, run, true).head_commit,
    rerequestable: true,
    runs_rerequestable: true,
  };
}

/** Renders a check suite that an app created, as other objects refer to it. */
export function renderAppSuite(context: EmulatorContext, repository: Repository, suite: CheckSuite) {
  const runs = latestRunsOf(context.db, suite.id);
  const state =
    suite.rerequested || runs.length === 0 ? { status: "queued" as const, conclusion: null } : combine(runs);
  return {
    id: suite.id,
    node_id: nodeId("CheckSuite", suite.id),
    url: `${context.apiUrl}/repos/${fullNameOf(context.db, repository)}/check-suites/${suite.id}`,
    head_branch: suite.head_branch,
    head_sha: suite.head_sha,
    before: null,
    after: suite.head_sha,
    ...state,
    created_at: suite.created_at,
    updated_at: suite.updated_at,
    pull_requests: pullRequestsOf(context, repository, suite),
  };
}

/** Renders a check suite that an app created, with all of its fields but the app. */
export function renderAppSuiteDetails(context: EmulatorContext, repository: Repository, suite: CheckSuite) {
  const rendered = renderAppSuite(context, repository, suite);
  return {
    ...rendered,
    latest_check_runs_count: latestRunsOf(context.db, suite.id).length,
    check_runs_url: `${rendered.url}/check-runs`,
    head_commit: renderHeadCommit({ db: context.db, repositoryId: repository.id }, suite.head_sha),
    rerequestable: true,
    runs_rerequestable: true,
  };
}

/** Renders a check suite that an app created, for a response. */
export const renderAppSuiteResponse = (context: EmulatorContext, repository: Repository, suite: CheckSuite) => ({
  ...renderAppSuiteDetails(context, repository, suite),
  app: findAppById(context, suite.app_id) ?? null,
  repository: renderSimpleRepository(context, repository),
});

/** Returns the branch whose head is a commit; null if there is none. */
export function branchAt(store: GitStore, sha: string): string | null {
  const ref = listRefs(store, "refs/heads/").find((branch) => peelTag(store, branch.sha) === sha);
  return ref?.name.replace(/^refs\/heads\//, "") ?? null;
}

function combine(checks: readonly { readonly status: string; readonly conclusion: string | null }[]) {
  const isCompleted = checks.every(({ status }) => status === "completed");
  const hasStarted = checks.some(({ status }) => status === "in_progress" || status === "completed");
  const status = isCompleted ? "completed" : hasStarted ? "in_progress" : "queued";
  return {
    status,
    conclusion: isCompleted ? conclusionOf(checks.map(({ conclusion }) => conclusion)) : null,
  };
}

function pullRequestsOf(context: EmulatorContext, repository: Repository, { head_branch }: CheckSuite) {
  if (head_branch === null) return [];
  return openPullRequestsFrom(context.db, repository.id, head_branch).flatMap((pull) =>
    pull.repository_id === repository.id ? renderPullReference(context, repository, pull.number) : [],
  );
}
