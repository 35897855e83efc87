import { getPullRequest, listPullRequests } from "@forgehand/core/operations";
import { listed, onRepository } from "../../http/call.ts";
import { notFound } from "../../http/refusal.ts";
import { renderPullRequest, renderWholePullRequest } from "../../objects/pull-request.ts";
import { findPullRequest, listPulls, type PullRequest } from "../../state/pull-requests.ts";
import type { Repository } from "../../state/repositories.ts";
import { timestamp } from "../../timestamp.ts";
import type { World } from "../../world.ts";

const MONTH = 30 * 24 * 3600 * 1000;

export const pullRequests = [
  onRepository(listPullRequests, ({ state = "open", head, base, sort = "created", direction }, call) => {
    const { world, repository, window } = call;
    const filter = {
      ...{ state, base, sort, head: readHead(head), monthAgo: timestamp(new Date(world.now().getTime() - MONTH)) },
      // The newest first, but of every other order its beginning (public description).
      direction: direction ?? (sort === "created" ? "desc" : "asc"),
    } as const;
    const part = listPulls(world.db, repository.id, filter, window);
    return listed(call, part, (pull) => renderPullRequest(world, repository, pull));
  }),

  onRepository(getPullRequest, ({ pull_number }, { world, repository }) =>
    renderWholePullRequest(world, repository, pullRequestAt(world, repository, pull_number)),
  ),
];

/** The pull request of a number. @throws Refusal 404 */
export function pullRequestAt({ db }: World, repository: Repository, number: number): PullRequest {
  const pull = findPullRequest(db, repository.id, number);
  if (!pull) throw notFound();
  return pull;
}

/** `owner:branch`; a branch without whose it is filters nothing. */
function readHead(head = "") {
  const [, owner, branch] = /^([^:]+):(.+)$/s.exec(head) ?? [];
  return owner === undefined || branch === undefined ? undefined : { owner, branch };
}
