import type { EmulatorContext } from "../../emulator-context.ts";
import { readCommit } from "../../git/commit.ts";
import { gitIdentityOf } from "../../git/git-identity.ts";
import { renderAdvisory } from "../../objects/advisory.ts";
import { renderHook } from "../../objects/hook.ts";
import { renderInstallation } from "../../objects/installation.ts";
import { renderIssue } from "../../objects/issue.ts";
import { renderJob } from "../../objects/job.ts";
import { renderFullPullRequest } from "../../objects/pull-request.ts";
import { renderSimpleRepository } from "../../objects/repository.ts";
import { renderReview } from "../../objects/review.ts";
import { renderWorkflow } from "../../objects/workflow.ts";
import { renderWorkflowRun } from "../../objects/workflow-run.ts";
import { getAccount } from "../../state/accounts.ts";
import { advisoriesFromCursor } from "../../state/advisories.ts";
import { findObjectHeader, findRef } from "../../state/git-store.ts";
import type { Hook } from "../../state/hooks.ts";
import { findIssue, Issue, isPullRequest } from "../../state/issues.ts";
import { findPullRequest, listPulls, type PullRequest } from "../../state/pull-requests.ts";
import { getRepository, type Repository } from "../../state/repositories.ts";
import { reviewsOf } from "../../state/reviews.ts";
import { latestJobs } from "../../state/workflow-jobs.ts";
import { findWorkflowRun, firstRunTime, type WorkflowRun, workflowRunsOf } from "../../state/workflow-runs.ts";
import { timestamp } from "../../timestamp.ts";
import { ZEN } from "../events/hooks.ts";
import { MEMBER_VIEW } from "../events/issues.ts";
import { pushEvent } from "../events/push.ts";
import { isFields, type JsonFields } from "./fake.ts";
import type { FakeEventContext } from "./fake-context.ts";

/**
 * Creates an event's fields from the state.
 * @param given given fields, whose numbers and IDs select the resources
 */
type StateFieldsFunction = (context: EmulatorContext, eventContext: FakeEventContext, given: JsonFields) => JsonFields;

const NO_FIELDS: JsonFields = {};
const FIRST_ROW = { limit: 1, offset: 0 } as const;

/** By event name. Users, repositories, teams and apps are filled in wherever they occur. */
const STATE_FIELDS: Readonly<Record<string, StateFieldsFunction>> = {
  code_scanning_alert: ({ now }) => ({ alert: { created_at: timestamp(now()), tool: { name: "sample" } } }),
  installation: (context, { installation }) =>
    installation ? { installation: renderInstallation(context, installation) } : NO_FIELDS,
  issues: inRepository(issueFields),
  meta: hookFields,
  ping: (context, eventContext) => ({ zen: ZEN, ...hookFields(context, eventContext) }),
  pull_request: inRepository(pullFields),
  pull_request_review: inRepository(reviewFields),
  push: inRepository(pushFields),
  repository_advisory: inRepository(advisoryFields),
  workflow_job: inRepository(jobFields),
  workflow_run: inRepository(runFields),
};

/** Returns the resources that an event is about, if the state has them. */
export function stateFieldsOf(
  context: EmulatorContext,
  event: string,
  eventContext: FakeEventContext,
  given: JsonFields,
): JsonFields {
  return (
    (Object.hasOwn(STATE_FIELDS, event) ? STATE_FIELDS[event] : undefined)?.(context, eventContext, given) ?? NO_FIELDS
  );
}

type RepositoryFieldsFunction = (
  context: EmulatorContext,
  repository: Repository,
  given: JsonFields,
  eventContext: FakeEventContext,
) => JsonFields;

function inRepository(createFields: RepositoryFieldsFunction): StateFieldsFunction {
  return (context, eventContext, given) =>
    eventContext.repository ? createFields(context, eventContext.repository, given, eventContext) : NO_FIELDS;
}

/** Returns the number or ID in the given fields; undefined if there is none. */
function numberIn(given: JsonFields, objectName: string, name: "number" | "id" | "run_id"): number | undefined {
  const givenValue = given[objectName];
  const number = isFields(givenValue) ? givenValue[name] : undefined;
  return typeof number === "number" ? number : undefined;
}

