import * as z from "zod/mini";
import type { Account } from "./accounts.ts";
import { type Database, json } from "./database.ts";
import type { UserOrTeamId } from "./teams.ts";

export const ASSISTANT_SEAT_TABLES = `
CREATE TABLE assistant_policies (
  organization_id INTEGER PRIMARY KEY REFERENCES accounts ON DELETE CASCADE, policies TEXT NOT NULL, since TEXT NOT NULL
) STRICT;
-- Assignments: to a user, or to all members of a team.
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

/** An organization's policies for the assistant, including who gets a seat. */
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

/** Returns undefined for an organization without the assistant. */
export function assistantPolicies(db: Database, organizationId: number): AssistantPolicies | undefined {
  const Row = z.object({ policies: json(AssistantPolicies) });
  return db.get(Row, "SELECT policies FROM assistant_policies WHERE organization_id = ?", organizationId)?.policies;
}

/** A user's seat. If several assignments give the user a seat, one that doesn't end is preferred. */
export const LicenseSeat = z.object({
  user_id: z.int(),
  /** The team through which the seat is assigned. */
  team_id: z.nullable(z.int()),
  created_at: z.string(),
  updated_at: z.string(),
  /** The day on which the seat ends; null: it doesn't end. */
  ends_on: z.nullable(z.string()),
  active_at: z.nullable(z.string()),
  editor: z.nullable(z.string()),
  authenticated_at: z.nullable(z.string()),
});
export type LicenseSeat = z.output<typeof LicenseSeat>;

/**
 * Returns the seats of an organization on a day, by login: those of all members, or of those that were assigned one
 * directly or through a team.
 */
export function seatsOf(db: Database, organization: Account, today: string): LicenseSeat[] {
  const policies = assistantPolicies(db, organization.id);
  switch (policies?.seat_management_setting) {
    case "assign_all":
      return readSeats(db, ALL_MEMBER_SEATS, organization, today);
    case "assign_selected":
      return readSeats(db, ASSIGNED_SEATS, organization, today);
    default:
      return [];
  }
}

const ALL_MEMBER_SEATS = `SELECT m.user_id, NULL AS team_id, p.since AS created_at, p.since AS updated_at, NULL AS ends_on
  FROM assistant_policies p JOIN members m ON m.organization_id = p.organization_id
  WHERE p.organization_id = ?1 AND ?2 <> ''`;

// Of several assignments, prefers one that doesn't end, then a direct one, then the oldest team's.
const ASSIGNED_SEATS = `SELECT user_id, team_id, created_at, updated_at, ends_on FROM (
    SELECT g.*, row_number() OVER (
      PARTITION BY g.user_id ORDER BY g.ends_on IS NOT NULL, g.team_id IS NOT NULL, g.id) AS rank FROM (
        SELECT s.id, s.user_id, NULL AS team_id, s.created_at, s.updated_at, s.ends_on
          FROM assistant_seats s WHERE s.organization_id = ?1 AND s.user_id IS NOT NULL
        UNION ALL SELECT s.id, p.user_id, s.team_id, s.created_at, s.updated_at, s.ends_on
          FROM assistant_seats s JOIN people_of_teams p ON p.team_id = s.team_id WHERE s.organization_id = ?1
      ) g JOIN members m ON m.organization_id = ?1 AND m.user_id = g.user_id
      WHERE g.ends_on IS NULL OR g.ends_on > ?2
  ) WHERE rank = 1`;

function readSeats(db: Database, seats: string, organization: Account, today: string): LicenseSeat[] {
  const sql = `SELECT s.*, u.active_at, u.editor, u.authenticated_at FROM (${seats}) s
    JOIN accounts a ON a.id = s.user_id
    LEFT JOIN assistant_activity u ON u.organization_id = ?1 AND u.user_id = s.user_id ORDER BY a.login`;
  return db.all(LicenseSeat, sql, organization.id, today);
}

/**
 * Assigns a seat to a user or to all members of a team. A pending cancellation is undone; a seat that has ended is
 * created again.
 */
export function assignSeat(db: Database, organizationId: number, assignee: UserOrTeamId, now: string): void {
  const [column, id] = columnAndIdOf(assignee);
  db.run(
    `INSERT INTO assistant_seats (organization_id, ${column}, created_at, updated_at) VALUES (?1, ?2, ?3, ?3)
     ON CONFLICT (organization_id, ${column}) DO UPDATE SET ends_on = NULL, updated_at = ?3,
       created_at = iif(ends_on <= substr(?3, 1, 10), ?3, created_at) WHERE ends_on IS NOT NULL`,
    ...[organizationId, id, now],
  );
}

/**
 * Ends the seat of a user or team on a day.
 * @param now the time of the cancellation
 */
export function endSeat(
  db: Database,
  organizationId: number,
  assignee: UserOrTeamId,
  endsOn: string,
  now: string,
): void {
  const [column, id] = columnAndIdOf(assignee);
  const sql = `UPDATE assistant_seats SET ends_on = ?, updated_at = ?
    WHERE organization_id = ? AND ${column} = ? AND ends_on IS NULL`;
  db.run(sql, endsOn, now, organizationId, id);
}

export interface AssistantActivity {
  readonly active_at: string | null;
  readonly editor: string | null;
  readonly authenticated_at: string | null;
}

/** Records a user's last activity with an organization's assistant. */
export function recordAssistantActivity(
  db: Database,
  organizationId: number,
  userId: number,
  activity: AssistantActivity,
): void {
  db.run(
    "INSERT OR REPLACE INTO assistant_activity VALUES (?, ?, ?, ?, ?)",
    ...[organizationId, userId, activity.active_at, activity.editor, activity.authenticated_at],
  );
}

function columnAndIdOf(assignee: UserOrTeamId): ["user_id" | "team_id", number] {
  return "userId" in assignee ? ["user_id", assignee.userId] : ["team_id", assignee.teamId];
}
