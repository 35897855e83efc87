import { type Client, type ForgeError, isRateLimitError, isValidationError, RateLimitError } from "@forgehand/core";
import { getPullRequest, removeRequestedReviewers, requestReviewers } from "@forgehand/core/operations";
import type { Reviewer } from "../../messages/states.ts";
import { collaboratorsOf, teamsOf } from "./access.ts";
import { requestedBy } from "./history.ts";
import { type Pull, readOr } from "./reading.ts";
import { reviewerKey } from "./suggestion.ts";

/** Why somebody was not asked. Nobody was, except where it is `passed-over`. */
export type WhyNotAsked =
  /** Teams of other organizations, or what is no name of a team. */
  | { readonly kind: "foreign-teams"; readonly names: readonly string[] }
  /** Whose pull request it is. */
  | { readonly kind: "author"; readonly names: readonly string[] }
  /** They have no access to the repository; at least one of them, where it is not `sure` which. */
  | { readonly kind: "no-access"; readonly names: readonly string[]; readonly sure: boolean }
  /** More than the service has at once. */
  | { readonly kind: "too-many"; readonly most: number; readonly asked: number }
  /** The service took the request, and did not ask them. The others are asked. */
  | { readonly kind: "passed-over"; readonly names: readonly string[] };

/** Reviews could not be requested of everybody. */
export class NotAsked extends Error {
  override name = "NotAsked" as const;
  readonly why: WhyNotAsked;

  constructor(why: WhyNotAsked) {
    super(`Not asked for a review: ${why.kind}`);
    this.why = why;
  }
}

/**
 * Asks for reviews, all in one call; who reviewed already is asked again.
 * @throws NotAsked, or ForgeError where the service says something else
 */
export async function askForReviews(client: Client, pull: Pull, reviewers: readonly Reviewer[]): Promise<void> {
  const asked = reviewers.map(withoutAt);
  const foreign = asked.filter(({ kind, name }) => kind === "team" && slugIn(pull, name) === undefined);
  if (foreign.length > 0) throw new NotAsked({ kind: "foreign-teams", names: namesOf(foreign) });
  const sent = client.call(requestReviewers, { ...pull, ...byKind(pull, asked) });
  const answer = await sent.catch(async (error: unknown) => {
    if (isTooQuick(error)) throw new RateLimitError(error.detail, { until: soon(), cause: error });
    const why = isValidationError(error) ? await whyRefused(client, pull, asked, error.detail) : undefined;
    throw why ? new NotAsked(why) : error;
  });
  // Of a team its members may be asked in its place; that a person is passed over is worth a word.
  const done = new Set(requestedBy(answer, pull).map(reviewerKey));
  const passed = asked.filter((reviewer) => reviewer.kind === "user" && !done.has(reviewerKey(reviewer)));
  if (answer.requested_reviewers && passed.length > 0) {
    throw new NotAsked({ kind: "passed-over", names: namesOf(passed) });
  }
}

/** Withdraws requests, all in one call. */
export async function withdrawRequests({ call }: Client, pull: Pull, reviewers: readonly Reviewer[]): Promise<void> {
  await call(removeRequestedReviewers, { ...pull, ...byKind(pull, reviewers) });
}

/** Is it a limit of which the service doesn't say when it ends? Some say it among complaints about values. */
function isTooQuick(error: unknown): error is ForgeError {
  if (isRateLimitError(error)) return error.until === undefined;
  return isValidationError(error) && /submitted too quickly/i.test(error.detail);
}

/** The documents advise to wait for a minute where no time is named. */
const soon = () => new Date(Date.now() + 60_000);

const namesOf = (reviewers: readonly Reviewer[]) => reviewers.map(({ name }) => name);

const withoutAt = ({ kind, name }: Reviewer): Reviewer => ({ kind, name: name.replace(/^@/, "") });

/** The slug of one of the owner's teams: the service looks for slugs nowhere else. */
function slugIn({ owner }: Pull, name: string): string | undefined {
  const [organization = "", slug = "", ...rest] = name.split("/");
  return organization.toLowerCase() === owner.toLowerCase() && slug && rest.length === 0 ? slug : undefined;
}

function byKind(pull: Pull, reviewers: readonly Reviewer[]) {
  const slugs = reviewers.flatMap(({ kind, name }) => (kind === "team" ? (slugIn(pull, name) ?? []) : []));
  return {
    reviewers: namesOf(reviewers.filter(({ kind }) => kind === "user")),
    ...(slugs.length > 0 ? { team_reviewers: slugs } : {}),
  };
}

/** What a refusal means, as the service itself rarely says of whom it speaks; undefined where it is about something else. */
async function whyRefused(
  client: Client,
  pull: Pull,
  asked: readonly Reviewer[],
  said: string,
): Promise<WhyNotAsked | undefined> {
  const [, most] = /at most (\d+)/i.exec(said) ?? [];
  if (most !== undefined) return { kind: "too-many", most: Number(most), asked: asked.length };
  if (/pull request author/i.test(said)) {
    const { user } = await client.call(getPullRequest, pull);
    const own = asked.filter(({ kind, name }) => kind === "user" && name.toLowerCase() === user?.login.toLowerCase());
    if (own.length > 0) return { kind: "author", names: namesOf(own) };
  }
  return /collaborat|could not resolve/i.test(said) ? withoutAccess(client, pull, asked, said) : undefined;
}

/** Who of those that were asked can't be. */
async function withoutAccess(
  client: Client,
  pull: Pull,
  asked: readonly Reviewer[],
  said: string,
): Promise<WhyNotAsked> {
  const [people, teams] = await Promise.all([
    readOr("collaborators", [], () => collaboratorsOf(client, pull)),
    readOr("teams", [], () => teamsOf(client, pull)),
  ]);
  const known = new Set([
    ...people.value.map(({ login }) => reviewerKey({ kind: "user", name: login })),
    ...teams.value.map(({ slug }) => reviewerKey({ kind: "team", name: `${pull.owner}/${slug}` })),
  ]);
  const unknown = asked.filter((reviewer) => !known.has(reviewerKey(reviewer)));
  const suspects = unknown.length > 0 ? unknown : asked;
  const users = suspects.filter(({ kind }) => kind === "user");
  // Only a list that is whole says of somebody that they are not on it; teams may have their access from the team above.
  const isWhole = unknown.length > 0 && people.missing.length === 0 && users.length === suspects.length;
  if (isWhole || suspects.length === 1) return { kind: "no-access", names: namesOf(suspects), sure: true };
  const named = suspects.filter(({ name }) => isNamed(name.split("/").at(-1) ?? name, said));
  return named.length > 0
    ? { kind: "no-access", names: namesOf(named), sure: true }
    : { kind: "no-access", names: namesOf(suspects), sure: false };
}

/** Does a sentence say of somebody that they are none? */
function isNamed(name: string, said: string): boolean {
  const escaped = name.replace(/[^A-Za-z0-9_-]/g, "\\$&");
  return new RegExp(`(^|[^\\w-])${escaped} is (not|none)`, "i").test(said);
}
