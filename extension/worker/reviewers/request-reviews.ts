import { type Client, type ForgeError, isRateLimitError, isValidationError, RateLimitError } from "@forgehand/core";
import { getPullRequest, removeRequestedReviewers, requestReviewers } from "@forgehand/core/operations";
import type { Reviewer } from "../../model/control-states.ts";
import { type PullRequestRef, readOrEmpty } from "./read-helpers.ts";
import { readCollaborators, readTeams } from "./read-possible-reviewers.ts";
import { requestedReviewers } from "./review-history.ts";
import { reviewerKey } from "./suggestion.ts";

/** Reason why reviews were not requested. Except for `passed-over`, none was requested. */
export type ReviewRequestFailure =
  /** Teams of other organizations, or invalid team names. */
  | { readonly kind: "foreign-teams"; readonly names: readonly string[] }
  /** The author of the pull request. */
  | { readonly kind: "author"; readonly names: readonly string[] }
  /** Reviewers without access to the repository. Unless `isCertain`, only one of them may lack access. */
  | { readonly kind: "no-access"; readonly names: readonly string[]; readonly isCertain: boolean }
  /** More reviewers than the service allows. */
  | { readonly kind: "too-many"; readonly maximum: number; readonly requestedCount: number }
  /** The service accepted the request but omitted these reviewers. The others were requested. */
  | { readonly kind: "passed-over"; readonly names: readonly string[] };

/** Thrown when not all reviews could be requested. */
export class ReviewRequestError extends Error {
  override name = "ReviewRequestError" as const;
  readonly failure: ReviewRequestFailure;

  constructor(failure: ReviewRequestFailure) {
    super(`Reviews could not be requested: ${failure.kind}.`);
    this.failure = failure;
  }
}

/**
 * Requests reviews in one call. Users who have already reviewed are requested again.
 * @throws ReviewRequestError, or ForgeError for other failures
 */
export async function requestReviews(
  client: Client,
  pullRequest: PullRequestRef,
  reviewers: readonly Reviewer[],
): Promise<void> {
  const reviewersToRequest = reviewers.map(normalizeReviewer);
  const foreign = reviewersToRequest.filter(
    ({ kind, name }) => kind === "team" && teamSlug(pullRequest, name) === undefined,
  );
  if (foreign.length > 0) throw new ReviewRequestError({ kind: "foreign-teams", names: reviewerNames(foreign) });
  const request = client.call(requestReviewers, { ...pullRequest, ...toRequestBody(pullRequest, reviewersToRequest) });
  const response = await request.catch(async (error: unknown) => {
    if (isSecondaryLimit(error)) throw new RateLimitError(error.detail, { until: inOneMinute(), cause: error });
    const failure = isValidationError(error)
      ? await explainRefusal(client, pullRequest, reviewersToRequest, error.detail)
      : undefined;
    throw failure ? new ReviewRequestError(failure) : error;
  });
  // The service can replace a team with its members, so only omitted users are reported.
  const requestedKeys = new Set(requestedReviewers(response, pullRequest).map(reviewerKey));
  const omitted = reviewersToRequest.filter(
    (reviewer) => reviewer.kind === "user" && !requestedKeys.has(reviewerKey(reviewer)),
  );
  if (response.requested_reviewers && omitted.length > 0) {
    throw new ReviewRequestError({ kind: "passed-over", names: reviewerNames(omitted) });
  }
}

/** Withdraws review requests in one call. */
export async function withdrawRequests(
  { call }: Client,
  pullRequest: PullRequestRef,
  reviewers: readonly Reviewer[],
): Promise<void> {
  await call(removeRequestedReviewers, { ...pullRequest, ...toRequestBody(pullRequest, reviewers) });
}

/** Whether the error is a rate limit without a known end. Some services report it as a validation error. */
function isSecondaryLimit(error: unknown): error is ForgeError {
  if (isRateLimitError(error)) return error.until === undefined;
  return isValidationError(error) && /submitted too quickly/i.test(error.detail);
}

/** GitHub's documentation recommends to wait for a minute if no time is given. */
const inOneMinute = () => new Date(Date.now() + 60_000);

