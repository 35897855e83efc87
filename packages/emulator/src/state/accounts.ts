import * as z from "zod/mini";
import { type Database, exists, flag, toNullableFlag } from "./database.ts";

export const ACCOUNT_TABLES = `
CREATE TABLE account_ids (id INTEGER PRIMARY KEY AUTOINCREMENT) STRICT;
CREATE TABLE accounts (
  id INTEGER PRIMARY KEY, login TEXT NOT NULL UNIQUE COLLATE NOCASE, type TEXT NOT NULL,
  name TEXT, email TEXT, company TEXT, blog TEXT, location TEXT, bio TEXT, description TEXT, twitter_username TEXT,
  hireable INTEGER, two_factor INTEGER NOT NULL, site_admin INTEGER NOT NULL,
  public_gists INTEGER NOT NULL, followers INTEGER NOT NULL, following INTEGER NOT NULL,
  base_permission TEXT NOT NULL, enterprise_id INTEGER REFERENCES enterprises ON DELETE SET NULL,
  created_at TEXT NOT NULL, updated_at TEXT NOT NULL
) STRICT;
CREATE INDEX accounts_of_enterprise ON accounts (enterprise_id);
CREATE TABLE members (
  organization_id INTEGER NOT NULL REFERENCES accounts ON DELETE CASCADE,
  user_id INTEGER NOT NULL REFERENCES accounts ON DELETE CASCADE, role TEXT NOT NULL,
  PRIMARY KEY (organization_id, user_id)
) STRICT;
CREATE INDEX members_by_user ON members (user_id);
CREATE TABLE organization_roles (
  organization_id INTEGER NOT NULL REFERENCES accounts ON DELETE CASCADE,
  user_id INTEGER NOT NULL REFERENCES accounts ON DELETE CASCADE, role TEXT NOT NULL,
  PRIMARY KEY (organization_id, user_id, role)
) STRICT;
CREATE INDEX organization_roles_by_user ON organization_roles (user_id);
`;

/** A user, an organization, or the bot that an app acts as. Fields that only apply to another type are empty. */
export const Account = z.object({
  id: z.int(),
  login: z.string(),
  type: z.enum(["User", "Organization", "Bot"]),
  name: z.nullable(z.string()),
  email: z.nullable(z.string()),
  company: z.nullable(z.string()),
  blog: z.nullable(z.string()),
  location: z.nullable(z.string()),
  bio: z.nullable(z.string()),
  description: z.nullable(z.string()),
  twitter_username: z.nullable(z.string()),
  hireable: z.nullable(flag()),
  two_factor: flag(),
  site_admin: flag(),
  public_gists: z.int(),
  followers: z.int(),
  following: z.int(),
  /** Permission that every member of an organization has for its repositories. */
  base_permission: z.enum(["none", "pull", "push", "admin"]),
  enterprise_id: z.nullable(z.int()),
  created_at: z.string(),
  updated_at: z.string(),
});
export type Account = z.output<typeof Account>;

/** The required fields of a new account; all others have defaults. */
export type NewAccount = Pick<Account, "login" | "type" | "created_at"> & Partial<Account>;

export type MemberRole = "admin" | "member";
export type OrganizationRole = "billing-manager" | "security-manager";

const DEFAULTS = {
  name: null,
  email: null,
  company: null,
  blog: null,
  location: null,
  bio: null,
  description: null,
  twitter_username: null,
  hireable: null,
  two_factor: false,
  site_admin: false,
  public_gists: 0,
  followers: 0,
  following: 0,
  enterprise_id: null,
  base_permission: "pull",
} as const;

export function createAccount(db: Database, fields: NewAccount): Account {
  const id = fields.id ?? nextAccountId(db);
  const account: Account = { ...DEFAULTS, updated_at: fields.created_at, ...fields, id };
  db.run(
    `INSERT INTO accounts (id, login, type, name, email, company, blog, location, bio, description, twitter_username, hireable,
       two_factor, site_admin, public_gists, followers, following, base_permission, enterprise_id, created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...[id, account.login, account.type, account.name, account.email, account.company, account.blog, account.location],
    ...[account.bio, account.description, account.twitter_username],
    ...[toNullableFlag(account.hireable), Number(account.two_factor)],
    ...[Number(account.site_admin), account.public_gists, account.followers, account.following],
    ...[account.base_permission, account.enterprise_id, account.created_at, account.updated_at],
  );
  return account;
}

/**
 * Returns an id that no account ever had. A table of its own assigns them, because SQLite would continue after the
 * highest id, and bots of the service itself have high ones.
 */
function nextAccountId(db: Database): number {
  const { id } = db.run("INSERT INTO account_ids DEFAULT VALUES");
  db.run("DELETE FROM account_ids");
  return id;
}

export function findAccount(db: Database, login: string): Account | undefined {
  return db.get(Account, "SELECT * FROM accounts WHERE login = ?", login);
}

export function findAccountById(db: Database, id: number): Account | undefined {
  return db.memoize(`account ${id}`, () => db.get(Account, "SELECT * FROM accounts WHERE id = ?", id));
}

export function getAccount(db: Database, id: number): Account {
  const account = findAccountById(db, id);
  if (!account) throw new Error(`The state refers to account ${id}, which doesn't exist.`);
  return account;
}

/** The fields of an account that can be changed. */
export type AccountChanges = Partial<
  Pick<
    Account,
    "name" | "email" | "company" | "blog" | "location" | "description" | "twitter_username" | "base_permission"
  >
>;

export function updateAccount(db: Database, account: Account, changes: AccountChanges, now: string): void {
  const after = { ...account, ...changes };
  db.run(
    `UPDATE accounts SET name = ?, email = ?, company = ?, blog = ?, location = ?, description = ?, twitter_username = ?,
       base_permission = ?, updated_at = ? WHERE id = ?`,
    ...[after.name, after.email, after.company, after.blog, after.location, after.description, after.twitter_username],
    ...[after.base_permission, now, account.id],
  );
}

export function addMember(db: Database, organizationId: number, userId: number, role: MemberRole): void {
  db.run("INSERT INTO members VALUES (?, ?, ?)", organizationId, userId, role);
}

export function addOrganizationRole(db: Database, organizationId: number, userId: number, role: OrganizationRole) {
  db.run("INSERT INTO organization_roles VALUES (?, ?, ?)", organizationId, userId, role);
}

/** Returns the user's role in an organization, or undefined for a non-member. */
export function memberRole(db: Database, organizationId: number, userId: number): MemberRole | undefined {
  const Row = z.object({ role: z.enum(["admin", "member"]) });
  const sql = "SELECT role FROM members WHERE organization_id = ? AND user_id = ?";
  return db.memoize(`role ${organizationId} ${userId}`, () => db.get(Row, sql, organizationId, userId)?.role);
}

export function hasOrganizationRole(
  db: Database,
  organizationId: number,
  userId: number,
  role: OrganizationRole,
): boolean {
  const sql = "SELECT 1 FROM organization_roles WHERE organization_id = ? AND user_id = ? AND role = ?";
  return exists(db, sql, organizationId, userId, role);
}
