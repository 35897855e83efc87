import { tipsOf } from "../../git/pull-request-changes.ts";
import { listChecks } from "../../state/check-runs.ts";
import { latestStatuses } from "../../state/commit-statuses.ts";
import type { Database } from "../../state/database.ts";
import type { PullRequest } from "../../state/pull-requests.ts";

/** Returns the number of checks and statuses of a pull request's head commit. */
export function countPullChecks(db: Database, pull: PullRequest): number {
  const sha = tipsOf(db, pull).head;
  if (sha === undefined) return 0;
  const range = { limit: 1, offset: 0 };
  const repositoryId = pull.repository_id;
  return (
    listChecks(db, { repositoryId, sha, latest: true }, range).total +
    latestStatuses(db, repositoryId, sha, range).total
  );
}
