import { type Account, accounts, members } from "./accounts.ts";
import { allOf, where } from "./condition.ts";
import { type Database, type PageRange, queryPage, type RowPage } from "./database.ts";

/** Restricts a list of organizations to one, or to those where an app is installed. */
export interface OrganizationFilter {
  readonly organizationId: number | undefined;
  readonly installedAppId: number | undefined;
}

/** Returns the organizations that a user is a member of. */
export function organizationsOf(
  db: Database,
  userId: number,
  { organizationId, installedAppId }: OrganizationFilter,
  pageRange: PageRange,
): RowPage<Account> {
  const hasInstallation =
    "EXISTS (SELECT 1 FROM installations i WHERE i.app_id = ? AND i.account_id = a.id AND i.suspended_at IS NULL)";
  const { sql, values } = allOf([
    { sql: "m.user_id = ?", values: [userId] },
    where("a.id = ?", organizationId),
    where(hasInstallation, installedAppId),
  ]);
  const query = `a.* FROM members m JOIN accounts a ON a.id = m.organization_id WHERE ${sql} ORDER BY a.id`;
  return queryPage(db, accounts, query, values, pageRange);
}

export function findMember(db: Database, organizationId: number, userId: number): Account | undefined {
  const sql = "SELECT a.* FROM members m JOIN accounts a ON a.id = m.user_id WHERE m.organization_id = ? AND a.id = ?";
  return db.get(accounts, sql, organizationId, userId);
}

export function countMembers(db: Database, organizationId: number): number {
  return db.memoize(`members ${organizationId}`, () => members.count(db, { organization_id: organizationId }));
}
