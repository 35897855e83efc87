import type { Client, Output } from "@forgehand/core";
import { DIALECTS, tokenKind } from "@forgehand/core/dialects";
import { searchIssues } from "@forgehand/core/operations";
import type { PendingReview, PendingReviews } from "../../messages/popup.ts";
import { isRepositoryName } from "../../page/parse-page.ts";
import type { Account } from "../accounts.ts";

/** Number of pull requests that the popup shows. */
export const MAX_SHOWN_REVIEWS = 6;

const QUERY = "is:open is:pr review-requested:@me archived:false";

/** Finds pull requests with a review request for the user or one of their teams. */
export async function searchPendingReviews(
  { call }: Client,
  account: Account,
  count = MAX_SHOWN_REVIEWS,
): Promise<PendingReviews> {
  const { output, headers } = await call.raw(searchIssues, { q: QUERY, sort: "updated", per_page: count });
  return {
    latest: output.items.flatMap(toPendingReview),
    total: output.total_count,
    ...visibilityLimit(account, headers.get("x-oauth-scopes")),
  };
}

type FoundPullRequest = Output<typeof searchIssues>["items"][number];

function toPendingReview({
  repository_url,
  number,
  title,
  user,
  draft,
  updated_at,
}: FoundPullRequest): PendingReview[] {
  const [owner = "", repo = ""] = new URL(repository_url).pathname.split("/").slice(-2).map(decodeURIComponent);
  if (!isRepositoryName(owner, repo)) return [];
  return [
    {
      owner,
      repo,
      number,
      title,
      author: user?.login ?? null,
      draft: draft === true,
      updatedAt: Date.parse(updated_at),
    },
  ];
}

/** Returns to which repositories the token limits the results. The service omits all others without notice. */
function visibilityLimit({ token, dialect }: Account, scopes: string | null): Pick<PendingReviews, "limitedTo"> {
  // GitHub sends the header, empty, to users' tokens of apps as well.
  if (scopes === null || tokenKind(DIALECTS[dialect], token) === "user-access") return { limitedTo: "selected" };
  return scopes.split(/,\s*/).includes("repo") ? {} : { limitedTo: "public" };
}
