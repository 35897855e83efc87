import { readCommit } from "../../git/commit.ts";
import { personOf } from "../../git/person.ts";
import { renderAdvisory } from "../../objects/advisory.ts";
import { renderHook } from "../../objects/hook.ts";
import { renderInstallation } from "../../objects/installation.ts";
import { renderIssue } from "../../objects/issue.ts";
import { renderJob } from "../../objects/job.ts";
import { renderWholePullRequest } from "../../objects/pull-request.ts";
import { renderSimpleRepository } from "../../objects/repository.ts";
import { renderReview } from "../../objects/review.ts";
import { renderWorkflow } from "../../objects/workflow.ts";
import { renderWorkflowRun } from "../../objects/workflow-run.ts";
import { getAccount } from "../../state/accounts.ts";
import { advisoriesAround } from "../../state/advisories.ts";
import { findObjectHead, findRef } from "../../state/git.ts";
import type { Hook } from "../../state/hooks.ts";
import { findIssue, Issue, isPullRequest } from "../../state/issues.ts";
import { findPullRequest, listPulls, type PullRequest } from "../../state/pull-requests.ts";
import { getRepository, type Repository } from "../../state/repositories.ts";
import { reviewsOf } from "../../state/reviews.ts";
import { latestJobs } from "../../state/workflow-jobs.ts";
import { findWorkflowRun, firstRunTime, type WorkflowRun, workflowRunsOf } from "../../state/workflow-runs.ts";
import { timestamp } from "../../timestamp.ts";
import type { World } from "../../world.ts";
import { ZEN } from "../events/hooks.ts";
import { INSIDER } from "../events/issues.ts";
import { pushEvent } from "../events/push.ts";
import { type Fields, isFields } from "./sample.ts";
import type { SampleScene } from "./scene.ts";

/** What the state can tell of an event. @param given what is said of it: numbers in there choose what is told */
type Tell = (world: World, scene: SampleScene, given: Fields) => Fields;

const NOTHING: Fields = {};
const NEWEST = { limit: 1, offset: 0 } as const;

/** By the events' names. Users, repositories, teams and apps are found wherever they occur. */
const FACTS: Readonly<Record<string, Tell>> = {
  code_scanning_alert: ({ now }) => ({ alert: { created_at: timestamp(now()), tool: { name: "sample" } } }),
  installation: (world, { installation }) =>
    installation ? { installation: renderInstallation(world, installation) } : NOTHING,
  issues: inRepository(issueFacts),
  meta: hookFacts,
  ping: (world, scene) => ({ zen: ZEN, ...hookFacts(world, scene) }),
  pull_request: inRepository(pullFacts),
  pull_request_review: inRepository(reviewFacts),
  push: inRepository(pushFacts),
  repository_advisory: inRepository(advisoryFacts),
  workflow_job: inRepository(jobFacts),
  workflow_run: inRepository(runFacts),
};

/** The things of the state that an event is about, as far as there are such. */
export function factsOf(world: World, event: string, scene: SampleScene, given: Fields): Fields {
  return (Object.hasOwn(FACTS, event) ? FACTS[event] : undefined)?.(world, scene, given) ?? NOTHING;
}

type TellOfRepository = (world: World, repository: Repository, given: Fields, scene: SampleScene) => Fields;

function inRepository(tell: TellOfRepository): Tell {
  return (world, scene, given) => (scene.repository ? tell(world, scene.repository, given, scene) : NOTHING);
}

/** The number by which something is given; undefined where it isn't. */
function numberIn(given: Fields, thing: string, name: "number" | "id" | "run_id"): number | undefined {
  const said = given[thing];
  const number = isFields(said) ? said[name] : undefined;
  return typeof number === "number" ? number : undefined;
}

/** The pull request that is meant, or else the newest, an open one before others. */
function pullFor({ db }: World, { id }: Repository, given: Fields): PullRequest | undefined {
  const number = given["number"] ?? numberIn(given, "pull_request", "number");
  if (number !== undefined) return typeof number === "number" ? findPullRequest(db, id, number) : undefined;
  const newest = (state: "open" | "all") =>
    listPulls(
      ...([db, id] as const),
      { ...{ state, head: undefined, base: undefined }, ...{ sort: "created", direction: "desc", monthAgo: "" } },
      NEWEST,
    ).rows[0];
  return newest("open") ?? newest("all");
}

function pullFacts(world: World, repository: Repository, given: Fields): Fields {
  const pull = pullFor(world, repository, given);
  if (pull) return { number: pull.number, pull_request: renderWholePullRequest(world, repository, pull) };
  const said = given["number"] ?? numberIn(given, "pull_request", "number");
  const number = typeof said === "number" ? said : 1;
  return { number, pull_request: madeUpPull(world, repository, number) };
}

/** What follows from the number of a pull request that isn't there. */
function madeUpPull(world: World, repository: Repository, number: number): Fields {
  const { url, html_url, owner } = renderSimpleRepository(world, repository);
  const side = (ref: string) => ({ ref, label: `${owner.login}:${ref}`, user: owner, repo: {} });
  return {
    ...numbered(`${url}/pulls/${number}`, `${html_url}/pull/${number}`, number),
    ...{ diff_url: `${html_url}/pull/${number}.diff`, patch_url: `${html_url}/pull/${number}.patch` },
    ...{ issue_url: `${url}/issues/${number}`, user: {} },
    ...{ head: side("sample"), base: side(repository.default_branch) },
    ...{ assignees: [], requested_reviewers: [], requested_teams: [] },
  };
}

const numbered = (url: string, html_url: string, number: number) => ({ number, url, html_url });

