import * as z from "zod/mini";
import { Account } from "./accounts.ts";
import { type Database, type Part, readPart } from "./database.ts";
import { Hook } from "./hooks.ts";
import { Repository } from "./repositories.ts";

// What there is at all, whoever may see it: for who runs the service.

/** The first users: those who have tokens with names, and then the others. */
export function firstUsers(db: Database, limit: number): Part<Account> {
  const named = "SELECT user_id FROM tokens WHERE name IS NOT NULL AND user_id IS NOT NULL";
  const query = `* FROM accounts WHERE type = 'User' ORDER BY id IN (${named}) DESC, id`;
  return readPart(db, Account, query, [], { limit, offset: 0 });
}

/** The first repositories. @param privateToo or only those that everybody sees */
export function firstRepositories(db: Database, privateToo: boolean, limit: number): Part<Repository> {
  const query = "* FROM repositories WHERE private <= ? ORDER BY id";
  return readPart(db, Repository, query, [Number(privateToo)], { limit, offset: 0 });
}

/** The first webhooks, of whatever kind. */
export function firstHooks(db: Database, limit: number): Part<Hook> {
  return readPart(db, Hook, "* FROM hooks ORDER BY id", [], { limit, offset: 0 });
}

const Membership = z.object({ login: z.string(), role: z.enum(["admin", "member"]) });
export type Membership = z.output<typeof Membership>;

/** The organizations that somebody belongs to, and as what. */
export function membershipsOf(db: Database, userId: number): Membership[] {
  const sql = `SELECT a.login, m.role FROM members m JOIN accounts a ON a.id = m.organization_id
    WHERE m.user_id = ? ORDER BY a.id`;
  return db.all(Membership, sql, userId);
}
