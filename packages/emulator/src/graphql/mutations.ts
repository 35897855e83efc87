import {
  createIssue,
  createIssueComment,
  createPullRequest,
  mergePullRequest,
  removeRequestedReviewers,
  requestReviewers,
  updateIssue,
  updatePullRequest,
} from "@forgehand/core/operations";
import * as z from "zod/mini";
import { runOperation } from "../http/run-operation.ts";
import { renderSimpleRepository } from "../objects/repository.ts";
import { type Account, getAccount } from "../state/accounts.ts";
import { issueComments, issues } from "../state/issues.ts";
import { findPullRequest } from "../state/pull-requests.ts";
import type { Repository } from "../state/repositories.ts";
import { requestedReviewers } from "../state/review-requests.ts";
import type { CommentSource } from "./issues.ts";
import { QueryError } from "./query-error.ts";
import type { FieldArguments, QueryScope, Resolvers } from "./resolver.ts";
import { findNode, issueSource, type NodeSource, type PullRequestSource } from "./sources.ts";

// Mutations run the operations of the REST API with the same effects, as the caller and with the same checks.

const text = () => z.nullish(z.string());
const ids = () => z.nullish(z.array(z.string()));
const common = { clientMutationId: text() };

/** Reads the argument that all mutations have. */
function inputOf<I>(schema: z.ZodMiniType<I>, args: FieldArguments): I {
  return z.parse(z.object({ input: schema }), args).input;
}

const CreateIssueInput = z.object({
  ...common,
  repositoryId: z.string(),
  title: z.string(),
  body: text(),
  assigneeIds: ids(),
  labelIds: ids(),
  milestoneId: text(),
  projectIds: ids(),
});
const AddCommentInput = z.object({ ...common, subjectId: z.string(), body: z.string() });
const CreatePullRequestInput = z.object({
  ...common,
  repositoryId: z.string(),
  headRepositoryId: text(),
  baseRefName: z.string(),
  headRefName: z.string(),
  title: z.string(),
  body: text(),
  draft: z.nullish(z.boolean()),
  maintainerCanModify: z.nullish(z.boolean()),
});
const UpdatePullRequestInput = z.object({
  ...common,
  pullRequestId: z.string(),
  baseRefName: text(),
  title: text(),
  body: text(),
  state: z.nullish(z.enum(["OPEN", "CLOSED"])),
  maintainerCanModify: z.nullish(z.boolean()),
  assigneeIds: ids(),
  labelIds: ids(),
  milestoneId: text(),
  projectIds: ids(),
});
const MergePullRequestInput = z.object({
  ...common,
  pullRequestId: z.string(),
  commitHeadline: text(),
  commitBody: text(),
  expectedHeadOid: text(),
  mergeMethod: z.nullish(z.enum(["MERGE", "SQUASH", "REBASE"])),
  // GitHub restricts it to the user's addresses; the emulator's users have one.
  authorEmail: text(),
});
const RequestReviewsInput = z.object({
  ...common,
  pullRequestId: z.string(),
  userIds: ids(),
  teamIds: ids(),
  union: z.nullish(z.boolean()),
});

const Numbered = z.object({ number: z.int() });
const Identified = z.object({ id: z.int() });

