import { type Account, accounts, createAccount } from "./accounts.ts";
import { installations } from "./apps.ts";
import { type Database, queryIds } from "./database.ts";
import { pullRequests } from "./pull-requests.ts";
import { type Repository, repositories } from "./repositories.ts";
import { reviews } from "./reviews.ts";
import { removeStar } from "./stars.ts";
import { deleteSubscription } from "./subscriptions.ts";
import { type Team, teams } from "./teams.ts";

/** The login that owns the issues and comments of deleted users. */
const GHOST_LOGIN = "ghost";

/**
 * Deletes an account with everything that it owns. A user's contributions to other owners' repositories stay: issues
 * and comments move to the ghost account, reviews lose their author. Likewise for the bots of the account's apps.
 * @see GitHub's documentation on deleting accounts and organizations
 */
export function deleteAccount(db: Database, { id, type }: Account, now: string): void {
  db.transaction(() => {
    for (const bot of botsOf(db, id)) deleteAccount(db, bot, now);
    if (type !== "Organization") reassignContributions(db, id, now);
    installations.update(db, { suspended_by: id }, { suspended_by: null });
    accounts.delete(db, { id });
  });
}

/** Returns the bots of the apps that an account owns. */
function botsOf(db: Database, ownerId: number): Account[] {
  return db.all(accounts, "SELECT * FROM accounts WHERE id IN (SELECT bot_id FROM apps WHERE owner_id = ?)", ownerId);
}

function reassignContributions(db: Database, id: number, now: string): void {
  // Stars and watchers have counters, so they are removed one by one.
  for (const starred of queryIds(db, "SELECT repository_id AS id FROM stars WHERE user_id = ?", id))
    removeStar(db, starred, id);
  for (const watched of queryIds(db, "SELECT repository_id AS id FROM subscriptions WHERE user_id = ?", id)) {
    deleteSubscription(db, watched, id);
  }
  reviews.delete(db, { user_id: id, state: "PENDING" });
  reviews.update(db, { user_id: id }, { user_id: null });
  // Only contributions to other owners' repositories: the rest is deleted with the user's own repositories.
  const inRepositoriesOfOthers = "repository_id NOT IN (SELECT id FROM repositories WHERE owner_id = ?)";
  const issues = `SELECT id FROM issues WHERE ${inRepositoriesOfOthers}`;
  const { id: ghost } =
    accounts.find(db, { login: GHOST_LOGIN }) ??
    createAccount(db, { login: GHOST_LOGIN, type: "User", created_at: now });
  if (ghost === id) return;
  db.run(`UPDATE issues SET user_id = ? WHERE user_id = ? AND ${inRepositoriesOfOthers}`, ghost, id, id);
  pullRequests.update(db, { head_owner_id: id }, { head_owner_id: ghost });
  db.run(`UPDATE issue_comments SET user_id = ? WHERE user_id = ? AND issue_id IN (${issues})`, ghost, id, id);
}

export function repositoriesOwnedBy(db: Database, { id }: Account): Repository[] {
  return repositories.all(db, { owner_id: id }, "id");
}

/** Returns the organizations whose only owner is this user. */
export function organizationsSolelyOwnedBy(db: Database, { id }: Account): Account[] {
  const sql = `SELECT a.* FROM accounts a JOIN members m ON m.organization_id = a.id
    WHERE m.user_id = ?1 AND m.role = 'admin' AND NOT EXISTS (
      SELECT 1 FROM members o WHERE o.organization_id = a.id AND o.role = 'admin' AND o.user_id != ?1)
    ORDER BY a.id`;
  return db.all(accounts, sql, id);
}

/** Returns other owners' repositories that this user is a direct collaborator of. */
export function repositoriesWithCollaborator(db: Database, { id }: Account): Repository[] {
  const sql = `SELECT r.* FROM repositories r JOIN collaborators c ON c.repository_id = r.id
    WHERE c.user_id = ?1 AND r.owner_id != ?1 ORDER BY r.id`;
  return db.all(repositories, sql, id);
}

/** Returns the teams that a user is a direct member of. */
export function teamsOfUser(db: Database, { id }: Account): Team[] {
  return db.all(
    teams,
    "SELECT t.* FROM teams t JOIN team_members m ON m.team_id = t.id WHERE m.user_id = ? ORDER BY t.id",
    id,
  );
}

/** Returns the organization's owner with the oldest account, or undefined if it has no owner. */
export function firstOwnerOf(db: Database, { id }: Account): Account | undefined {
  const sql = `SELECT a.* FROM members m JOIN accounts a ON a.id = m.user_id
    WHERE m.organization_id = ? AND m.role = 'admin' ORDER BY a.id LIMIT 1`;
  return db.get(accounts, sql, id);
}
