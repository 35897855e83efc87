import { Account, createAccount, findAccount } from "./accounts.ts";
import { type Database, idsOf } from "./database.ts";
import { Repository } from "./repositories.ts";
import { unstar } from "./stars.ts";
import { deleteSubscription } from "./subscriptions.ts";
import { Team } from "./teams.ts";

// What goes with an account, and what stays of one (public documents: deleting accounts and organizations).

/** The login under which the service keeps what people leave behind. */
const GHOST = "ghost";

/**
 * Deletes an account with all that it owns. What a person said in repositories of others stays, and is nobody's: issues and
 * comments a ghost's, reviews without an author.
 */
export function deleteAccount(db: Database, { id, type }: Account, now: string): void {
  db.transaction(() => {
    if (type === "User") leaveBehind(db, id, now);
    db.run("UPDATE installations SET suspended_by = NULL WHERE suspended_by = ?", id);
    db.run("DELETE FROM accounts WHERE id = ?", id);
  });
}

function leaveBehind(db: Database, id: number, now: string): void {
  // Stars and watchers are counted.
  for (const starred of idsOf(db, "SELECT repository_id AS id FROM stars WHERE user_id = ?", id))
    unstar(db, starred, id);
  for (const watched of idsOf(db, "SELECT repository_id AS id FROM subscriptions WHERE user_id = ?", id)) {
    deleteSubscription(db, watched, id);
  }
  db.run("DELETE FROM reviews WHERE user_id = ? AND state = 'PENDING'", id);
  db.run("UPDATE reviews SET user_id = NULL WHERE user_id = ?", id);
  // Only what lies with others: the rest goes with its repositories.
  const elsewhere = "repository_id NOT IN (SELECT id FROM repositories WHERE owner_id = ?)";
  const issues = `SELECT id FROM issues WHERE ${elsewhere}`;
  const { id: ghost } = findAccount(db, GHOST) ?? createAccount(db, { login: GHOST, type: "User", created_at: now });
  if (ghost === id) return;
  db.run(`UPDATE issues SET user_id = ? WHERE user_id = ? AND ${elsewhere}`, ghost, id, id);
  db.run("UPDATE pull_requests SET head_owner_id = ? WHERE head_owner_id = ?", ghost, id);
  db.run(`UPDATE issue_comments SET user_id = ? WHERE user_id = ? AND issue_id IN (${issues})`, ghost, id, id);
}

export function repositoriesOwnedBy(db: Database, { id }: Account): Repository[] {
  return db.all(Repository, "SELECT * FROM repositories WHERE owner_id = ? ORDER BY id", id);
}

/** The organizations that nobody but this person owns. */
export function ownedAlone(db: Database, { id }: Account): Account[] {
  const sql = `SELECT a.* FROM accounts a JOIN members m ON m.organization_id = a.id
    WHERE m.user_id = ?1 AND m.role = 'admin' AND NOT EXISTS (
      SELECT 1 FROM members o WHERE o.organization_id = a.id AND o.role = 'admin' AND o.user_id != ?1)
    ORDER BY a.id`;
  return db.all(Account, sql, id);
}

/** Repositories of others that somebody was let into by name. */
export function collaborationsOf(db: Database, { id }: Account): Repository[] {
  const sql = `SELECT r.* FROM repositories r JOIN collaborators c ON c.repository_id = r.id
    WHERE c.user_id = ?1 AND r.owner_id != ?1 ORDER BY r.id`;
  return db.all(Repository, sql, id);
}

/** The teams that somebody is in. */
export function teamsOf(db: Database, { id }: Account): Team[] {
  return db.all(
    Team,
    "SELECT t.* FROM teams t JOIN team_members m ON m.team_id = t.id WHERE m.user_id = ? ORDER BY t.id",
    id,
  );
}

/** Who owned an organization first; undefined where nobody does. */
export function firstOwnerOf(db: Database, { id }: Account): Account | undefined {
  const sql = `SELECT a.* FROM members m JOIN accounts a ON a.id = m.user_id
    WHERE m.organization_id = ? AND m.role = 'admin' ORDER BY a.id LIMIT 1`;
  return db.get(Account, sql, id);
}
