import { Account } from "./accounts.ts";
import type { Database } from "./database.ts";
import { notifyParticipant } from "./notification-threads.ts";
import type { PullRequest } from "./pull-requests.ts";
import { Team, teamMemberIds, type UserOrTeam } from "./teams.ts";

export const REVIEW_REQUEST_TABLES = `
CREATE TABLE review_requests (
  id INTEGER PRIMARY KEY, pull_request_id INTEGER NOT NULL REFERENCES pull_requests ON DELETE CASCADE,
  user_id INTEGER REFERENCES accounts ON DELETE CASCADE, team_id INTEGER REFERENCES teams ON DELETE CASCADE,
  UNIQUE (pull_request_id, user_id), UNIQUE (pull_request_id, team_id)
) STRICT;
`;

/** Returns the users and teams whose review is requested, in the order of the requests. */
export function requestedReviewers(db: Database, pullRequestId: number): { users: Account[]; teams: Team[] } {
  const users = `SELECT a.* FROM review_requests r JOIN accounts a ON a.id = r.user_id WHERE r.pull_request_id = ? ORDER BY r.id`;
  const teams = `SELECT t.* FROM review_requests r JOIN teams t ON t.id = r.team_id WHERE r.pull_request_id = ? ORDER BY r.id`;
  return { users: db.all(Account, users, pullRequestId), teams: db.all(Team, teams, pullRequestId) };
}

/** A user or team whose review can be requested. */
export type RequestedReviewer = UserOrTeam;

const reviewerIds = (reviewer: RequestedReviewer): [number | null, number | null] =>
  "user" in reviewer ? [reviewer.user.id, null] : [null, reviewer.team.id];

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
    const sql = "INSERT OR IGNORE INTO review_requests (pull_request_id, user_id, team_id) VALUES (?, ?, ?)";
    if (db.run(sql, id, ...reviewerIds(reviewer)).changes === 0) return false;
    const users = "user" in reviewer ? [reviewer.user.id] : teamMemberIds(db, reviewer.team.id);
    for (const user of users) {
      if (user !== author) notifyParticipant(db, user, issue_id, "review_requested", now);
    }
    return true;
  });
}

/** @returns whether there was such a request */
export function removeReviewRequest(db: Database, pullRequestId: number, reviewer: RequestedReviewer): boolean {
  const sql = "DELETE FROM review_requests WHERE pull_request_id = ? AND (user_id = ? OR team_id = ?)";
  return db.run(sql, pullRequestId, ...reviewerIds(reviewer)).changes > 0;
}

/** Removes the requests that a user's review fulfills: the user's own, and those of the user's teams. */
export function fulfillReviewRequests(db: Database, pullRequestId: number, userId: number): void {
  db.run(
    `DELETE FROM review_requests WHERE pull_request_id = ?1
       AND (user_id = ?2 OR team_id IN (SELECT team_id FROM team_members WHERE user_id = ?2))`,
    ...[pullRequestId, userId],
  );
}
