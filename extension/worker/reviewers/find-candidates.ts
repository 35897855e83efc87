import type { Client } from "@forgehand/core";
import { getPullRequest } from "@forgehand/core/operations";
import { findCodeOwners } from "./codeowners/find-code-owners.ts";
import { rankSuggestions } from "./rank-suggestions.ts";
import { type PullRequestRef, readOrEmpty } from "./read-helpers.ts";
import { readCollaborators, readTeams } from "./read-possible-reviewers.ts";
import {
  readReviewers,
  requestedReviewers,
  suggestLatestReviewers,
  toTeamSuggestion,
  toUserSuggestion,
} from "./review-history.ts";
import { type PartialResult, type ReviewerSuggestion, reviewerKey } from "./suggestion.ts";

/**
 * Suggests reviewers of a pull request: collaborators, teams, code owners of the changed files, and reviewers of this
 * and recent pull requests. Ranked, with reasons; without the author and those already requested. Parts that the token
 * cannot read are reported as missing.
 * @throws ForgeError if the pull request cannot be read
 */
export async function findCandidates(
  client: Client,
  pullRequest: PullRequestRef,
): Promise<PartialResult<readonly ReviewerSuggestion[]>> {
  const { pull_number: _, ...repository } = pullRequest;
  const detailsRead = client.call(getPullRequest, pullRequest);
  const authorRead = detailsRead.then(({ user }) => user?.login);
  // All are awaited together, so that none fails unnoticed when another one has failed before.
  const [details, author, collaborators, repositoryTeams, reviewed, latest, owners] = await Promise.all([
    detailsRead,
    authorRead,
    readOrEmpty("collaborators", [], () => readCollaborators(client, repository)),
    readOrEmpty("teams", [], () => readTeams(client, repository)),
    readOrEmpty("reviews", [], async () => ({
      value: await readReviewers(client, pullRequest),
      missing: [],
    })),
    readOrEmpty("history", [], async () => ({
      value: await suggestLatestReviewers(client, pullRequest, await authorRead),
      missing: [],
    })),
    readOrEmpty("code-owners", [], async () => findCodeOwners(client, pullRequest, await detailsRead)),
  ]);
  const logins = new Set(collaborators.value.map(({ login }) => login.toLowerCase()));
  /** If all collaborators are known, no other user is suggested. */
  const canBeRequested = ({ kind, name }: ReviewerSuggestion) =>
    kind === "team" || collaborators.missing.length > 0 || logins.has(name.toLowerCase());
  const others = [...latest.value, ...owners.value].filter(canBeRequested);
  const suggestions: ReviewerSuggestion[] = [
    ...collaborators.value.map(
      (person): ReviewerSuggestion => ({ ...toUserSuggestion(person), reasons: [{ kind: "member" }] }),
    ),
    ...repositoryTeams.value.map(
      (team): ReviewerSuggestion => ({ ...toTeamSuggestion(team, pullRequest.owner), reasons: [{ kind: "member" }] }),
    ),
    ...reviewed.value.map(
      (person): ReviewerSuggestion => ({ ...toUserSuggestion(person), reasons: [{ kind: "reviewed-this" }] }),
    ),
    ...others,
  ];
  const excluded = new Set([
    ...(author === undefined ? [] : [reviewerKey({ kind: "user", name: author })]),
    ...requestedReviewers(details, pullRequest).map(reviewerKey),
  ]);
  return {
    value: rankSuggestions(suggestions.filter((suggestion) => !excluded.has(reviewerKey(suggestion)))),
    missing: [collaborators, repositoryTeams, reviewed, latest, owners].flatMap(({ missing }) => missing),
  };
}
