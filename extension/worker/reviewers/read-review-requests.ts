import { type Client, isForgeError } from "@forgehand/core";
import { getPullRequest, listRequestedReviewers } from "@forgehand/core/operations";
import type { Reviewer } from "../../model/control-states.ts";
import type { PullRequestRef } from "./read-helpers.ts";
import { readReviewers, requestedReviewers, toUserSuggestion } from "./review-history.ts";
import { reviewerKey } from "./suggestion.ts";

/** The requested reviewers of a pull request, and those who have reviewed and can be requested again. */
export interface ReviewRequests {
  readonly requested: readonly Reviewer[];
  readonly reviewed: readonly Reviewer[];
}

/**
 * Reads a pull request's review requests. If the reviews cannot be read, `reviewed` is empty.
 * @throws ForgeError if the requests cannot be read
 */
export async function readReviewRequests(client: Client, pullRequest: PullRequestRef): Promise<ReviewRequests> {
  const reviewers = readReviewers(client, pullRequest).catch((error: unknown) => {
    if (isForgeError(error)) return [];
    throw error;
  });
  const [details, reviewUsers] = await Promise.all([client.call(getPullRequest, pullRequest), reviewers]);
  const withRequests =
    details.requested_reviewers && details.requested_teams
      ? details
      : await readRequestedReviewers(client, pullRequest);
  const requested = requestedReviewers(withRequests, pullRequest).map(toReviewer);
  const excluded = new Set([...requested.map(reviewerKey), `user ${details.user?.login.toLowerCase()}`]);
  const reviewed = reviewUsers.map((person) => toReviewer(toUserSuggestion(person)));
  return { requested, reviewed: reviewed.filter((reviewer) => !excluded.has(reviewerKey(reviewer))) };
}

/** Some editions omit requested reviewers from the pull request. */
async function readRequestedReviewers({ call }: Client, pullRequest: PullRequestRef) {
  const { users, teams } = await call(listRequestedReviewers, pullRequest);
  return { requested_reviewers: users, requested_teams: teams };
}

const toReviewer = ({ kind, name }: Reviewer): Reviewer => ({ kind, name });