const reviewerNames = (reviewers: readonly Reviewer[]) => reviewers.map(({ name }) => name);

const normalizeReviewer = ({ kind, name }: Reviewer): Reviewer => ({ kind, name: name.replace(/^@/, "") });

/**
 * Returns the slug of a team of the repository's owner; undefined for other teams, which the service does not accept.
 */
function teamSlug({ owner }: PullRequestRef, name: string): string | undefined {
  const [organization = "", slug = "", ...rest] = name.split("/");
  return organization.toLowerCase() === owner.toLowerCase() && slug && rest.length === 0 ? slug : undefined;
}

function toRequestBody(pullRequest: PullRequestRef, reviewers: readonly Reviewer[]) {
  const slugs = reviewers.flatMap(({ kind, name }) => (kind === "team" ? (teamSlug(pullRequest, name) ?? []) : []));
  return {
    reviewers: reviewerNames(reviewers.filter(({ kind }) => kind === "user")),
    ...(slugs.length > 0 ? { team_reviewers: slugs } : {}),
  };
}

/**
 * Explains why the service refused the request, as its message rarely names the reviewers. Undefined for other
 * refusals.
 */
async function explainRefusal(
  client: Client,
  pullRequest: PullRequestRef,
  reviewersToRequest: readonly Reviewer[],
  message: string,
): Promise<ReviewRequestFailure | undefined> {
  const [, maximum] = /at most (\d+)/i.exec(message) ?? [];
  if (maximum !== undefined)
    return { kind: "too-many", maximum: Number(maximum), requestedCount: reviewersToRequest.length };
  if (/pull request author/i.test(message)) {
    const { user } = await client.call(getPullRequest, pullRequest);
    const authors = reviewersToRequest.filter(
      ({ kind, name }) => kind === "user" && name.toLowerCase() === user?.login.toLowerCase(),
    );
    if (authors.length > 0) return { kind: "author", names: reviewerNames(authors) };
  }
  return /collaborat|could not resolve/i.test(message)
    ? findWithoutAccess(client, pullRequest, reviewersToRequest, message)
    : undefined;
}

/** Determines which of the reviewers have no access. */
async function findWithoutAccess(
  client: Client,
  pullRequest: PullRequestRef,
  reviewersToRequest: readonly Reviewer[],
  message: string,
): Promise<ReviewRequestFailure> {
  const [collaborators, teams] = await Promise.all([
    readOrEmpty("collaborators", [], () => readCollaborators(client, pullRequest)),
    readOrEmpty("teams", [], () => readTeams(client, pullRequest)),
  ]);
  const withAccess = new Set([
    ...collaborators.value.map(({ login }) => reviewerKey({ kind: "user", name: login })),
    ...teams.value.map(({ slug }) => reviewerKey({ kind: "team", name: `${pullRequest.owner}/${slug}` })),
  ]);
  const withoutKnownAccess = reviewersToRequest.filter((reviewer) => !withAccess.has(reviewerKey(reviewer)));
  const suspects = withoutKnownAccess.length > 0 ? withoutKnownAccess : reviewersToRequest;
  const users = suspects.filter(({ kind }) => kind === "user");
  // Only a complete list proves that a user has no access. Teams are excluded, because they can inherit access from a
  // parent team.
  const isComplete =
    withoutKnownAccess.length > 0 && collaborators.missing.length === 0 && users.length === suspects.length;
  if (isComplete || suspects.length === 1)
    return { kind: "no-access", names: reviewerNames(suspects), isCertain: true };
  const named = suspects.filter(({ name }) => isNamedInMessage(name.split("/").at(-1) ?? name, message));
  return named.length > 0
    ? { kind: "no-access", names: reviewerNames(named), isCertain: true }
    : { kind: "no-access", names: reviewerNames(suspects), isCertain: false };
}

/** Whether the message says that the name is not a collaborator. */
function isNamedInMessage(name: string, message: string): boolean {
  const escaped = name.replace(/[^A-Za-z0-9_-]/g, "\\$&");
  return new RegExp(`(^|[^\\w-])${escaped} is (not|none)`, "i").test(message);
}
