import { listRequestedReviewers, removeRequestedReviewers, requestReviewers } from "@forgehand/core/operations";
import { removeReviewRequests, requestReviews } from "../../effects/review-requests.ts";
import type { EmulatorContext } from "../../emulator-context.ts";
import { repositoryHandler, requireActor } from "../../http/handler.ts";
import { reply } from "../../http/reply.ts";
import { HttpError } from "../../http-error.ts";
import { renderPullRequest } from "../../objects/pull-request.ts";
import { renderTeam } from "../../objects/team.ts";
import { renderUser } from "../../objects/user.ts";
import { fullNameOf, type Repository } from "../../state/repositories.ts";
import {
  findCollaboratingTeam,
  findCollaborator,
  type RequestedReviewer,
  requestedReviewers,
} from "../../state/review-requests.ts";
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
    const users = findAll(input.reviewers, (login) => findCollaborator(context.db, repository, login));
    const teams = findAll(input.team_reviewers, (slug) => findCollaboratingTeam(context.db, repository, slug));
    if (!users || !teams) throw notCollaborator(context, repository, users ? "teams" : "users or teams");
    if (users.some(({ user }) => user.id === pull.user_id)) {
      throw new HttpError(422, "Review cannot be requested from pull request author.");
    }
    if (new Set(users.map(({ user }) => user.id)).size > MAX_REVIEWERS) {
      throw new HttpError(422, `Reviews may be requested from at most ${MAX_REVIEWERS} people at once.`);
    }
    const actionContext = { context, repository, sender: requireActor(call) };
    const changed = requestReviews(actionContext, pull, [...users, ...teams]);
    const rendered = renderPullRequest(context, repository, changed);
    return reply(201, rendered, { location: rendered.url });
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
    const actionContext = { context, repository, sender: requireActor(call) };
    return renderPullRequest(context, repository, removeReviewRequests(actionContext, pull, removed));
  }),
];

/** Returns what is found under the names; undefined if one of them is not found. */
function findAll<T>(names: readonly string[] = [], find: (name: string) => T | undefined): readonly T[] | undefined {
  const found = names.map(find).filter((entry) => entry !== undefined);
  return found.length === names.length ? found : undefined;
}

/** 422 in GitHub's words, which name neither the user nor the team. */
function notCollaborator({ db }: EmulatorContext, repository: Repository, kinds: string): HttpError {
  const reason = `One or more of the ${kinds} you specified is not a collaborator of the ${fullNameOf(db, repository)} repository.`;
  return new HttpError(422, `Reviews may only be requested from collaborators. ${reason}`);
}
