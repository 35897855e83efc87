import { getAccount } from "../state/accounts.ts";
import type { PullRequest } from "../state/pull-requests.ts";
import type { Repository } from "../state/repositories.ts";
import type { Review } from "../state/reviews.ts";
import type { World } from "../world.ts";
import { associationOf } from "./author-association.ts";
import { renderSimpleRepository } from "./repository.ts";
import { nodeId, renderUser } from "./user.ts";

/** A review of a pull request (public description). */
export function renderReview(world: World, repository: Repository, pull: PullRequest, review: Review) {
  const addresses = renderSimpleRepository(world, repository);
  const url = `${addresses.url}/pulls/${pull.number}`;
  const htmlUrl = `${addresses.html_url}/pull/${pull.number}#pullrequestreview-${review.id}`;
  return {
    id: review.id,
    node_id: nodeId("PullRequestReview", review.id),
    user: review.user_id === null ? null : renderUser(world, getAccount(world.db, review.user_id)),
    body: review.body,
    state: review.state,
    html_url: htmlUrl,
    pull_request_url: url,
    _links: { html: { href: htmlUrl }, pull_request: { href: url } },
    // A review that is not submitted yet says nothing of when it was.
    ...(review.submitted_at === null ? {} : { submitted_at: review.submitted_at }),
    commit_id: review.commit_sha,
    author_association: associationOf(world, repository, review.user_id),
  };
}