/** Finds the given pull request, otherwise the newest, preferably an open one. */
function findPull({ db }: EmulatorContext, { id }: Repository, given: JsonFields): PullRequest | undefined {
  const number = given["number"] ?? numberIn(given, "pull_request", "number");
  if (number !== undefined) return typeof number === "number" ? findPullRequest(db, id, number) : undefined;
  const newest = (state: "open" | "all") =>
    listPulls(
      ...([db, id] as const),
      { state, head: undefined, base: undefined, sort: "created", direction: "desc", monthAgo: "" },
      FIRST_ROW,
    ).rows[0];
  return newest("open") ?? newest("all");
}

function pullFields(context: EmulatorContext, repository: Repository, given: JsonFields): JsonFields {
  const pull = findPull(context, repository, given);
  if (pull) return { number: pull.number, pull_request: renderFullPullRequest(context, repository, pull) };
  const givenValue = given["number"] ?? numberIn(given, "pull_request", "number");
  const number = typeof givenValue === "number" ? givenValue : 1;
  return { number, pull_request: fakePullRequest(context, repository, number) };
}

/** Creates the fields that follow from the number of a nonexistent pull request. */
function fakePullRequest(context: EmulatorContext, repository: Repository, number: number): JsonFields {
  const { url, html_url, owner } = renderSimpleRepository(context, repository);
  const side = (ref: string) => ({ ref, label: `${owner.login}:${ref}`, user: owner, repo: {} });
  return {
    ...numbered(`${url}/pulls/${number}`, `${html_url}/pull/${number}`, number),
    diff_url: `${html_url}/pull/${number}.diff`,
    patch_url: `${html_url}/pull/${number}.patch`,
    issue_url: `${url}/issues/${number}`,
    user: {},
    head: side("sample"),
    base: side(repository.default_branch),
    assignees: [],
    requested_reviewers: [],
    requested_teams: [],
  };
}

const numbered = (url: string, html_url: string, number: number) => ({ number, url, html_url });

function reviewFields(context: EmulatorContext, repository: Repository, given: JsonFields): JsonFields {
  const pull = findPull(context, repository, given);
  const fakeFields = { user: {}, submitted_at: timestamp(context.now()) };
  if (!pull) return { pull_request: pullFields(context, repository, given)["pull_request"], review: fakeFields };
  const reviews = reviewsOf(context.db, pull.id, undefined, { limit: -1, offset: 0 }).rows;
  const id = numberIn(given, "review", "id");
  const review = id === undefined ? reviews.at(-1) : reviews.find((candidate) => candidate.id === id);
  const rendered = review && renderReview(context, repository, pull, review);
  const pull_request = renderFullPullRequest(context, repository, pull);
  return {
    pull_request,
    review: rendered
      ? { ...rendered, state: rendered.state.toLowerCase() }
      : {
          ...fakeFields,
          pull_request_url: pull_request.url,
          html_url: `${pull_request.html_url}#pullrequestreview-${id ?? 1}`,
        },
  };
}

function issueFields(context: EmulatorContext, repository: Repository, given: JsonFields): JsonFields {
  const number = numberIn(given, "issue", "number");
  const found = number === undefined ? newestIssue(context, repository) : findIssue(context.db, repository.id, number);
  if (found && !isPullRequest(context.db, found.id)) {
    return { issue: renderIssue(context, repository, found, MEMBER_VIEW) };
  }
  const { url, html_url } = renderSimpleRepository(context, repository);
  const fakeNumber = number ?? 1;
  const fields = numbered(`${url}/issues/${fakeNumber}`, `${html_url}/issues/${fakeNumber}`, fakeNumber);
  return { issue: { ...fields, user: {} } };
}

function newestIssue({ db }: EmulatorContext, { id }: Repository): Issue | undefined {
  const sql = `SELECT * FROM issues i WHERE repository_id = ? AND deleted_at IS NULL AND moved_number IS NULL
    AND NOT EXISTS (SELECT 1 FROM pull_requests p WHERE p.issue_id = i.id) ORDER BY number DESC LIMIT 1`;
  return db.get(Issue, sql, id);
}

