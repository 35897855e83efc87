import { Account } from "./accounts.ts";
import type { Database } from "./database.ts";
import { Team, type UserOrTeam } from "./teams.ts";

export const REVIEW_REQUEST_TABLES = `
CREATE TABLE review_requests (
  id INTEGER PRIMARY KEY, pull_request_id INTEGER NOT NULL REFERENCES pull_requests ON DELETE CASCADE,
  user_id INTEGER REFERENCES accounts ON DELETE CASCADE, team_id INTEGER REFERENCES teams ON DELETE CASCADE,
  UNIQUE (pull_request_id, user_id), UNIQUE (pull_request_id, team_id)
) STRICT;
`;

/** Users and teams that are asked for a review, in the order in which they were asked. */
export function requestedReviewers(db: Database, pullRequestId: number): { users: Account[]; teams: Team[] } {
  const users = `SELECT a.* FROM review_requests r JOIN accounts a ON a.id = r.user_id WHERE r.pull_request_id = ? ORDER BY r.id`;
  const teams = `SELECT t.* FROM review_requests r JOIN teams t ON t.id = r.team_id WHERE r.pull_request_id = ? ORDER BY r.id`;
  return { users: db.all(Account, users, pullRequestId), teams: db.all(Team, teams, pullRequestId) };
}

/** One that can be asked for a review. */
export type Reviewer = UserOrTeam;

const idsOf = (reviewer: Reviewer): [number | null, number | null] =>
  "user" in reviewer ? [reviewer.user.id, null] : [null, reviewer.team.id];

/** @returns whether the request is new */
export function requestReview(db: Database, pullRequestId: number, reviewer: Reviewer): boolean {
  const sql = "INSERT OR IGNORE INTO review_requests (pull_request_id, user_id, team_id) VALUES (?, ?, ?)";
  return db.run(sql, pullRequestId, ...idsOf(reviewer)).changes > 0;
}

/** @returns whether there was such a request */
export function withdrawReview(db: Database, pullRequestId: number, reviewer: Reviewer): boolean {
  const sql = "DELETE FROM review_requests WHERE pull_request_id = ? AND (user_id = ? OR team_id = ?)";
  return db.run(sql, pullRequestId, ...idsOf(reviewer)).changes > 0;
}

/** Whoever submits a review is no longer asked for one, and neither is a team that it stands for (document 3). */
export function answerRequests(db: Database, pullRequestId: number, userId: number): void {
  db.run(
    `DELETE FROM review_requests WHERE pull_request_id = ?1
       AND (user_id = ?2 OR team_id IN (SELECT team_id FROM team_members WHERE user_id = ?2))`,
    ...[pullRequestId, userId],
  );
}
