import * as z from "zod/mini";
import { Anything, type Database } from "./database.ts";

export const Account = z.object({
  id: z.int(),
  login: z.string(),
  type: z.enum(["User", "Organization"]),
  name: z.nullable(z.string()),
  created_at: z.string(),
});
export type Account = z.output<typeof Account>;

export const Team = z.object({
  id: z.int(),
  organization_id: z.int(),
  slug: z.string(),
  name: z.string(),
  description: z.nullable(z.string()),
});
export type Team = z.output<typeof Team>;

export function createAccount(db: Database, account: Omit<Account, "id">): Account {
  const { id } = db.run(
    "INSERT INTO accounts (login, type, name, created_at) VALUES (?, ?, ?, ?)",
    ...[account.login, account.type, account.name, account.created_at],
  );
  return { ...account, id };
}

export function findAccount(db: Database, login: string): Account | undefined {
  return db.get(Account, "SELECT * FROM accounts WHERE login = ?", login);
}

export function getAccount(db: Database, id: number): Account {
  const account = db.get(Account, "SELECT * FROM accounts WHERE id = ?", id);
  if (!account) throw new Error(`The state names an account ${id} that it doesn't have.`);
  return account;
}

export function addMember(db: Database, organization: Account, user: Account, role: "admin" | "member"): void {
  db.run("INSERT INTO members VALUES (?, ?, ?)", organization.id, user.id, role);
}

/** The user's role in an organization; undefined for an outsider. */
export function memberRole(db: Database, organizationId: number, userId: number): "admin" | "member" | undefined {
  const Row = z.object({ role: z.enum(["admin", "member"]) });
  return db.get(Row, "SELECT role FROM members WHERE organization_id = ? AND user_id = ?", organizationId, userId)
    ?.role;
}

export function createTeam(db: Database, team: Omit<Team, "id">, members: readonly Account[]): Team {
  const { id } = db.run(
    "INSERT INTO teams (organization_id, slug, name, description) VALUES (?, ?, ?, ?)",
    ...[team.organization_id, team.slug, team.name, team.description],
  );
  for (const member of members) db.run("INSERT INTO team_members VALUES (?, ?)", id, member.id);
  return { ...team, id };
}

export function findTeam(db: Database, organizationId: number, slug: string): Team | undefined {
  return db.get(Team, "SELECT * FROM teams WHERE organization_id = ? AND slug = ?", organizationId, slug);
}

export function isTeamMember(db: Database, teamId: number, userId: number): boolean {
  return db.get(Anything, "SELECT 1 FROM team_members WHERE team_id = ? AND user_id = ?", teamId, userId) !== undefined;
}
