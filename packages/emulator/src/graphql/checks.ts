import * as z from "zod/mini";
import { renderCheckRun, renderJobCheck } from "../objects/check-run.ts";
import { renderSimpleRepository } from "../objects/repository.ts";
import { nodeId } from "../objects/user.ts";
import { checkStatesOf } from "../rules/check-states.ts";
import { findCheckRun, listChecks } from "../state/check-runs.ts";
import { type CommitStatus, combineStates, latestStatuses } from "../state/commit-statuses.ts";
import { ALL_ROWS } from "../state/database.ts";
import { findPullRequest, type PullRequest } from "../state/pull-requests.ts";
import type { Repository } from "../state/repositories.ts";
import { findWorkflowJob } from "../state/workflow-jobs.ts";
import { getWorkflowRun, runsOfSuite, type WorkflowRun } from "../state/workflow-runs.ts";
import { requiredChecksOf } from "./branch-rules.ts";
import { connect, rowsIn } from "./connections.ts";
import type { FieldArguments, QueryScope, Resolvers } from "./resolver.ts";
import { findNode } from "./sources.ts";

// Statuses and check runs of a commit.

interface StatusSource {
  readonly kind: "StatusContext";
  readonly repository: Repository;
  readonly status: CommitStatus;
}

type RenderedCheck = ReturnType<typeof renderCheckRun> | ReturnType<typeof renderJobCheck>;

interface CheckRunSource {
  readonly kind: "CheckRun";
  readonly repository: Repository;
  readonly check: RenderedCheck;
}

const RequiredArguments = z.object({
  pullRequestId: z.nullish(z.string()),
  pullRequestNumber: z.nullish(z.int()),
});

/** Returns the combined status of a commit; null if it has none. */
export function statusOf({ call }: QueryScope, repository: Repository, sha: string) {
  const statuses = latestStatuses(call.context.db, repository.id, sha, ALL_ROWS).rows;
  return statuses.length === 0 ? null : { state: combineStates(statuses).toUpperCase() };
}

/** Returns the statuses and check runs of a commit; null if it has none. */
export function rollupOf(scope: QueryScope, repository: Repository, sha: string) {
  const { db } = scope.call.context;
  const states = checkStatesOf(db, repository.id, sha).map(({ state }) => state);
  if (states.length === 0) return null;
  const state = states.includes("failure") ? "FAILURE" : states.includes("pending") ? "PENDING" : "SUCCESS";
  return {
    state,
    contexts: (args: FieldArguments) => {
      const checks = listChecks(db, { repositoryId: repository.id, sha, latest: true }, ALL_ROWS).rows;
      const contexts = [
        ...checks.toReversed().flatMap(({ id }) => checkSource(scope, repository, id) ?? []),
        ...latestStatuses(db, repository.id, sha, ALL_ROWS).rows.map(
          (status): StatusSource => ({ kind: "StatusContext", repository, status }),
        ),
      ];
      return connect("contexts", args, rowsIn(contexts), (context) => context);
    },
  };
}

function checkSource(
  { call: { context } }: QueryScope,
  repository: Repository,
  id: number,
): CheckRunSource | undefined {
  const run = findCheckRun(context.db, repository.id, id);
  if (run) return { kind: "CheckRun", repository, check: renderCheckRun(context, repository, run) };
  const job = findWorkflowJob(context.db, repository.id, id);
  if (!job) return undefined;
  const check = renderJobCheck(context, repository, getWorkflowRun(context.db, job.run_id), job);
  return { kind: "CheckRun", repository, check };
}

/** Returns whether a check is required for the pull request that the arguments name. */
function isRequired(scope: QueryScope, repository: Repository, context: string, args: FieldArguments): boolean {
  const pull = pullOf(scope, repository, args);
  return pull !== undefined && requiredChecksOf(scope.call.context.db, repository, pull.base).includes(context);
}

function pullOf(scope: QueryScope, repository: Repository, args: FieldArguments): PullRequest | undefined {
  const { pullRequestId, pullRequestNumber } = z.parse(RequiredArguments, args);
  if (pullRequestNumber !== null && pullRequestNumber !== undefined)
    return findPullRequest(scope.call.context.db, repository.id, pullRequestNumber);
  const source = pullRequestId ? findNode(scope, pullRequestId) : undefined;
  return source?.kind === "PullRequest" ? source.pull : undefined;
}

export const statusResolvers: Resolvers<StatusSource> = {
  context: ({ status }) => status.context,
  createdAt: ({ status }) => status.created_at,
  description: ({ status }) => status.description,
  id: ({ status }) => nodeId("StatusContext", status.id),
  isRequired: ({ repository, status }, scope, args) => isRequired(scope, repository, status.context, args),
  state: ({ status }) => status.state.toUpperCase(),
  targetUrl: ({ status }) => status.target_url,
};

export const checkRunResolvers: Resolvers<CheckRunSource> = {
  checkSuite: ({ repository, check }, { call: { context } }) => {
    const suite = check.check_suite;
    const id = suite?.id ?? 0;
    const [run] = runsOfSuite(context.db, repository.id, id);
    return {
      app: check.app && {
        databaseId: check.app.id,
        id: check.app.node_id,
        name: check.app.name,
        slug: check.app.slug,
      },
      conclusion: suite?.conclusion?.toUpperCase() ?? null,
      databaseId: id,
      id: nodeId("CheckSuite", id),
      status: suite?.status?.toUpperCase() ?? "QUEUED",
      workflowRun: run && renderWorkflowRun(`${renderSimpleRepository(context, repository).html_url}/actions`, run),
    };
  },
  completedAt: ({ check }) => check.completed_at,
  conclusion: ({ check }) => check.conclusion?.toUpperCase() ?? null,
  databaseId: ({ check }) => check.id,
  detailsUrl: ({ check }) => check.details_url,
  id: ({ check }) => check.node_id,
  isRequired: ({ repository, check }, scope, args) => isRequired(scope, repository, check.name, args),
  name: ({ check }) => check.name,
  startedAt: ({ check }) => check.started_at,
  status: ({ check }) => check.status.toUpperCase(),
  title: ({ check }) => check.output.title,
  url: ({ check }) => check.html_url,
};

function renderWorkflowRun(actionsUrl: string, run: WorkflowRun) {
  return {
    databaseId: run.id,
    event: run.event,
    id: nodeId("WorkflowRun", run.id),
    runNumber: run.run_number,
    url: `${actionsUrl}/runs/${run.id}`,
    workflow: { databaseId: run.workflow_id, id: nodeId("Workflow", run.workflow_id), name: run.workflow_name },
  };
}
