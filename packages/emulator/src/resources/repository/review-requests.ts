import { listRequestedReviewers, removeRequestedReviewers, requestReviewers } from "@forgehand/core/operations";
import { reviewRequestEvent } from "../../deliveries/events/reviews.ts";
import type { EmulatorContext } from "../../emulator-context.ts";
import { type RepositoryCall, repositoryHandler, requireActor } from "../../http/handler.ts";
import { reply } from "../../http/reply.ts";
import { HttpError } from "../../http-error.ts";
import { renderPullRequest } from "../../objects/pull-request.ts";
import { renderTeam } from "../../objects/team.ts";
import { renderUser } from "../../objects/user.ts";
import { type Account, accounts } from "../../state/accounts.ts";
import type { Database } from "../../state/database.ts";
import { issues } from "../../state/issues.ts";
import type { PullRequest } from "../../state/pull-requests.ts";
import { collaborators, fullNameOf, grantedPermission, type Repository } from "../../state/repositories.ts";
import {
  type RequestedReviewer,
  removeReviewRequest,
  requestedReviewers,
  requestReview,
} from "../../state/review-requests.ts";
import { type Team, teams } from "../../state/teams.ts";
import { timestamp } from "../../timestamp.ts";
import { requirePullRequestByNumber } from "./pull-requests.ts";

/** Maximum number of users per call. GitHub enforces this limit without documenting it. */
const MAX_REVIEWERS = 15;

export const reviewRequests = [
  repositoryHandler(listRequestedReviewers, ({ pull_number }, { context, repository }) => {
    const { users, teams } = requestedReviewers(
      context.db,
      requirePullRequestByNumber(context, repository, pull_number).id,
    );
    return {
      users: users.map((user) => renderUser(context, user)),
      teams: teams.map((team) => renderTeam(context, team)),
    };
  }),

  repositoryHandler(requestReviewers, (input, call) => {
    const { context, repository } = call;
    const pull = requirePullRequestByNumber(context, repository, input.pull_number);
    // All reviewers are resolved before any is requested, so that one invalid name leaves no partial result.
    const users = findAll(input.reviewers, (login) => findCollaborator(context, repository, login));
    const teams = findAll(input.team_reviewers, (slug) => findCollaboratingTeam(context, repository, slug));
    if (!users || !teams) throw notCollaborator(context, repository, users ? "teams" : "users or teams");
    if (users.some(({ user }) => user.id === pull.user_id)) {
      throw new HttpError(422, "Review cannot be requested from pull request author.");
    }
    if (new Set(users.map(({ user }) => user.id)).size > MAX_REVIEWERS) {
      throw new HttpError(422, `Reviews may be requested from at most ${MAX_REVIEWERS} people at once.`);
    }
    const now = timestamp(context.now());
    const added = [...users, ...teams].filter((reviewer) => requestReview(context.db, pull, reviewer, now));
    const changed = emitReviewerChange(call, pull, added, "review_requested");
    return reply(201, changed, { location: changed.url });
  }),

  repositoryHandler(removeRequestedReviewers, (input, call) => {
    const { context, repository } = call;
    const pull = requirePullRequestByNumber(context, repository, input.pull_number);
    const requested = requestedReviewers(context.db, pull.id);
    const includesName = (names: readonly string[] | undefined, name: string) =>
      (names ?? []).some((other) => other.toLowerCase() === name.toLowerCase());
    const removed: RequestedReviewer[] = [
      ...requested.users.filter(({ login }) => includesName(input.reviewers, login)).map((user) => ({ user })),
      ...requested.teams.filter(({ slug }) => includesName(input.team_reviewers, slug)).map((team) => ({ team })),
    ];
    for (const reviewer of removed) removeReviewRequest(context.db, pull.id, reviewer);
    return emitReviewerChange(call, pull, removed, "review_request_removed");
  }),
];

/** Returns what is found under the names; undefined if one of them is not found. */
function findAll<T>(names: readonly string[] = [], find: (name: string) => T | undefined): readonly T[] | undefined {
  const found = names.map(find).filter((entry) => entry !== undefined);
  return found.length === names.length ? found : undefined;
}

function findCollaborator(
  { db }: EmulatorContext,
  repository: Repository,
  login: string,
): { readonly user: Account } | undefined {
  const user = accounts.find(db, { login });
  if (user?.type !== "User" || grantedPermission(db, repository, user.id) === "none") return undefined;
  return { user };
}

function findCollaboratingTeam(
  { db }: EmulatorContext,
  repository: Repository,
  slug: string,
): { readonly team: Team } | undefined {
  const team = teams.find(db, { organization_id: repository.owner_id, slug });
  return team && hasAccess(db, repository, team) ? { team } : undefined;
}

/** 422 in GitHub's words, which name neither the user nor the team. */
function notCollaborator({ db }: EmulatorContext, repository: Repository, kinds: string): HttpError {
  const reason = `One or more of the ${kinds} you specified is not a collaborator of the ${fullNameOf(db, repository)} repository.`;
  return new HttpError(422, `Reviews may only be requested from collaborators. ${reason}`);
}

/** Child teams inherit the access of their parent. */
function hasAccess(db: Database, repository: Repository, team: Team): boolean {
  if (collaborators.has(db, { repository_id: repository.id, team_id: team.id })) return true;
  const parent = team.parent_id === null ? undefined : teams.find(db, { id: team.parent_id });
  return parent !== undefined && hasAccess(db, repository, parent);
}

/**
 * Emits an event for each reviewer that was added or removed.
 * @returns the updated pull request
 */
function emitReviewerChange(
  call: RepositoryCall,
  { number, issue_id }: PullRequest,
  reviewers: readonly RequestedReviewer[],
  action: "review_requested" | "review_request_removed",
) {
  const { context, repository } = call;
  if (reviewers.length > 0) issues.update(context.db, { id: issue_id }, { updated_at: timestamp(context.now()) });
  const pull = requirePullRequestByNumber(context, repository, number);
  const sender = requireActor(call);
  for (const reviewer of reviewers) {
    context.deliveries.emit(repository.id, reviewRequestEvent(context, repository, pull, sender, action, reviewer));
  }
  return renderPullRequest(context, repository, pull);
}
