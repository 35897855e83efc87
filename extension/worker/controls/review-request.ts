import { type Client, isForgeError } from "@forgehand/core";
import {
  getPullRequest,
  listCollaborators,
  listRequestedReviewers,
  removeRequestedReviewers,
  requestReviewers,
} from "@forgehand/core/operations";
import * as z from "zod/mini";
import type { Candidates } from "../../messages/page.ts";
import type { Reviewer } from "../../messages/states.ts";
import { t } from "../../ui/words.ts";
import type { About } from "../acting.ts";
import { Refused } from "../problems.ts";
import { workerControl } from "./control.ts";

const reviewer = z.object({ kind: z.enum(["user", "team"]), name: z.string().check(z.minLength(1)) });

export const reviewRequest = workerControl<"review-request">({
  needs: { look: [listRequestedReviewers], act: [requestReviewers, removeRequestedReviewers] },
  intent: z.union([z.strictObject({ add: z.array(reviewer) }), z.strictObject({ remove: z.array(reviewer) })]),
  unknown: (why) => ({ requested: null, reviewed: [], why }),
  async look({ call }, about) {
    const { users, teams } = await call(listRequestedReviewers, pullOf(about));
    const requested: Reviewer[] = [
      ...users.map(({ login }): Reviewer => ({ kind: "user", name: login })),
      ...teams.map(({ slug }): Reviewer => ({ kind: "team", name: `${about.subject.owner}/${slug}` })),
    ];
    return { requested, reviewed: [] };
  },
  async act({ call }, about, intent) {
    const pull = pullOf(about);
    if ("add" in intent) await call(requestReviewers, { ...pull, ...byKind(about, intent.add) });
    else await call(removeRequestedReviewers, { ...pull, ...byKind(about, intent.remove) });
  },
});

/** Who could be asked for a review of a pull request. */
export async function candidatesFor(client: Client, about: About): Promise<Candidates> {
  const [{ user: author }, names] = await Promise.all([
    client.call(getPullRequest, pullOf(about)),
    collaboratorsOf(client, about),
  ]);
  const candidates = names.filter((name) => name !== author?.login);
  return { candidates: candidates.map((name) => ({ kind: "user", name, reasons: [] })), missing: [] };
}

function pullOf({ subject: { owner, repo, number } }: About) {
  if (number === undefined) throw new Refused(t("noPullRequest"));
  return { owner, repo, pull_number: number };
}

/** Logins that may be suggested; none where the token may not list them, which is no reason to show nothing else. */
async function collaboratorsOf({ call }: Client, { subject: { owner, repo } }: About): Promise<string[]> {
  try {
    return (await call(listCollaborators, { owner, repo, per_page: 100 })).map(({ login }) => login);
  } catch (error) {
    if (isForgeError(error)) return [];
    throw error;
  }
}

function byKind(about: About, reviewers: readonly Reviewer[]) {
  const slugs = reviewers.filter(({ kind }) => kind === "team").map(({ name }) => slugOf(about, name));
  return {
    reviewers: reviewers.filter(({ kind }) => kind === "user").map(({ name }) => name),
    ...(slugs.length > 0 ? { team_reviewers: slugs } : {}),
  };
}

/** The service takes a team's slug alone, and looks for it in the repository's own organization. */
function slugOf({ subject: { owner } }: About, name: string): string {
  const [organization = "", slug = "", ...rest] = name.split("/");
  if (organization.toLowerCase() === owner.toLowerCase() && slug && rest.length === 0) return slug;
  throw new Refused(t("notOurTeam", name, owner));
}
