import { Account } from "./accounts.ts";
import { allOf } from "./condition.ts";
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
  const app = "EXISTS (SELECT 1 FROM installations i WHERE i.app_id = ? AND i.account_id = a.id)";
  const { sql, values } = allOf([
    { sql: "m.user_id = ?", values: [userId] },
    only === undefined ? undefined : { sql: "a.id = ?", values: [only] },
    installed === undefined ? undefined : { sql: app, values: [installed] },
  ]);
  const query = `a.* FROM members m JOIN accounts a ON a.id = m.organization_id WHERE ${sql} ORDER BY a.id`;
  return readPart(db, Account, query, values, window);
}

export function countMembers(db: Database, organizationId: number): number {
  const sql = "SELECT count(*) AS count FROM members WHERE organization_id = ?";
  return db.remember(`members ${organizationId}`, () => countOf(db, sql, organizationId));
}
