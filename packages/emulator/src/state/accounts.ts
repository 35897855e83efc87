import { flag, integer, key, nullable, oneOf, type RowOf, reference, rowId, text, typedName } from "./columns.ts";
import type { Database } from "./database.ts";
import { type NewRow, table } from "./table.ts";

export const accountIds = table("account_ids", {
  id: rowId(),
});

export const members = table(
  "members",
  {
    organization_id: reference("accounts"),
    user_id: reference("accounts"),
    role: oneOf(["admin", "member"]),
    /** Whether everyone can see the membership. */
    public: flag(),
  },
  { key: ["organization_id", "user_id"], indexes: { members_by_user: "user_id" } },
);

export const organizationRoles = table(
  "organization_roles",
  {
    organization_id: reference("accounts"),
    user_id: reference("accounts"),
    role: oneOf(["billing-manager", "security-manager"]),
  },
  { key: ["organization_id", "user_id", "role"], indexes: { organization_roles_by_user: "user_id" } },
);

/** A user, an organization, or the bot that an app acts as. Fields that only apply to another type are empty. */
export const accounts = table(
  "accounts",
  {
    id: key(integer()),
    login: typedName(),
    type: oneOf(["User", "Organization", "Bot"]),
    name: nullable(text()),
    email: nullable(text()),
    company: nullable(text()),
    blog: nullable(text()),
    location: nullable(text()),
    bio: nullable(text()),
    description: nullable(text()),
    twitter_username: nullable(text()),
    hireable: nullable(flag()),
    two_factor: flag(),
    site_admin: flag(),
    public_gists: integer(),
    followers: integer(),
    following: integer(),
    /** Permission that every member of an organization has for its repositories. */
    base_permission: oneOf(["none", "pull", "push", "admin"]),
    enterprise_id: nullable(reference("enterprises", "SET NULL")),
    created_at: text(),
    updated_at: text(),
  },
  { unique: [["login"]], indexes: { accounts_of_enterprise: "enterprise_id" } },
);
export type Account = RowOf<typeof accounts>;

/** The required fields of a new account; all others have defaults. */
export type NewAccount = Pick<Account, "login" | "type" | "created_at"> & Partial<NewRow<Account>>;

export type MemberRole = RowOf<typeof members>["role"];

export function createAccount(db: Database, fields: NewAccount): Account {
  return accounts.insert(db, {
    two_factor: false,
    site_admin: false,
    public_gists: 0,
    followers: 0,
    following: 0,
    base_permission: "pull",
    updated_at: fields.created_at,
    ...fields,
    id: fields.id ?? nextAccountId(db),
  });
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

export function findAccountById(db: Database, id: number): Account | undefined {
  return db.memoize(`account ${id}`, () => accounts.find(db, { id }));
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

export function updateAccount(db: Database, { id }: Account, changes: AccountChanges, now: string): void {
  accounts.update(db, { id }, { ...changes, updated_at: now });
}

/** Returns the user's role in an organization, or undefined for a non-member. */
export function memberRole(db: Database, organizationId: number, userId: number): MemberRole | undefined {
  return db.memoize(
    `role ${organizationId} ${userId}`,
    () => members.find(db, { organization_id: organizationId, user_id: userId })?.role,
  );
}
