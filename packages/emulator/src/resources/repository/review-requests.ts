import { listRequestedReviewers, removeRequestedReviewers, requestReviewers } from "@forgehand/core/operations";
import { reviewRequestEvent } from "../../deliveries/events.ts";
import { type Call, onRepository } from "../../http/call.ts";
import { notFound, Refusal } from "../../http/refusal.ts";
import { renderPullRequest } from "../../objects/pull-request.ts";
import { renderTeam } from "../../objects/team.ts";
import { renderUser } from "../../objects/user.ts";
import { type Account, findAccount, getAccount } from "../../state/accounts.ts";
import { findPullRequest, type PullRequest } from "../../state/pull-requests.ts";
import { isCollaboratingTeam, type Repository, reachOf } from "../../state/repositories.ts";
import { type Reviewer, requestedReviewers, requestReview, withdrawReview } from "../../state/review-requests.ts";
import { findTeam } from "../../state/teams.ts";
import type { World } from "../../world.ts";

export const reviewRequests = [
  onRepository(listRequestedReviewers, ({ pull_number }, { world, repository }) => {
    const { users, teams } = requestedReviewers(world.db, pullRequest(world, repository, pull_number).id);
    return { users: users.map((user) => renderUser(world, user)), teams: teams.map((team) => renderTeam(world, team)) };
  }),

  onRepository(requestReviewers, (input, call) => {
    const { world, repository } = call;
    const pull = pullRequest(world, repository, input.pull_number);
    // Everyone is looked up before anyone is asked: one wrong name must not leave half of the requests behind.
    const wanted = [
      ...(input.reviewers ?? []).map((login) => collaborator(world, repository, pull, login)),
      ...(input.team_reviewers ?? []).map((slug) => collaboratingTeam(world, repository, slug)),
    ];
    const added = wanted.filter((reviewer) => requestReview(world.db, pull.id, reviewer));
    announce(call, repository, pull, added, "review_requested");
    return renderPullRequest(world, repository, pull);
  }),

  onRepository(removeRequestedReviewers, (input, call) => {
    const { world, repository } = call;
    const pull = pullRequest(world, repository, input.pull_number);
    const requested = requestedReviewers(world.db, pull.id);
    const named = (names: readonly string[] | undefined, name: string) =>
      (names ?? []).some((other) => other.toLowerCase() === name.toLowerCase());
    const removed: Reviewer[] = [
      ...requested.users.filter(({ login }) => named(input.reviewers, login)).map((user) => ({ user })),
      ...requested.teams.filter(({ slug }) => named(input.team_reviewers, slug)).map((team) => ({ team })),
    ];
    for (const reviewer of removed) withdrawReview(world.db, pull.id, reviewer);
    announce(call, repository, pull, removed, "review_request_removed");
    return renderPullRequest(world, repository, pull);
  }),
];

function pullRequest(world: World, repository: Repository, number: number): PullRequest {
  const pull = findPullRequest(world.db, repository.id, number);
  if (!pull) throw notFound();
  return pull;
}

function collaborator(world: World, repository: Repository, pull: PullRequest, login: string): { user: Account } {
  const user = findAccount(world.db, login);
  const reach = user && reachOf(world.db, repository, user.id);
  if (user?.type !== "User" || (reach !== "push" && reach !== "admin")) {
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

function collaboratingTeam(world: World, repository: Repository, slug: string): Reviewer {
  const team = findTeam(world.db, repository.owner_id, slug);
  if (!team || !isCollaboratingTeam(world.db, repository, team.id)) {
    throw new Refusal(
      422,
      `Reviews may only be requested from collaborating teams. ${slug} is none of ${repository.name}.`,
    );
  }
  return { team };
}

function announce(
  { world, caller }: Call,
  repository: Repository,
  pull: PullRequest,
  reviewers: readonly Reviewer[],
  action: "review_requested" | "review_request_removed",
): void {
  // An app's call has no person behind it: it is announced as the organization's.
  const sender = caller.user ?? getAccount(world.db, repository.owner_id);
  for (const reviewer of reviewers) {
    world.deliveries.emit(repository.id, reviewRequestEvent(world, repository, pull, sender, action, reviewer));
  }
}
