import type { EmulatorContext } from "../../emulator-context.ts";
import { readCommit } from "../../git/commit.ts";
import { gitIdentityOf } from "../../git/git-identity.ts";
import { renderAdvisory } from "../../objects/advisory.ts";
import { renderHook } from "../../objects/hook.ts";
import { renderFullPullRequest } from "../../objects/pull-request.ts";
import { renderRepositoryWithSecurity, renderSimpleRepository } from "../../objects/repository.ts";
import { renderReview } from "../../objects/review.ts";
import { renderReviewComment } from "../../objects/review-comment.ts";
import { getAccount } from "../../state/accounts.ts";
import { advisoriesFromCursor } from "../../state/advisories.ts";
import { ALL_ROWS } from "../../state/database.ts";
import { findObjectHeader, findRef } from "../../state/git-store.ts";
import { type Hook, ownerOf } from "../../state/hooks.ts";
import { findPullRequest, listPulls, type PullRequest } from "../../state/pull-requests.ts";
import { getRepository, type Repository } from "../../state/repositories.ts";
import { reviewCommentsOf, reviewsOf } from "../../state/reviews.ts";
import { timestamp } from "../../timestamp.ts";
import { ZEN } from "../events/hooks.ts";
import { pushEvent } from "../events/push.ts";
import type { JsonFields } from "./fake.ts";
import type { FakeEventContext } from "./fake-context.ts";
import { issueCommentFields, issueFields, labelFields, milestoneFields, relatedIssueFields } from "./issue-fields.ts";
import {
  installationFields,
  installationRepositoriesFields,
  installationTargetFields,
  propertyValueFields,
  rulesetFields,
  tokenRequestFields,
} from "./organization-fields.ts";
import {
  discussionCommentFields,
  discussionFields,
  forkFields,
  packageFields,
  refFields,
  releaseFields,
  statusFields,
} from "./repository-fields.ts";
import {
  deploymentFields,
  deploymentProtectionFields,
  deploymentReviewFields,
  deploymentStatusFields,
  dispatchFields,
  jobFields,
  runFields,
} from "./run-fields.ts";
import { FIRST_ROW, inRepository, NO_FIELDS, numbered, numberIn, type StateFieldsFunction } from "./state-function.ts";

/** By event name. Users, repositories, teams and apps are filled in wherever they occur. */
const STATE_FIELDS: Readonly<Record<string, StateFieldsFunction>> = {
  code_scanning_alert: ({ now }) => ({ alert: { created_at: timestamp(now()), tool: { name: "sample" } } }),
  create: inRepository(refFields),
  custom_property_values: propertyValueFields,
  delete: inRepository(refFields),
  deployment: inRepository(deploymentFields),
  deployment_protection_rule: inRepository(deploymentProtectionFields),
  deployment_review: inRepository(deploymentReviewFields),
  deployment_status: inRepository(deploymentStatusFields),
  discussion: inRepository(discussionFields),
  discussion_comment: inRepository(discussionCommentFields),
  fork: inRepository(forkFields),
  installation: installationFields,
  installation_repositories: installationRepositoriesFields,
  installation_target: installationTargetFields,
  issue_comment: inRepository(issueCommentFields),
  issue_dependencies: inRepository(relatedIssueFields("blocked_issue", "blocking_issue")),
  issues: inRepository(issueFields),
  label: inRepository(labelFields),
  meta: hookFields,
  milestone: inRepository(milestoneFields),
  package: (context, eventContext) => ({ package: packageFields(context, eventContext) }),
  personal_access_token_request: tokenRequestFields,
  project_card: () => ({ project_card: { column_id: 1, after_id: null, creator: {} } }),
  ping: (context, eventContext) => ({ zen: ZEN, ...hookFields(context, eventContext) }),
  pull_request: inRepository(pullFields),
  pull_request_review: inRepository(reviewFields),
  pull_request_review_comment: inRepository(reviewCommentFields),
  pull_request_review_thread: inRepository(reviewThreadFields),
  push: inRepository(pushFields),
  registry_package: (context, eventContext) => ({ registry_package: packageFields(context, eventContext) }),
  release: inRepository(releaseFields),
  repository_advisory: inRepository(advisoryFields),
  repository_dispatch: (_context, { repository, installation }) => ({
    branch: repository?.default_branch ?? "main",
    installation: { id: installation?.id ?? 1 },
  }),
  repository_ruleset: rulesetFields,
  security_and_analysis: inRepository((context, repository) => ({
    repository: renderRepositoryWithSecurity(context, repository),
  })),
  status: inRepository(statusFields),
  sub_issues: inRepository(relatedIssueFields("parent_issue", "sub_issue")),
  workflow_dispatch: inRepository(dispatchFields),
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

/** Creates the fields of the newest comment on a pull request's changes. */
function reviewCommentFields(context: EmulatorContext, repository: Repository, given: JsonFields): JsonFields {
  const pull = findPull(context, repository, given);
  const { pull_request } = pullFields(context, repository, given);
  const reviews = pull ? reviewsOf(context.db, pull.id, undefined, ALL_ROWS).rows : [];
  const comments = reviews.flatMap((review) =>
    reviewCommentsOf(context.db, review).map((comment) => ({ review, comment })),
  );
  const id = numberIn(given, "comment", "id");
  const found = id === undefined ? comments.at(-1) : comments.find(({ comment }) => comment.id === id);
  if (pull && found) {
    return { pull_request, comment: renderReviewComment(context, repository, pull, found.review, found.comment) };
  }
  const { url } = renderSimpleRepository(context, repository);
  const fakeId = id ?? 1;
  const lines = { position: 1, original_position: 1, line: 1, original_line: 1 };
  return {
    pull_request,
    comment: { id: fakeId, url: `${url}/pulls/comments/${fakeId}`, side: "RIGHT", ...lines, user: {} },
  };
}

/** Creates the fields of a thread with the newest comment on a pull request's changes. */
function reviewThreadFields(context: EmulatorContext, repository: Repository, given: JsonFields): JsonFields {
  const { pull_request, comment } = reviewCommentFields(context, repository, given);
  return { pull_request, thread: { comments: [comment] } };
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
  if (typeof ref !== "string" || !isCommit(head)) return { ref, pusher: gitIdentityOf(context.dialect, sender) };
  const push = { ref, before: isCommit(before) ? before : readCommit(store, head).parents[0], after: head };
  return { ...pushEvent(context, repository, sender, push).payload };
}

function advisoryFields(context: EmulatorContext, repository: Repository): JsonFields {
  const list = { repositoryIds: [repository.id], reader: "everything", state: undefined } as const;
  const [newest] = advisoriesFromCursor(context.db, { ...list, sort: "created", direction: "desc" }, undefined, 1);
  return { repository_advisory: newest ? renderAdvisory(context, newest) : { author: {}, severity: "high" } };
}

function hookFields(context: EmulatorContext, { hook }: FakeEventContext): JsonFields {
  if (!hook) return { hook: { config: { content_type: "json", insecure_ssl: "0", url: "https://sample.example/" } } };
  return { hook_id: hook.id, hook: renderAnyHook(context, hook) };
}

function renderAnyHook(context: EmulatorContext, hook: Hook): JsonFields {
  const { kind, id } = ownerOf(hook);
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
