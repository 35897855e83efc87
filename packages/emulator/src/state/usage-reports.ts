import * as z from "zod/mini";
import { type Account, accounts } from "./accounts.ts";
import { flag, integer, key, type RowOf, reference, row, text } from "./columns.ts";
import { type Database, exists } from "./database.ts";
import { table } from "./table.ts";
import { type Team, teams } from "./teams.ts";

export const usagePolicies = table("usage_policies", {
  enterprise_id: key(reference("enterprises")),
  /** Whether usage reports are enabled. */
  enabled: flag(),
});

/** Counts of the assistant's use, with the names that reports use. */
export const UsageCounts = row({
  user_initiated_interaction_count: integer(),
  code_generation_activity_count: integer(),
  code_acceptance_activity_count: integer(),
  loc_suggested_to_add_sum: integer(),
  loc_suggested_to_delete_sum: integer(),
  loc_added_sum: integer(),
  loc_deleted_sum: integer(),
});
export type UsageCounts = RowOf<typeof UsageCounts>;

/** Each user's use of the assistant on a day, in one editor, with one feature, in one language. */
export const assistantUsage = table(
  "assistant_usage",
  {
    enterprise_id: reference("enterprises"),
    user_id: reference("accounts"),
    /** As `YYYY-MM-DD`. */
    day: text(),
    ide: text(),
    feature: text(),
    language: text(),
    ...UsageCounts.columns,
  },
  { indexes: { assistant_usage_by_day: "enterprise_id, day, user_id" } },
);

/** Returns whether usage reports are enabled; disabled by default. */
export function isUsageReported(db: Database, enterpriseId: number): boolean {
  return usagePolicies.find(db, { enterprise_id: enterpriseId })?.enabled ?? false;
}

/** A range of days, both ends included. */
export interface DayRange {
  readonly from: string;
  readonly to: string;
}

/** Returns the day this many days before another, both as `YYYY-MM-DD`. */
export function daysBefore(day: string, count: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() - count);
  return date.toISOString().slice(0, 10);
}

/** The enterprise, days and user whose usage is summed. */
export interface UsageScope extends DayRange {
  readonly enterpriseId: number;
  /** Undefined: all users. */
  readonly userId?: number | undefined;
}

const IN_SCOPE = "enterprise_id = ? AND day BETWEEN ? AND ? AND (?4 IS NULL OR user_id = ?4)";
const scopeValues = ({ enterpriseId, from, to, userId }: UsageScope) => [enterpriseId, from, to, userId ?? null];

export function hasUsage(db: Database, scope: UsageScope): boolean {
  const sql = `SELECT 1 FROM assistant_usage WHERE ${IN_SCOPE} LIMIT 1`;
  return exists(db, sql, ...scopeValues(scope));
}

const SUMS = Object.keys(UsageCounts.columns)
  .map((count) => `coalesce(sum(${count}), 0) AS ${count}`)
  .join(", ");

export function totalUsage(db: Database, scope: UsageScope): UsageCounts {
  const sql = `SELECT ${SUMS} FROM assistant_usage WHERE ${IN_SCOPE}`;
  const [total] = db.all(UsageCounts, sql, ...scopeValues(scope));
  if (!total) throw new Error("The query of sums returned no row.");
  return total;
}

/** A dimension that usage is grouped by. */
export type UsageKey = "ide" | "feature" | "language";

/** Returns the totals grouped by editor, feature or language. */
export function usageBy(db: Database, scope: UsageScope, ...keys: UsageKey[]) {
  const Row = row({ ...UsageCounts.columns, ...Object.fromEntries(keys.map((key) => [key, text()])) });
  const columns = keys.join(", ");
  const sql = `SELECT ${columns}, ${SUMS} FROM assistant_usage WHERE ${IN_SCOPE} GROUP BY ${columns} ORDER BY ${columns}`;
  return db.all(Row, sql, ...scopeValues(scope));
}

/**
 * Returns the users who used the assistant, by login.
 * @param feature counts only features with this in their name
 */
export function activeUsers(db: Database, scope: UsageScope, feature = ""): Account[] {
  return db.all(
    accounts,
    `SELECT * FROM accounts WHERE id IN (
       SELECT user_id FROM assistant_usage WHERE ${IN_SCOPE} AND instr(feature, ?5) > 0) ORDER BY login`,
    ...[...scopeValues(scope), feature],
  );
}

export function daysWithUsage(db: Database, scope: UsageScope): string[] {
  const sql = `SELECT DISTINCT day FROM assistant_usage WHERE ${IN_SCOPE} ORDER BY day`;
  return db.all(row({ day: text() }), sql, ...scopeValues(scope)).map(({ day }) => day);
}

/** Returns a user's teams in the organizations of an enterprise. */
export function teamsInEnterprise(db: Database, enterpriseId: number, userId: number): Team[] {
  return db.all(
    teams,
    `SELECT t.* FROM teams t JOIN team_members m ON m.team_id = t.id JOIN accounts a ON a.id = t.organization_id
     WHERE a.enterprise_id = ? AND m.user_id = ? ORDER BY t.id`,
    ...[enterpriseId, userId],
  );
}

/** A report that is ready for download. */
export interface UsageReport extends DayRange {
  readonly enterpriseId: number;
  readonly kind: ReportKind;
}

export const ReportKind = z.enum([
  "enterprise-1-day",
  "enterprise-28-day",
  "user-teams-1-day",
  "users-1-day",
  "users-28-day",
]);
export type ReportKind = z.output<typeof ReportKind>;