export const mutationResolvers: Resolvers<undefined> = {
  createIssue: async (_root, scope, args) => {
    const input = inputOf(CreateIssueInput, args);
    const { repository } = requireNode(scope, input.repositoryId, "Repository");
    const created = await run(scope, createIssue, repository, {
      title: input.title,
      body: input.body ?? undefined,
      ...metadataOf(scope, input),
    });
    const { number } = z.parse(Numbered, created);
    const issue = issues.find(scope.call.context.db, { repository_id: repository.id, number });
    return { clientMutationId: input.clientMutationId, issue: issue && issueSource(scope, issue) };
  },

  addComment: async (_root, scope, args) => {
    const input = inputOf(AddCommentInput, args);
    const subject = findNode(scope, input.subjectId);
    if (subject?.kind !== "Issue" && subject?.kind !== "PullRequest") throw unresolvedNode(input.subjectId);
    const { repository } = subject;
    const { number } = subject.kind === "Issue" ? subject.issue : subject.pull;
    const fields = { issue_number: number, body: input.body };
    const { id } = z.parse(Identified, await run(scope, createIssueComment, repository, fields));
    const comment = issueComments.find(scope.call.context.db, { id });
    const root = renderSimpleRepository(scope.call.context, repository).html_url;
    const issueUrl = `${root}/${subject.kind === "Issue" ? "issues" : "pull"}/${number}`;
    const node: CommentSource | undefined = comment && { kind: "IssueComment", repository, comment, issueUrl };
    return { clientMutationId: input.clientMutationId, subject, commentEdge: { cursor: String(id), node } };
  },

  createPullRequest: async (_root, scope, args) => {
    const input = inputOf(CreatePullRequestInput, args);
    const { repository } = requireNode(scope, input.repositoryId, "Repository");
    const fork =
      input.headRepositoryId === null || input.headRepositoryId === undefined
        ? undefined
        : requireNode(scope, input.headRepositoryId, "Repository").repository;
    const owner = fork && getAccount(scope.call.context.db, fork.owner_id).login;
    const created = await run(scope, createPullRequest, repository, {
      title: input.title,
      body: input.body ?? undefined,
      base: input.baseRefName,
      head: owner === undefined ? input.headRefName : `${owner}:${input.headRefName}`,
      head_repo: fork?.name,
      draft: input.draft ?? false,
      maintainer_can_modify: input.maintainerCanModify ?? true,
    });
    const { number } = z.parse(Numbered, created);
    return { clientMutationId: input.clientMutationId, pullRequest: reload(scope, repository, number) };
  },

  updatePullRequest: async (_root, scope, args) => {
    const input = inputOf(UpdatePullRequestInput, args);
    const { repository, pull } = requireNode(scope, input.pullRequestId, "PullRequest");
    const changes = {
      title: input.title ?? undefined,
      body: input.body ?? undefined,
      base: input.baseRefName ?? undefined,
      state: input.state?.toLowerCase(),
      maintainer_can_modify: input.maintainerCanModify ?? undefined,
    };
    if (Object.values(changes).some((value) => value !== undefined))
      await run(scope, updatePullRequest, repository, { pull_number: pull.number, ...changes });
    const metadata = metadataOf(scope, input);
    if (Object.values(metadata).some((value) => value !== undefined))
      await run(scope, updateIssue, repository, { issue_number: pull.number, ...metadata });
    return { clientMutationId: input.clientMutationId, pullRequest: reload(scope, repository, pull.number) };
  },

  mergePullRequest: async (_root, scope, args) => {
    const input = inputOf(MergePullRequestInput, args);
    const { repository, pull } = requireNode(scope, input.pullRequestId, "PullRequest");
    await run(scope, mergePullRequest, repository, {
      pull_number: pull.number,
      commit_title: input.commitHeadline ?? undefined,
      commit_message: input.commitBody ?? undefined,
      sha: input.expectedHeadOid ?? undefined,
      merge_method: (input.mergeMethod ?? "MERGE").toLowerCase(),
    });
    return { clientMutationId: input.clientMutationId, pullRequest: reload(scope, repository, pull.number) };
  },

  requestReviews: async (_root, scope, args) => {
    const input = inputOf(RequestReviewsInput, args);
    const { repository, pull } = requireNode(scope, input.pullRequestId, "PullRequest");
    const reviewers = (input.userIds ?? []).map((id) => requireUser(scope, id).login);
    const teams = (input.teamIds ?? []).map((id) => requireNode(scope, id, "Team").team.slug);
    const before = requestedReviewers(scope.call.context.db, pull.id);
    const removed = {
      reviewers: before.users.map(({ login }) => login).filter((login) => !reviewers.includes(login)),
      team_reviewers: before.teams.map(({ slug }) => slug).filter((slug) => !teams.includes(slug)),
    };
    const pull_number = pull.number;
    if (input.union !== true && removed.reviewers.length + removed.team_reviewers.length > 0)
      await run(scope, removeRequestedReviewers, repository, { pull_number, ...removed });
    if (reviewers.length + teams.length > 0)
      await run(scope, requestReviewers, repository, { pull_number, reviewers, team_reviewers: teams });
    return { clientMutationId: input.clientMutationId, pullRequest: reload(scope, repository, pull.number) };
  },
};

/** Returns the fields of an issue that are given by ids. */
function metadataOf(
  scope: QueryScope,
  input: Pick<z.output<typeof CreateIssueInput>, "assigneeIds" | "labelIds" | "milestoneId" | "projectIds">,
) {
  const { assigneeIds, labelIds, milestoneId, projectIds } = input;
  if (projectIds && projectIds.length > 0) throw new QueryError("UNPROCESSABLE", "The emulator has no projects.");
  return {
    assignees: assigneeIds?.map((id) => requireUser(scope, id).login),
    labels: labelIds?.map((id) => requireNode(scope, id, "Label").label.name),
    milestone:
      milestoneId === null || milestoneId === undefined || milestoneId === ""
        ? undefined
        : requireNode(scope, milestoneId, "Milestone").milestone.number,
  };
}

const unresolvedNode = (id: string) =>
  new QueryError("NOT_FOUND", `Could not resolve to a node with the global id of '${id}'`);

/** @throws QueryError if the id doesn't name a visible object of this kind */
function requireNode<K extends NodeSource["kind"]>(
  scope: QueryScope,
  id: string,
  kind: K,
): Extract<NodeSource, { readonly kind: K }>;
function requireNode(scope: QueryScope, id: string, kind: NodeSource["kind"]): NodeSource {
  const source = findNode(scope, id);
  if (source?.kind !== kind) throw unresolvedNode(id);
  return source;
}

/** @throws QueryError if the id doesn't name a user */
function requireUser(scope: QueryScope, id: string): Account {
  const source = findNode(scope, id);
  if (source && "account" in source && source.kind === "User") return source.account;
  throw unresolvedNode(id);
}

function run(
  { call, handlers }: QueryScope,
  operation: Parameters<typeof runOperation>[2],
  repository: Repository,
  fields: Readonly<Record<string, unknown>>,
): Promise<unknown> {
  const owner = getAccount(call.context.db, repository.owner_id).login;
  return runOperation(call, handlers, operation, { owner, repo: repository.name, ...fields });
}

function reload({ call }: QueryScope, repository: Repository, number: number): PullRequestSource | null {
  const pull = findPullRequest(call.context.db, repository.id, number);
  return pull ? { kind: "PullRequest", repository, pull } : null;
}