/** Creates the push of a branch's newest commit. */
function pushFields(
  context: EmulatorContext,
  repository: Repository,
  given: JsonFields,
  { sender }: FakeEventContext,
): JsonFields {
  const store = { db: context.db, repositoryId: repository.id };
  const isCommit = (sha: unknown): sha is string =>
    typeof sha === "string" && findObjectHeader(store, sha)?.type === "commit";
  const { ref = `refs/heads/${repository.default_branch}`, before, after } = given;
  const head = after ?? (typeof ref === "string" ? findRef(store, ref) : undefined);
  if (typeof ref !== "string" || !isCommit(head)) return { ref, pusher: gitIdentityOf(sender) };
  const push = { ref, before: isCommit(before) ? before : readCommit(store, head).parents[0], after: head };
  return { ...pushEvent(context, repository, sender, push).payload };
}

function advisoryFields(context: EmulatorContext, repository: Repository): JsonFields {
  const list = { repositoryIds: [repository.id], reader: "everything", state: undefined } as const;
  const [newest] = advisoriesFromCursor(context.db, { ...list, sort: "created", direction: "desc" }, undefined, 1);
  return { repository_advisory: newest ? renderAdvisory(context, newest) : { author: {}, severity: "high" } };
}

function findRun({ db }: EmulatorContext, { id }: Repository, number: number | undefined): WorkflowRun | undefined {
  return number === undefined ? workflowRunsOf(db, id, {}, FIRST_ROW).rows[0] : findWorkflowRun(db, id, number);
}

function runFields(context: EmulatorContext, repository: Repository, given: JsonFields): JsonFields {
  const run = findRun(context, repository, numberIn(given, "workflow_run", "id"));
  const workflow = renderWorkflow(context, repository, {
    id: run?.workflow_id ?? 1,
    name: run?.workflow_name ?? "Sample",
    path: run?.workflow_path ?? ".github/workflows/sample.yml",
    created_at: (run && firstRunTime(context.db, run.workflow_id)) ?? timestamp(context.now()),
  });
  const { id, name, path } = workflow;
  const fakeFields = {
    head_branch: repository.default_branch,
    name,
    path,
    workflow_id: id,
    head_repository: {},
    actor: {},
  };
  const workflow_run = run ? renderWorkflowRun(context, repository, run, true) : fakeFields;
  return { workflow, workflow_run };
}

function jobFields(context: EmulatorContext, repository: Repository, given: JsonFields): JsonFields {
  const run = findRun(context, repository, numberIn(given, "workflow_job", "run_id"));
  const jobs = run ? latestJobs(context.db, run.id) : [];
  const id = numberIn(given, "workflow_job", "id");
  const job = id === undefined ? jobs[0] : jobs.find((candidate) => candidate.id === id);
  if (run && job) return { workflow_job: renderJob(context, repository, run, job) };
  return { workflow_job: { name: "sample", workflow_name: "Sample", head_branch: repository.default_branch } };
}

function hookFields(context: EmulatorContext, { hook }: FakeEventContext): JsonFields {
  if (!hook) return NO_FIELDS;
  return { hook_id: hook.id, hook: renderAnyHook(context, hook) };
}

function renderAnyHook(context: EmulatorContext, hook: Hook): JsonFields {
  const { kind, id } = hook.owner;
  const repository = kind === "repository" ? getRepository(context.db, id) : undefined;
  if (repository) return renderHook(context, { kind: "repository", repository }, hook);
  if (kind === "organization") return renderHook(context, { kind, organization: getAccount(context.db, id) }, hook);
  const { url, content_type, insecure_ssl, secret, active, events, created_at, updated_at } = hook;
  const maskedSecret = secret === null ? {} : { secret: "********" };
  return {
    type: "App",
    id: hook.id,
    name: "web",
    active,
    events,
    app_id: id,
    created_at,
    updated_at,
    config: { url, content_type, insecure_ssl, ...maskedSecret },
    deliveries_url: `${context.apiUrl}/app/hook/deliveries`,
  };
}
