import { type Client, isForgeError } from "@forgehand/core";
import {
  getPullRequest,
  listCollaborators,
  listRequestedReviewers,
  removeRequestedReviewers,
  requestReviewers,
} from "@forgehand/core/operations";
import * as z from "zod/mini";
import type { Reviewer } from "../../messages.ts";
import type { Page } from "../../page/parse-page.ts";
import { Refused } from "../problem.ts";
import { workerControl } from "./control.ts";

const reviewer = z.object({ kind: z.enum(["user", "team"]), name: z.string().check(z.minLength(1)) });

export const reviewRequest = workerControl<"review-request">({
  intent: z.union([z.strictObject({ add: z.array(reviewer) }), z.strictObject({ remove: z.array(reviewer) })]),
  async look(client, page) {
    const { call } = client;
    const pull = pullOf(page);
    const [{ users, teams }, { user: author }, collaborators] = await Promise.all([
      call(listRequestedReviewers, pull),
      call(getPullRequest, pull),
      collaboratorsOf(client, page),
    ]);
    const requested: Reviewer[] = [
      ...users.map(({ login }): Reviewer => ({ kind: "user", name: login })),
      ...teams.map(({ slug }): Reviewer => ({ kind: "team", name: `${page.owner}/${slug}` })),
    ];
    const taken = new Set([author?.login, ...requested.map(({ name }) => name)]);
    const candidates = collaborators.filter((name) => !taken.has(name));
    return { requested, candidates: candidates.map((name): Reviewer => ({ kind: "user", name })) };
  },
  async act({ call }, page, intent) {
    const pull = pullOf(page);
    if ("add" in intent) await call(requestReviewers, { ...pull, ...byKind(page, intent.add) });
    else await call(removeRequestedReviewers, { ...pull, ...byKind(page, intent.remove) });
  },
});

function pullOf(page: Page) {
  if (page.kind !== "pull-request") throw new Refused("This page shows no pull request.");
  return { owner: page.owner, repo: page.repo, pull_number: page.number };
}

/** Logins that may be suggested; none where the token may not list them, which is no reason to show nothing else. */
async function collaboratorsOf({ call }: Client, { owner, repo }: Page): Promise<string[]> {
  try {
    return (await call(listCollaborators, { owner, repo, per_page: 100 })).map(({ login }) => login);
  } catch (error) {
    if (isForgeError(error)) return [];
    throw error;
  }
}

function byKind(page: Page, reviewers: readonly Reviewer[]) {
  const slugs = reviewers.filter(({ kind }) => kind === "team").map(({ name }) => slugOf(page, name));
  return {
    reviewers: reviewers.filter(({ kind }) => kind === "user").map(({ name }) => name),
    ...(slugs.length > 0 ? { team_reviewers: slugs } : {}),
  };
}

/** The service takes a team's slug alone, and looks for it in the repository's own organization. */
function slugOf(page: Page, name: string): string {
  const [organization = "", slug = "", ...rest] = name.split("/");
  if (organization.toLowerCase() === page.owner.toLowerCase() && slug && rest.length === 0) return slug;
  throw new Refused(`${name} is no team of ${page.owner}. Only the repository's own organization can be asked.`);
}
