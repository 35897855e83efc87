import { type Account, accounts } from "./accounts.ts";
import { integer, key, nullable, reference } from "./columns.ts";
import type { Database } from "./database.ts";
import type { PullRequest } from "./pull-requests.ts";
import { collaborators, grantedPermission, type Repository } from "./repositories.ts";
import { table } from "./table.ts";
import { type Team, teams, type UserOrTeam } from "./teams.ts";

export const reviewRequests = table(
  "review_requests",
  {
    id: key(integer()),
    pull_request_id: reference("pull_requests"),
    user_id: nullable(reference("accounts")),
    team_id: nullable(reference("teams")),
  },
  {
    unique: [
      ["pull_request_id", "user_id"],
      ["pull_request_id", "team_id"],
    ],
  },
);

/** Returns the users and teams whose review is requested, in the order of the requests. */
export function requestedReviewers(db: Database, pullRequestId: number): { users: Account[]; teams: Team[] } {
  const userSql = `SELECT a.* FROM review_requests r JOIN accounts a ON a.id = r.user_id WHERE r.pull_request_id = ? ORDER BY r.id`;
  const teamSql = `SELECT t.* FROM review_requests r JOIN teams t ON t.id = r.team_id WHERE r.pull_request_id = ? ORDER BY r.id`;
  return { users: db.all(accounts, userSql, pullRequestId), teams: db.all(teams, teamSql, pullRequestId) };
}

/** A user or team whose review can be requested. */
export type RequestedReviewer = UserOrTeam;

const reviewerColumn = (reviewer: RequestedReviewer) =>
  "user" in reviewer ? { user_id: reviewer.user.id } : { team_id: reviewer.team.id };

/**
 * Requests a review.
 * @returns whether the request is new
 */
export function requestReview(db: Database, { id }: Pick<PullRequest, "id">, reviewer: RequestedReviewer): boolean {
  return reviewRequests.add(db, { pull_request_id: id, ...reviewerColumn(reviewer) });
}

/** @returns whether there was such a request */
export function removeReviewRequest(db: Database, pullRequestId: number, reviewer: RequestedReviewer): boolean {
  return reviewRequests.delete(db, { pull_request_id: pullRequestId, ...reviewerColumn(reviewer) }) > 0;
}

/** Removes the requests that a user's review fulfills: the user's own, and those of the user's teams. */
export function fulfillReviewRequests(db: Database, pullRequestId: number, userId: number): void {
  db.run(
    `DELETE FROM review_requests WHERE pull_request_id = ?1
       AND (user_id = ?2 OR team_id IN (SELECT team_id FROM team_members WHERE user_id = ?2))`,
    ...[pullRequestId, userId],
  );
}

/** Finds a user who has access to a repository, and thus can review there. */
export function findCollaborator(
  db: Database,
  repository: Repository,
  login: string,
): { readonly user: Account } | undefined {
  const user = accounts.find(db, { login });
  if (user?.type !== "User" || grantedPermission(db, repository, user.id) === "none") return undefined;
  return { user };
}

/** Finds a team of a repository's organization that has access to it. */
export function findCollaboratingTeam(
  db: Database,
  repository: Repository,
  slug: string,
): { readonly team: Team } | undefined {
  const team = teams.find(db, { organization_id: repository.owner_id, slug });
  return team && hasAccess(db, repository, team) ? { team } : undefined;
}

/** Child teams inherit the access of their parent. */
function hasAccess(db: Database, repository: Repository, team: Team): boolean {
  if (collaborators.has(db, { repository_id: repository.id, team_id: team.id })) return true;
  const parent = team.parent_id === null ? undefined : teams.find(db, { id: team.parent_id });
  return parent !== undefined && hasAccess(db, repository, parent);
}
