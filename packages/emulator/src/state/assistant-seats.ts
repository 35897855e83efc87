import * as z from "zod/mini";
import type { Account } from "./accounts.ts";
import { integer, json, key, nullable, type RowOf, reference, row, text } from "./columns.ts";
import type { Database } from "./database.ts";
import { table } from "./table.ts";
import type { UserOrTeamId } from "./teams.ts";

export const assistantSeats = table(
  "assistant_seats",
  {
    id: key(integer()),
    organization_id: reference("accounts"),
    user_id: nullable(reference("accounts")),
    team_id: nullable(reference("teams")),
    created_at: text(),
    updated_at: text(),
    ends_on: nullable(text()),
  },
  {
    unique: [
      ["organization_id", "user_id"],
      ["organization_id", "team_id"],
    ],
  },
);

export const assistantActivity = table(
  "assistant_activity",
  {
    organization_id: reference("accounts"),
    user_id: reference("accounts"),
    active_at: nullable(text()),
    editor: nullable(text()),
    authenticated_at: nullable(text()),
  },
  { key: ["organization_id", "user_id"] },
);

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

export const assistantPolicies = table("assistant_policies", {
  organization_id: key(reference("accounts")),
  policies: json(AssistantPolicies),
  since: text(),
});

/** Returns undefined for an organization without the assistant. */
export function assistantPoliciesOf(db: Database, organizationId: number): AssistantPolicies | undefined {
  return assistantPolicies.find(db, { organization_id: organizationId })?.policies;
}

/** A user's seat. If several assignments give the user a seat, one that doesn't end is preferred. */
export const LicenseSeat = row({
  user_id: integer(),
  /** The team through which the seat is assigned. */
  team_id: nullable(integer()),
  created_at: text(),
  updated_at: text(),
  /** The day on which the seat ends; null: it doesn't end. */
  ends_on: nullable(text()),
  active_at: nullable(text()),
  editor: nullable(text()),
  authenticated_at: nullable(text()),
});
export type LicenseSeat = RowOf<typeof LicenseSeat>;

/**
 * Returns the seats of an organization on a day, by login: those of all members, or of those that were assigned one
 * directly or through a team.
 */
export function seatsOf(db: Database, organization: Account, today: string): LicenseSeat[] {
  const policies = assistantPoliciesOf(db, organization.id);
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

function columnAndIdOf(assignee: UserOrTeamId): ["user_id" | "team_id", number] {
  return "userId" in assignee ? ["user_id", assignee.userId] : ["team_id", assignee.teamId];
}
