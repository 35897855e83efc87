import { getPullRequest } from "@forgehand/core/operations";
import { onRepository } from "../../http/call.ts";
import { notFound } from "../../http/refusal.ts";
import { renderWholePullRequest } from "../../objects/pull-request.ts";
import { findPullRequest } from "../../state/pull-requests.ts";

export const pullRequests = [
  onRepository(getPullRequest, ({ pull_number }, { world, repository }) => {
    const pull = findPullRequest(world.db, repository.id, pull_number);
    if (!pull) throw notFound();
    return renderWholePullRequest(world, repository, pull);
  }),
];
