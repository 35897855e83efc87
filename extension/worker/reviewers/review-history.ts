import type { Client } from "@forgehand/core";
import { listPullRequests, listReviews } from "@forgehand/core/operations";
import { cachePerClient, type PullRequestRef, type RepositoryRef } from "./read-helpers.ts";
import type { ReviewerSuggestion } from "./suggestion.ts";

/** Number of pull requests that count as recent. */
const MAX_PULL_REQUESTS = 30;

/** Number of recent pull requests whose reviews are read. Each takes a request. */
const MAX_REVIEWS_READ = 4;

/** A user in responses of the service. */
interface ReviewUser {
  readonly login: string;
  readonly name?: string | null | undefined;
  readonly type: string;
}

/** Reads the users who have reviewed a pull request, the latest last. */
export async function readReviewers(
  { items }: Pick<Client, "items">,
  pullRequest: PullRequestRef,
): Promise<ReviewUser[]> {
  const reviewers = new Map<string, ReviewUser>();
  for await (const { user, state } of items(listReviews, pullRequest, { maxPages: 3 })) {
    // The list contains the user's own pending review. Bots cannot be requested.
    if (!user || state === "PENDING" || user.type === "Bot") continue;
    reviewers.delete(user.login);
    reviewers.set(user.login, user);
  }
  return [...reviewers.values()];
}

const readLatestPullRequests = /* @__PURE__ */ cachePerClient(({ call }, repository) =>
  call(listPullRequests, {
    ...repository,
    state: "all",
    sort: "updated",
    direction: "desc",
    per_page: MAX_PULL_REQUESTS,
  }),
);

/** Suggests reviewers of recent pull requests. Reviews are read of a few only, preferring those by the same author. */
export async function suggestLatestReviewers(
  client: Client,
  pullRequest: PullRequestRef,
  author: string | undefined,
): Promise<ReviewerSuggestion[]> {
  const { pull_number, ...repository } = pullRequest;
  const latest = (await readLatestPullRequests(client, repository)).filter(({ number }) => number !== pull_number);
  const sameAuthor = latest.filter(({ user }) => user?.login === author);
  const selected = [...sameAuthor, ...latest.filter((other) => !sameAuthor.includes(other))].slice(0, MAX_REVIEWS_READ);
  const reviewed = await Promise.all(
    selected.map(({ number }) => readReviewers(client, { ...repository, pull_number: number })),
  );
  return [
    ...countSuggestions("reviewed", reviewed.flat().map(toUserSuggestion)),
    ...countSuggestions(
      "requested",
      latest.flatMap((other) => requestedReviewers(other, repository)),
    ),
  ];
}

/** Returns the requested reviewers in a pull request's response. */
export function requestedReviewers(
  pullRequest: {
    readonly requested_reviewers?: readonly ReviewUser[] | undefined;
    readonly requested_teams?: readonly { readonly slug: string; readonly name: string }[] | undefined;
  },
  { owner }: Pick<RepositoryRef, "owner">,
): ReviewerSuggestion[] {
  return [
    ...(pullRequest.requested_reviewers ?? []).map(toUserSuggestion),
    ...(pullRequest.requested_teams ?? []).map((team) => toTeamSuggestion(team, owner)),
  ];
}

export const toUserSuggestion = ({ login, name }: ReviewUser): ReviewerSuggestion => ({
  kind: "user",
  name: login,
  reasons: [],
  fullName: name ?? undefined,
});

export const toTeamSuggestion = (
  { slug, name }: { readonly slug: string; readonly name: string },
  owner: string,
): ReviewerSuggestion => ({
  kind: "team",
  name: `${owner}/${slug}`,
  fullName: name,
  reasons: [],
});

/** Merges equal suggestions and counts them. */
function countSuggestions(
  kind: "reviewed" | "requested",
  suggestions: readonly ReviewerSuggestion[],
): ReviewerSuggestion[] {
  const groups = Map.groupBy(suggestions, ({ kind, name }) => `${kind} ${name}`);
  return [...groups.values()].flatMap((group) =>
    group.slice(0, 1).map((suggestion) => ({ ...suggestion, reasons: [{ kind, pulls: group.length }] })),
  );
}
