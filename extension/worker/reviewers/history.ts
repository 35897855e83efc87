import type { Client } from "@forgehand/core";
import { listPullRequests, listReviews } from "@forgehand/core/operations";
import { type Pull, type RepositoryName, remembering } from "./reading.ts";
import type { Suggestion } from "./suggestion.ts";

/** Pull requests that count as the latest. */
const LATEST = 30;

/** Of how many of them the reviews are read: each takes a call. */
const READ = 4;

/** A person, as answers tell of them. */
interface Person {
  readonly login: string;
  readonly name?: string | null | undefined;
  readonly type: string;
}

/** Those who have given a review of a pull request, each once, the latest last. */
export async function reviewersOf({ items }: Pick<Client, "items">, pull: Pull): Promise<Person[]> {
  const reviewers = new Map<string, Person>();
  for await (const { user, state } of items(listReviews, pull, { maxPages: 3 })) {
    // One's own that is not given yet is listed too. Programs can't be asked.
    if (!user || state === "PENDING" || user.type === "Bot") continue;
    reviewers.delete(user.login);
    reviewers.set(user.login, user);
  }
  return [...reviewers.values()];
}

const latestPulls = /* @__PURE__ */ remembering(({ call }, repository) =>
  call(listPullRequests, { ...repository, state: "all", sort: "updated", direction: "desc", per_page: LATEST }),
);

/**
 * Who reviews a repository's latest pull requests, and who is asked to. Few of them are read; those of the same author
 * first, as they are most alike.
 */
export async function latestReviewers(client: Client, pull: Pull, author: string | undefined): Promise<Suggestion[]> {
  const { pull_number, ...repository } = pull;
  const latest = (await latestPulls(client, repository)).filter(({ number }) => number !== pull_number);
  const alike = latest.filter(({ user }) => user?.login === author);
  const read = [...alike, ...latest.filter((other) => !alike.includes(other))].slice(0, READ);
  const reviewed = await Promise.all(
    read.map(({ number }) => reviewersOf(client, { ...repository, pull_number: number })),
  );
  return [
    ...counted("reviewed", reviewed.flat().map(asUser)),
    ...counted(
      "asked",
      latest.flatMap((other) => requestedBy(other, repository)),
    ),
  ];
}

/** Whom a pull request's answer says to be asked. */
export function requestedBy(
  pull: {
    readonly requested_reviewers?: readonly Person[] | undefined;
    readonly requested_teams?: readonly { readonly slug: string; readonly name: string }[] | undefined;
  },
  { owner }: Pick<RepositoryName, "owner">,
): Suggestion[] {
  return [
    ...(pull.requested_reviewers ?? []).map(asUser),
    ...(pull.requested_teams ?? []).map((team) => asTeam(team, owner)),
  ];
}

export const asUser = ({ login, name }: Person): Suggestion => ({
  ...{ kind: "user", name: login, reasons: [] },
  title: name ?? undefined,
});

export const asTeam = (
  { slug, name }: { readonly slug: string; readonly name: string },
  owner: string,
): Suggestion => ({
  ...{ kind: "team", name: `${owner}/${slug}`, title: name, reasons: [] },
});

/** Each once, with how often they were met. */
function counted(kind: "reviewed" | "asked", met: readonly Suggestion[]): Suggestion[] {
  const times = Map.groupBy(met, ({ kind, name }) => `${kind} ${name}`);
  return [...times.values()].flatMap((all) =>
    all.slice(0, 1).map((one) => ({ ...one, reasons: [{ kind, pulls: all.length }] })),
  );
}
