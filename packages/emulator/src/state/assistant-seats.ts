import * as z from "zod/mini";
import type { Account } from "./accounts.ts";
import { type Database, json } from "./database.ts";
import type { UserOrTeamId } from "./teams.ts";

export const ASSISTANT_SEAT_TABLES = `
CREATE TABLE assistant_policies (
  organization_id INTEGER PRIMARY KEY REFERENCES accounts ON DELETE CASCADE, policies TEXT NOT NULL, since TEXT NOT NULL
) STRICT;
-- What was given: a seat to a user, or one to everybody in a team.
CREATE TABLE assistant_seats (
  id INTEGER PRIMARY KEY, organization_id INTEGER NOT NULL REFERENCES accounts ON DELETE CASCADE,
  user_id INTEGER REFERENCES accounts ON DELETE CASCADE, team_id INTEGER REFERENCES teams ON DELETE CASCADE,
  created_at TEXT NOT NULL, updated_at TEXT NOT NULL, ends_on TEXT,
  UNIQUE (organization_id, user_id), UNIQUE (organization_id, team_id)
) STRICT;
CREATE TABLE assistant_activity (
  organization_id INTEGER NOT NULL REFERENCES accounts ON DELETE CASCADE,
  user_id INTEGER NOT NULL REFERENCES accounts ON DELETE CASCADE, active_at TEXT, editor TEXT, authenticated_at TEXT,
  PRIMARY KEY (organization_id, user_id)
) STRICT;
`;

const toggle = () => z._default(z.enum(["enabled", "disabled", "unconfigured"]), "unconfigured");

/** What an organization with the assistant lets its people do, and who has a seat. */
export const AssistantPolicies = z.object({
  plan_type: z._default(z.enum(["business", "enterprise"]), "business"),
  seat_management_setting: z._default(
    z.enum(["assign_all", "assign_selected", "disabled", "unconfigured"]),
    "assign_selected",
  ),
  public_code_suggestions: z._default(z.enum(["allow", "block", "unconfigured"]), "allow"),
  ide_chat: toggle(),
  platform_chat: toggle(),
  cli: toggle(),
});
export type AssistantPolicies = z.output<typeof AssistantPolicies>;

export function setAssistantPolicies(
  db: Database,
  organizationId: number,
  policies: AssistantPolicies,
  since: string,
): void {
  const sql = "INSERT OR REPLACE INTO assistant_policies VALUES (?, ?, ?)";
  db.run(sql, organizationId, JSON.stringify(policies), since);
}

/** Undefined for an organization without the assistant. */
export function assistantPolicies(db: Database, organizationId: number): AssistantPolicies | undefined {
  const Row = z.object({ policies: json(AssistantPolicies) });
  return db.get(Row, "SELECT policies FROM assistant_policies WHERE organization_id = ?", organizationId)?.policies;
}

/** Somebody's seat, by whichever way of having one lasts. */
export const LicenseSeat = z.object({
  user_id: z.int(),
  /** The team that gives it. */
  team_id: z.nullable(z.int()),
  created_at: z.string(),
  updated_at: z.string(),
  /** The day from which on it is none; null: it lasts. */
  ends_on: z.nullable(z.string()),
  active_at: z.nullable(z.string()),
  editor: z.nullable(z.string()),
  authenticated_at: z.nullable(z.string()),
});
export type LicenseSeat = z.output<typeof LicenseSeat>;

/**
 * The seats of an organization on a day, by login: of all its members where everybody has one, else of those who were given
 * one by name or through a team.
 */
export function seatsOf(db: Database, organization: Account, today: string): LicenseSeat[] {
  const policies = assistantPolicies(db, organization.id);
  switch (policies?.seat_management_setting) {
    case "assign_all":
      return read(db, EVERYBODY, organization, today);
    case "assign_selected":
      return read(db, SELECTED, organization, today);
    default:
      return [];
  }
}

const EVERYBODY = `SELECT m.user_id, NULL AS team_id, p.since AS created_at, p.since AS updated_at, NULL AS ends_on
  FROM assistant_policies p JOIN members m ON m.organization_id = p.organization_id
  WHERE p.organization_id = ?1 AND ?2 <> ''`;

// Of several ways, one that lasts; of those the seat by name, then that of the team that was first.
const SELECTED = `SELECT user_id, team_id, created_at, updated_at, ends_on FROM (
    SELECT g.*, row_number() OVER (
      PARTITION BY g.user_id ORDER BY g.ends_on IS NOT NULL, g.team_id IS NOT NULL, g.id) AS rank FROM (
        SELECT s.id, s.user_id, NULL AS team_id, s.created_at, s.updated_at, s.ends_on
          FROM assistant_seats s WHERE s.organization_id = ?1 AND s.user_id IS NOT NULL
        UNION ALL SELECT s.id, p.user_id, s.team_id, s.created_at, s.updated_at, s.ends_on
          FROM assistant_seats s JOIN people_of_teams p ON p.team_id = s.team_id WHERE s.organization_id = ?1
      ) g JOIN members m ON m.organization_id = ?1 AND m.user_id = g.user_id
      WHERE g.ends_on IS NULL OR g.ends_on > ?2
  ) WHERE rank = 1`;

function read(db: Database, seats: string, organization: Account, today: string): LicenseSeat[] {
  const sql = `SELECT s.*, u.active_at, u.editor, u.authenticated_at FROM (${seats}) s
    JOIN accounts a ON a.id = s.user_id
    LEFT JOIN assistant_activity u ON u.organization_id = ?1 AND u.user_id = s.user_id ORDER BY a.login`;
  return db.all(LicenseSeat, sql, organization.id, today);
}

/** Gives a user a seat, or everybody in a team; one that was to end lasts again, and one that had ended is a new one. */
export function giveSeat(db: Database, organizationId: number, to: UserOrTeamId, now: string): void {
  const [column, id] = idOf(to);
  db.run(
    `INSERT INTO assistant_seats (organization_id, ${column}, created_at, updated_at) VALUES (?1, ?2, ?3, ?3)
     ON CONFLICT (organization_id, ${column}) DO UPDATE SET ends_on = NULL, updated_at = ?3,
       created_at = iif(ends_on <= substr(?3, 1, 10), ?3, created_at) WHERE ends_on IS NOT NULL`,
    ...[organizationId, id, now],
  );
}

/** Lets what was given to a user or a team end on a day. @param now when that is said */
export function endSeat(db: Database, organizationId: number, of: UserOrTeamId, endsOn: string, now: string): void {
  const [column, id] = idOf(of);
  const sql = `UPDATE assistant_seats SET ends_on = ?, updated_at = ?
    WHERE organization_id = ? AND ${column} = ? AND ends_on IS NULL`;
  db.run(sql, endsOn, now, organizationId, id);
}

export interface AssistantActivity {
  readonly active_at: string | null;
  readonly editor: string | null;
  readonly authenticated_at: string | null;
}

/** What somebody did last with an organization's assistant. */
export function recordActivity(db: Database, organizationId: number, userId: number, did: AssistantActivity): void {
  db.run(
    "INSERT OR REPLACE INTO assistant_activity VALUES (?, ?, ?, ?, ?)",
    ...[organizationId, userId, did.active_at, did.editor, did.authenticated_at],
  );
}

function idOf(whom: UserOrTeamId): ["user_id" | "team_id", number] {
  return "userId" in whom ? ["user_id", whom.userId] : ["team_id", whom.teamId];
}
