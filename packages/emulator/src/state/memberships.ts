import { type Account, accounts, type MemberRole, members } from "./accounts.ts";
import { integer, oneOf, type RowOf, row } from "./columns.ts";
import { allOf, type Condition, where } from "./condition.ts";
import { type Database, type PageRange, queryPage, type RowPage } from "./database.ts";
import { organizationInvitations } from "./organization-invitations.ts";

/** Restricts a list of organizations to one, or to those where an app is installed. */
export interface OrganizationFilter {
  readonly organizationId: number | undefined;
  readonly installedAppId: number | undefined;
}

/** Returns the condition for organizations `a` that match a filter. */
function matchingOrganizations({ organizationId, installedAppId }: OrganizationFilter): Condition {
  const hasInstallation =
    "EXISTS (SELECT 1 FROM installations i WHERE i.app_id = ? AND i.account_id = a.id AND i.suspended_at IS NULL)";
  return allOf([where("a.id = ?", organizationId), where(hasInstallation, installedAppId)]);
}

/** Returns the organizations that a user is a member of. */
export function organizationsOf(
  db: Database,
  userId: number,
  filter: OrganizationFilter,
  pageRange: PageRange,
): RowPage<Account> {
  const { sql, values } = allOf([{ sql: "m.user_id = ?", values: [userId] }, matchingOrganizations(filter)]);
  const query = `a.* FROM members m JOIN accounts a ON a.id = m.organization_id WHERE ${sql} ORDER BY a.id`;
  return queryPage(db, accounts, query, values, pageRange);
}

/** Returns the organizations whose membership a user has made public. */
export function publicOrganizationsOf(db: Database, userId: number, pageRange: PageRange): RowPage<Account> {
  const query = `a.* FROM members m JOIN accounts a ON a.id = m.organization_id
    WHERE m.user_id = ? AND m.public = 1 ORDER BY a.id`;
  return queryPage(db, accounts, query, [userId], pageRange);
}

/** Selects members of an organization. */
export interface MemberFilter {
  readonly role: MemberRole | undefined;
  /** Only those whose membership is public. */
  readonly isPublic: boolean;
  /** Only those without two-factor authentication. */
  readonly lacksTwoFactor: boolean;
}

/** Returns the members of an organization, by the age of their accounts. */
export function membersOf(
  db: Database,
  organizationId: number,
  { role, isPublic, lacksTwoFactor }: MemberFilter,
  pageRange: PageRange,
): RowPage<Account> {
  const { sql, values } = allOf([
    where("m.organization_id = ?", organizationId),
    where("m.role = ?", role),
    isPublic ? { sql: "m.public = 1", values: [] } : undefined,
    lacksTwoFactor ? { sql: "a.two_factor = 0", values: [] } : undefined,
  ]);
  const query = `a.* FROM accounts a JOIN members m ON m.user_id = a.id WHERE ${sql} ORDER BY a.id`;
  return queryPage(db, accounts, query, values, pageRange);
}

const OrganizationMembership = row({
  organization_id: integer(),
  user_id: integer(),
  role: oneOf(["admin", "member"]),
  state: oneOf(["active", "pending"]),
});
/** A user's membership in an organization, pending until the user accepts the invitation. */
export type OrganizationMembership = RowOf<typeof OrganizationMembership>;
export type MembershipState = OrganizationMembership["state"];

const MEMBERSHIPS = `SELECT organization_id, user_id, role, 'active' AS state FROM members
  UNION ALL SELECT organization_id, user_id, role, 'pending' FROM organization_invitations`;

/** Returns a user's memberships, by the age of the organizations. */
export function membershipsOf(
  db: Database,
  userId: number,
  state: MembershipState | undefined,
  filter: OrganizationFilter,
  pageRange: PageRange,
): RowPage<OrganizationMembership> {
  const { sql, values } = allOf([
    where("m.user_id = ?", userId),
    where("m.state = ?", state),
    matchingOrganizations(filter),
  ]);
  const query = `m.organization_id AS organization_id, m.user_id AS user_id, m.role AS role, m.state AS state
    FROM (${MEMBERSHIPS}) m JOIN accounts a ON a.id = m.organization_id WHERE ${sql} ORDER BY a.id`;
  return queryPage(db, OrganizationMembership, query, values, pageRange);
}

/** Finds a user's membership in an organization, also one that is pending. */
export function findMembership(
  db: Database,
  organizationId: number,
  userId: number,
): OrganizationMembership | undefined {
  const key = { organization_id: organizationId, user_id: userId };
  const member = members.find(db, key);
  if (member) return { ...key, role: member.role, state: "active" };
  const invitation = organizationInvitations.find(db, key);
  return invitation && { ...key, role: invitation.role, state: "pending" };
}

export function findMember(db: Database, organizationId: number, userId: number): Account | undefined {
  const sql = "SELECT a.* FROM members m JOIN accounts a ON a.id = m.user_id WHERE m.organization_id = ? AND a.id = ?";
  return db.get(accounts, sql, organizationId, userId);
}

export function countMembers(db: Database, organizationId: number): number {
  return db.memoize(`members ${organizationId}`, () => members.count(db, { organization_id: organizationId }));
}

/** Returns whether a user is the only owner of an organization. */
export function isOnlyOwner(db: Database, organizationId: number, userId: number): boolean {
  const [first, ...others] = members.all(db, { organization_id: organizationId, role: "admin" });
  return first?.user_id === userId && others.length === 0;
}
