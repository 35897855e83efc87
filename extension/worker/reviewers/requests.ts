import { type Client, isForgeError } from "@forgehand/core";
import { getPullRequest, listRequestedReviewers } from "@forgehand/core/operations";
import type { Reviewer } from "../../messages/states.ts";
import { asUser, requestedBy, reviewersOf } from "./history.ts";
import type { Pull } from "./reading.ts";
import { reviewerKey } from "./suggestion.ts";

/** Who is asked for a review of a pull request, and who has given one and could be asked again. */
export interface Requests {
  readonly requested: readonly Reviewer[];
  readonly reviewed: readonly Reviewer[];
}

/**
 * Looks at a pull request's review requests.
 * @throws ForgeError where they can't be read; that nobody knows who has reviewed is none
 */
export async function lookAtRequests(client: Client, pull: Pull): Promise<Requests> {
  const reviewers = reviewersOf(client, pull).catch((error: unknown) => {
    if (isForgeError(error)) return [];
    throw error;
  });
  const [itself, given] = await Promise.all([client.call(getPullRequest, pull), reviewers]);
  const asked = itself.requested_reviewers && itself.requested_teams ? itself : await separately(client, pull);
  const requested = requestedBy(asked, pull).map(nameOnly);
  const taken = new Set([...requested.map(reviewerKey), `user ${itself.user?.login.toLowerCase()}`]);
  const reviewed = given.map((person) => nameOnly(asUser(person)));
  return { requested, reviewed: reviewed.filter((reviewer) => !taken.has(reviewerKey(reviewer))) };
}

/** Some editions leave them out of the pull request. */
async function separately({ call }: Client, pull: Pull) {
  const { users, teams } = await call(listRequestedReviewers, pull);
  return { requested_reviewers: users, requested_teams: teams };
}

const nameOnly = ({ kind, name }: Reviewer): Reviewer => ({ kind, name });
