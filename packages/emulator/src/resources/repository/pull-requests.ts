import { getPullRequest, listPullRequests } from "@forgehand/core/operations";
import type { EmulatorContext } from "../../emulator-context.ts";
import { formatPullRequest } from "../../git/pull-request-changes.ts";
import { renderPage, repositoryHandler } from "../../http/handler.ts";
import { requireFound } from "../../http-error.ts";
import { renderFullPullRequest, renderPullRequest } from "../../objects/pull-request.ts";
import { findPullRequest, listPulls, type PullRequest } from "../../state/pull-requests.ts";
import type { Repository } from "../../state/repositories.ts";
import { timestamp } from "../../timestamp.ts";
import { checkedText } from "../shared/checked-text.ts";

const MONTH_MS = 30 * 24 * 3600 * 1000;

export const pullRequests = [
  repositoryHandler(listPullRequests, ({ state = "open", head, base, sort = "created", direction }, call) => {
    const { context, repository, page } = call;
    const filter = {
      state,
      base,
      sort,
      head: parseHead(head),
      // Only used by `sort: long-running`: created before it, updated since.
      monthAgo: timestamp(new Date(context.now().getTime() - MONTH_MS)),
      // The default is descending for the creation time and ascending for every other order.
      direction: direction ?? (sort === "created" ? "desc" : "asc"),
    } as const;
    const rowPage = listPulls(context.db, repository.id, filter, page);
    return renderPage(call, rowPage, (pull) => renderPullRequest(context, repository, pull));
  }),

  repositoryHandler(getPullRequest, ({ pull_number }, { context, repository, media }) => {
    const pull = requirePullRequestByNumber(context, repository, pull_number);
    if (media !== "diff" && media !== "patch") return renderFullPullRequest(context, repository, pull);
    return checkedText(formatPullRequest(context.db, pull, media), "PullRequest");
  }),
];

/**
 * Returns the pull request with a number.
 * @throws HttpError 404
 */
export function requirePullRequestByNumber(
  { db }: EmulatorContext,
  repository: Repository,
  number: number,
): PullRequest {
  return requireFound(findPullRequest(db, repository.id, number));
}

/** Parses `owner:branch`. A branch without an owner is ignored, so it filters nothing. */
function parseHead(head = "") {
  const [, owner, branch] = /^([^:]+):(.+)$/s.exec(head) ?? [];
  return owner === undefined || branch === undefined ? undefined : { owner, branch };
}
