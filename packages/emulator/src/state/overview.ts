import { type Account, accounts } from "./accounts.ts";
import { oneOf, type RowOf, row, text } from "./columns.ts";
import { type Database, queryPage, type RowPage } from "./database.ts";
import { type Hook, hooks } from "./hooks.ts";
import { type Repository, repositories } from "./repositories.ts";

// Lists without permission checks, for the operator of the emulator.

/** Returns the first users: those with named tokens come first. */
export function firstUsers(db: Database, limit: number): RowPage<Account> {
  const usersWithNamedTokens = "SELECT user_id FROM tokens WHERE name IS NOT NULL AND user_id IS NOT NULL";
  const query = `* FROM accounts WHERE type = 'User' ORDER BY id IN (${usersWithNamedTokens}) DESC, id`;
  return queryPage(db, accounts, query, [], { limit, offset: 0 });
}

/**
 * Returns the first repositories.
 * @param includePrivate whether to include private repositories
 */
export function firstRepositories(db: Database, includePrivate: boolean, limit: number): RowPage<Repository> {
  const query = "* FROM repositories WHERE private <= ? ORDER BY id";
  return queryPage(db, repositories, query, [Number(includePrivate)], { limit, offset: 0 });
}

/** Returns the first webhooks of all kinds. */
export function firstHooks(db: Database, limit: number): RowPage<Hook> {
  return hooks.page(db, {}, "id", { limit, offset: 0 });
}

const Membership = row({ login: text(), role: oneOf(["admin", "member"]) });
export type Membership = RowOf<typeof Membership>;

/** Returns the organizations that a user belongs to, with the user's roles. */
export function membershipsOf(db: Database, userId: number): Membership[] {
  const sql = `SELECT a.login, m.role FROM members m JOIN accounts a ON a.id = m.organization_id
    WHERE m.user_id = ? ORDER BY a.id`;
  return db.all(Membership, sql, userId);
}
