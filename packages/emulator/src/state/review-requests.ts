import { type Account, accounts } from "./accounts.ts";
import { integer, key, nullable, reference } from "./columns.ts";
import type { Database } from "./database.ts";
import { notifyParticipant } from "./notification-threads.ts";
import type { PullRequest } from "./pull-requests.ts";
import { table } from "./table.ts";
import { type Team, teamMemberIds, teams, type UserOrTeam } from "./teams.ts";

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
 * Requests a review, and notifies the user, or the members of the team.
 * @returns whether the request is new
 */
export function requestReview(
  db: Database,
  { id, issue_id, user_id: author }: PullRequest,
  reviewer: RequestedReviewer,
  now: string,
): boolean {
  return db.transaction(() => {
    if (!reviewRequests.add(db, { pull_request_id: id, ...reviewerColumn(reviewer) })) return false;
    const users = "user" in reviewer ? [reviewer.user.id] : teamMemberIds(db, reviewer.team.id);
    for (const user of users) {
      if (user !== author) notifyParticipant(db, user, issue_id, "review_requested", now);
    }
    return true;
  });
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
