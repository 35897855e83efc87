import type { Client } from "@forgehand/core";
import { getPullRequest } from "@forgehand/core/operations";
import { collaboratorsOf, teamsOf } from "./access.ts";
import { codeOwnersOf } from "./codeowners/owners.ts";
import { asTeam, asUser, latestReviewers, requestedBy, reviewersOf } from "./history.ts";
import { rank } from "./ranking.ts";
import { type Pull, readOr } from "./reading.ts";
import { type Reading, reviewerKey, type Suggestion } from "./suggestion.ts";

/**
 * Who could be asked to review a pull request: collaborators, teams, code owners of what it changes, those who have
 * reviewed it or the latest others. The best first, each with what speaks for them. What the token may not read is left out
 * and told. Neither the author nor those who are asked already.
 * @throws ForgeError where the pull request itself can't be read
 */
export async function findCandidates(client: Client, pull: Pull): Promise<Reading<readonly Suggestion[]>> {
  const { pull_number: _, ...repository } = pull;
  const people = readOr("collaborators", [], () => collaboratorsOf(client, repository));
  const teams = readOr("teams", [], () => teamsOf(client, repository));
  const here = readOr("reviews", [], async () => ({ value: await reviewersOf(client, pull), missing: [] }));
  const itself = await client.call(getPullRequest, pull);
  const author = itself.user?.login;
  const [collaborators, collaborating, reviewed, latest, owners] = await Promise.all([
    people,
    teams,
    here,
    readOr("history", [], async () => ({ value: await latestReviewers(client, pull, author), missing: [] })),
    readOr("code owners", [], () => codeOwnersOf(client, pull, itself)),
  ]);
  const logins = new Set(collaborators.value.map(({ login }) => login.toLowerCase()));
  /** Where all who can be asked are known, nobody else is suggested. */
  const canBeAsked = ({ kind, name }: Suggestion) =>
    kind === "team" || collaborators.missing.length > 0 || logins.has(name.toLowerCase());
  const others = [...latest.value, ...owners.value].filter(canBeAsked);
  const found: Suggestion[] = [
    ...collaborators.value.map((person): Suggestion => ({ ...asUser(person), reasons: [{ kind: "member" }] })),
    ...collaborating.value.map((team): Suggestion => ({ ...asTeam(team, pull.owner), reasons: [{ kind: "member" }] })),
    ...reviewed.value.map((person): Suggestion => ({ ...asUser(person), reasons: [{ kind: "reviewed-this" }] })),
    ...others,
  ];
  const taken = new Set([
    ...(author === undefined ? [] : [reviewerKey({ kind: "user", name: author })]),
    ...requestedBy(itself, pull).map(reviewerKey),
  ]);
  return {
    value: rank(found.filter((suggestion) => !taken.has(reviewerKey(suggestion)))),
    missing: [collaborators, collaborating, reviewed, latest, owners].flatMap(({ missing }) => missing),
  };
}
