import type { Client, Output } from "@forgehand/core";
import { searchIssues } from "@forgehand/core/operations";
import type { WaitingReview, WaitingReviews } from "../../messages/popup.ts";
import { isRepositoryName } from "../../page/parse-page.ts";

/** As many as a popup has room for. */
const MOST = 6;

const QUERY = "is:open is:pr review-requested:@me archived:false";

/** The pull requests that wait for a review by the account, or by a team that it is in. */
export async function waitingReviews({ call }: Client): Promise<WaitingReviews> {
  const { output, headers } = await call.raw(searchIssues, { q: QUERY, sort: "updated", per_page: MOST });
  return {
    first: output.items.flatMap(reviewOf),
    all: output.total_count,
    ...onlyOf(headers.get("x-oauth-scopes")),
  };
}

type Found = Output<typeof searchIssues>["items"][number];

function reviewOf({ repository_url, number, title, user, draft, updated_at }: Found): WaitingReview[] {
  const [owner = "", repo = ""] = new URL(repository_url).pathname.split("/").slice(-2).map(decodeURIComponent);
  if (!isRepositoryName(owner, repo)) return [];
  return [
    { owner, repo, number, title, author: user?.login ?? null, draft: draft === true, at: Date.parse(updated_at) },
  ];
}

/** What a token leaves out without a word. Tokens without scopes see what they were given, and nobody can tell what that is. */
function onlyOf(scopes: string | null): Pick<WaitingReviews, "only"> {
  if (scopes === null) return { only: "given" };
  return scopes.split(/,\s*/).includes("repo") ? {} : { only: "public" };
}
