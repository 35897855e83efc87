import { Account } from "./accounts.ts";
import { allOf, where } from "./condition.ts";
import { countOf, type Database, type Part, readPart, type Window } from "./database.ts";

/** What narrows a list of organizations: to one, or to those where an app is installed. */
export interface Places {
  readonly only: number | undefined;
  readonly installed: number | undefined;
}

/** The organizations that somebody is a member of. */
export function organizationsOf(
  db: Database,
  userId: number,
  { only, installed }: Places,
  window: Window,
): Part<Account> {
  const app =
    "EXISTS (SELECT 1 FROM installations i WHERE i.app_id = ? AND i.account_id = a.id AND i.suspended_at IS NULL)";
  const { sql, values } = allOf([
    { sql: "m.user_id = ?", values: [userId] },
    where("a.id = ?", only),
    where(app, installed),
  ]);
  const query = `a.* FROM members m JOIN accounts a ON a.id = m.organization_id WHERE ${sql} ORDER BY a.id`;
  return readPart(db, Account, query, values, window);
}

/** A member of an organization by their number. */
export function findMember(db: Database, organizationId: number, userId: number): Account | undefined {
  const sql = "SELECT a.* FROM members m JOIN accounts a ON a.id = m.user_id WHERE m.organization_id = ? AND a.id = ?";
  return db.get(Account, sql, organizationId, userId);
}

export function countMembers(db: Database, organizationId: number): number {
  const sql = "SELECT count(*) AS count FROM members WHERE organization_id = ?";
  return db.remember(`members ${organizationId}`, () => countOf(db, sql, organizationId));
}
