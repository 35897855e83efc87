import { Account, Team } from "./accounts.ts";
import type { Database } from "./database.ts";

/** Users and teams that are asked for a review, in the order in which they were asked. */
export function requestedReviewers(db: Database, pullRequestId: number): { users: Account[]; teams: Team[] } {
  const users = `SELECT a.* FROM review_requests r JOIN accounts a ON a.id = r.user_id WHERE r.pull_request_id = ? ORDER BY r.id`;
  const teams = `SELECT t.* FROM review_requests r JOIN teams t ON t.id = r.team_id WHERE r.pull_request_id = ? ORDER BY r.id`;
  return { users: db.all(Account, users, pullRequestId), teams: db.all(Team, teams, pullRequestId) };
}

/** One that can be asked for a review. */
export type Reviewer = { readonly user: Account } | { readonly team: Team };

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
