import { listRequestedReviewers, removeRequestedReviewers, requestReviewers } from "@forgehand/core/operations";
import { reviewRequestEvent } from "../../deliveries/events/reviews.ts";
import { onRepository, type RepositoryCall, senderIn } from "../../http/call.ts";
import { Refusal } from "../../http/refusal.ts";
import { renderPullRequest } from "../../objects/pull-request.ts";
import { renderTeam } from "../../objects/team.ts";
import { renderUser } from "../../objects/user.ts";
import { type Account, findAccount } from "../../state/accounts.ts";
import type { Database } from "../../state/database.ts";
import { touchIssue } from "../../state/issues.ts";
import type { PullRequest } from "../../state/pull-requests.ts";
import { grantOf, isCollaboratingTeam, type Repository } from "../../state/repositories.ts";
import { type Reviewer, requestedReviewers, requestReview, withdrawReview } from "../../state/review-requests.ts";
import { findTeam, getTeam, type Team } from "../../state/teams.ts";
import { timestamp } from "../../timestamp.ts";
import type { World } from "../../world.ts";
import { pullRequestAt } from "./pull-requests.ts";

/** One call asks so many people at most (as the service behaves; no document says it). */
const MOST_PEOPLE = 15;

export const reviewRequests = [
  onRepository(listRequestedReviewers, ({ pull_number }, { world, repository }) => {
    const { users, teams } = requestedReviewers(world.db, pullRequestAt(world, repository, pull_number).id);
    return { users: users.map((user) => renderUser(world, user)), teams: teams.map((team) => renderTeam(world, team)) };
  }),

  onRepository(requestReviewers, (input, call) => {
    const { world, repository } = call;
    const pull = pullRequestAt(world, repository, input.pull_number);
    // Everyone is looked up before anyone is asked: one wrong name must not leave half of the requests behind.
    const people = (input.reviewers ?? []).map((login) => collaborator(world, repository, pull, login));
    if (new Set(people.map(({ user }) => user.id)).size > MOST_PEOPLE) {
      throw new Refusal(422, `Reviews may be requested from at most ${MOST_PEOPLE} people at once.`);
    }
    const teams = (input.team_reviewers ?? []).map((slug) => collaboratingTeam(world, repository, slug));
    const added = [...people, ...teams].filter((reviewer) => requestReview(world.db, pull.id, reviewer));
    return changed(call, pull, added, "review_requested");
  }),

  onRepository(removeRequestedReviewers, (input, call) => {
    const { world, repository } = call;
    const pull = pullRequestAt(world, repository, input.pull_number);
    const requested = requestedReviewers(world.db, pull.id);
    const named = (names: readonly string[] | undefined, name: string) =>
      (names ?? []).some((other) => other.toLowerCase() === name.toLowerCase());
    const removed: Reviewer[] = [
      ...requested.users.filter(({ login }) => named(input.reviewers, login)).map((user) => ({ user })),
      ...requested.teams.filter(({ slug }) => named(input.team_reviewers, slug)).map((team) => ({ team })),
    ];
    for (const reviewer of removed) withdrawReview(world.db, pull.id, reviewer);
    return changed(call, pull, removed, "review_request_removed");
  }),
];

/** Somebody who was let into the repository, and didn't write the pull request. @throws Refusal 422 */
function collaborator({ db }: World, repository: Repository, pull: PullRequest, login: string): { user: Account } {
  const user = findAccount(db, login);
  if (user?.type !== "User" || grantOf(db, repository, user.id) === "none") {
    throw new Refusal(
      422,
      `Reviews may only be requested from collaborators. ${login} is not a collaborator of ${repository.name}.`,
    );
  }
  if (user.id === pull.user_id) {
    throw new Refusal(422, `Review cannot be requested from pull request author. That is ${user.login}.`);
  }
  return { user };
}

/** A team that was let into the repository. @throws Refusal 422 */
function collaboratingTeam({ db }: World, repository: Repository, slug: string): { team: Team } {
  const team = findTeam(db, repository.owner_id, slug);
  if (!team || !hasAccess(db, repository, team)) {
    throw new Refusal(
      422,
      `Reviews may only be requested from collaborating teams. ${slug} is none of ${repository.name}.`,
    );
  }
  return { team };
}

/** What a team may do, the teams below it may too. */
function hasAccess(db: Database, repository: Repository, team: Team): boolean {
  if (isCollaboratingTeam(db, repository, team.id)) return true;
  const parent = team.parent_id === null ? undefined : getTeam(db, team.parent_id);
  return parent !== undefined && hasAccess(db, repository, parent);
}

/** Tells the webhooks who is asked now, or no longer. @returns the pull request as it is then */
function changed(
  call: RepositoryCall,
  { number, issue_id }: PullRequest,
  reviewers: readonly Reviewer[],
  action: "review_requested" | "review_request_removed",
) {
  const { world, repository } = call;
  if (reviewers.length > 0) touchIssue(world.db, issue_id, timestamp(world.now()));
  const pull = pullRequestAt(world, repository, number);
  const sender = senderIn(call);
  for (const reviewer of reviewers) {
    world.deliveries.emit(repository.id, reviewRequestEvent(world, repository, pull, sender, action, reviewer));
  }
  return renderPullRequest(world, repository, pull);
}
