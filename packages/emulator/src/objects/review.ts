import type { EmulatorContext } from "../emulator-context.ts";
import { getAccount } from "../state/accounts.ts";
import type { PullRequest } from "../state/pull-requests.ts";
import type { Repository } from "../state/repositories.ts";
import type { Review } from "../state/reviews.ts";
import { authorAssociation } from "./author-association.ts";
import { renderSimpleRepository } from "./repository.ts";
import { nodeId, renderUser } from "./user.ts";

export function renderReview(context: EmulatorContext, repository: Repository, pull: PullRequest, review: Review) {
  const urls = renderSimpleRepository(context, repository);
  const url = `${urls.url}/pulls/${pull.number}`;
  const htmlUrl = `${urls.html_url}/pull/${pull.number}#pullrequestreview-${review.id}`;
  return {
    id: review.id,
    node_id: nodeId("PullRequestReview", review.id),
    user: review.user_id === null ? null : renderUser(context, getAccount(context.db, review.user_id)),
    body: review.body,
    state: review.state,
    html_url: htmlUrl,
    pull_request_url: url,
    _links: { html: { href: htmlUrl }, pull_request: { href: url } },
    // A pending review has no submission time.
    ...(review.submitted_at === null ? {} : { submitted_at: review.submitted_at }),
    commit_id: review.commit_sha,
    author_association: authorAssociation(context, repository, review.user_id),
  };
}