function reviewFacts(world: World, repository: Repository, given: Fields): Fields {
  const pull = pullFor(world, repository, given);
  const made = { user: {}, submitted_at: timestamp(world.now()) };
  if (!pull) return { pull_request: pullFacts(world, repository, given)["pull_request"], review: made };
  const reviews = reviewsOf(world.db, pull.id, undefined, { limit: -1, offset: 0 }).rows;
  const id = numberIn(given, "review", "id");
  const review = id === undefined ? reviews.at(-1) : reviews.find((one) => one.id === id);
  const rendered = review && renderReview(world, repository, pull, review);
  const pull_request = renderWholePullRequest(world, repository, pull);
  return {
    pull_request,
    review: rendered
      ? { ...rendered, state: rendered.state.toLowerCase() }
      : {
          ...made,
          pull_request_url: pull_request.url,
          html_url: `${pull_request.html_url}#pullrequestreview-${id ?? 1}`,
        },
  };
}

function issueFacts(world: World, repository: Repository, given: Fields): Fields {
  const number = numberIn(given, "issue", "number");
  const found = number === undefined ? newestIssue(world, repository) : findIssue(world.db, repository.id, number);
  if (found && !isPullRequest(world.db, found.id)) {
    return { issue: renderIssue(world, repository, found, INSIDER) };
  }
  const { url, html_url } = renderSimpleRepository(world, repository);
  const at = number ?? 1;
  return { issue: { ...numbered(`${url}/issues/${at}`, `${html_url}/issues/${at}`, at), user: {} } };
}

function newestIssue({ db }: World, { id }: Repository): Issue | undefined {
  const sql = `SELECT * FROM issues i WHERE repository_id = ? AND deleted_at IS NULL AND moved_number IS NULL
    AND NOT EXISTS (SELECT 1 FROM pull_requests p WHERE p.issue_id = i.id) ORDER BY number DESC LIMIT 1`;
  return db.get(Issue, sql, id);
}

/** A push of a branch as it is: its newest commit came to it. */
function pushFacts(world: World, repository: Repository, given: Fields, { sender }: SampleScene): Fields {
  const store = { db: world.db, repositoryId: repository.id };
  const isCommit = (sha: unknown): sha is string =>
    typeof sha === "string" && findObjectHead(store, sha)?.type === "commit";
  const { ref = `refs/heads/${repository.default_branch}`, before, after } = given;
  const head = after ?? (typeof ref === "string" ? findRef(store, ref) : undefined);
  if (typeof ref !== "string" || !isCommit(head)) return { ref, pusher: personOf(sender) };
  const push = { ref, before: isCommit(before) ? before : readCommit(store, head).parents[0], after: head };
  return { ...pushEvent(world, repository, sender, push).payload };
}

function advisoryFacts(world: World, repository: Repository): Fields {
  const list = { repositoryIds: [repository.id], reader: "everything", state: undefined } as const;
  const [newest] = advisoriesAround(world.db, { ...list, sort: "created", direction: "desc" }, undefined, 1);
  return { repository_advisory: newest ? renderAdvisory(world, newest) : { author: {}, severity: "high" } };
}

function runFor({ db }: World, { id }: Repository, number: number | undefined): WorkflowRun | undefined {
  return number === undefined ? workflowRunsOf(db, id, {}, NEWEST).rows[0] : findWorkflowRun(db, id, number);
}

function runFacts(world: World, repository: Repository, given: Fields): Fields {
  const run = runFor(world, repository, numberIn(given, "workflow_run", "id"));
  const workflow = renderWorkflow(world, repository, {
    id: run?.workflow_id ?? 1,
    name: run?.workflow_name ?? "Sample",
    path: run?.workflow_path ?? ".github/workflows/sample.yml",
    created_at: (run && firstRunTime(world.db, run.workflow_id)) ?? timestamp(world.now()),
  });
  const { id, name, path } = workflow;
  const made = { head_branch: repository.default_branch, name, path, workflow_id: id, head_repository: {}, actor: {} };
  const workflow_run = run ? renderWorkflowRun(world, repository, run, true) : made;
  return { workflow, workflow_run };
}

function jobFacts(world: World, repository: Repository, given: Fields): Fields {
  const run = runFor(world, repository, numberIn(given, "workflow_job", "run_id"));
  const jobs = run ? latestJobs(world.db, run.id) : [];
  const id = numberIn(given, "workflow_job", "id");
  const job = id === undefined ? jobs[0] : jobs.find((one) => one.id === id);
  if (run && job) return { workflow_job: renderJob(world, repository, run, job) };
  return { workflow_job: { name: "sample", workflow_name: "Sample", head_branch: repository.default_branch } };
}

function hookFacts(world: World, { hook }: SampleScene): Fields {
  if (!hook) return NOTHING;
  return { hook_id: hook.id, hook: describedHook(world, hook) };
}

function describedHook(world: World, hook: Hook): Fields {
  const { kind, id } = hook.owner;
  const repository = kind === "repository" ? getRepository(world.db, id) : undefined;
  if (repository) return renderHook(world, { kind: "repository", repository }, hook);
  if (kind === "organization") return renderHook(world, { kind, organization: getAccount(world.db, id) }, hook);
  const { url, content_type, insecure_ssl, secret, active, events, created_at, updated_at } = hook;
  const told = secret === null ? {} : { secret: "********" };
  return {
    ...{ type: "App", id: hook.id, name: "web", active, events, app_id: id, created_at, updated_at },
    config: { url, content_type, insecure_ssl, ...told },
    deliveries_url: `${world.apiUrl}/app/hook/deliveries`,
  };
}
