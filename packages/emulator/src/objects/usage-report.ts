import type { Account } from "../state/accounts.ts";
import type { Database } from "../state/database.ts";
import {
  activeUsers,
  daysBefore,
  daysWithUsage,
  teamsInEnterprise,
  totalUsage,
  type UsageReport,
  type UsageScope,
  usageBy,
} from "../state/usage-reports.ts";

/** Renders a usage metrics report as newline-delimited JSON. */
export function renderUsageReport(db: Database, report: UsageReport): string {
  return linesOf(db, report)
    .map((line) => `${JSON.stringify(line)}\n`)
    .join("");
}

function linesOf(db: Database, report: UsageReport): object[] {
  const period = { report_start_day: report.from, report_end_day: report.to };
  switch (report.kind) {
    case "enterprise-1-day":
      return [enterpriseDay(db, report, report.from)];
    case "enterprise-28-day": {
      const days = daysWithUsage(db, report).map((day) => enterpriseDay(db, report, day));
      return [{ ...period, enterprise_id: String(report.enterpriseId), day_totals: days }];
    }
    case "users-1-day":
      return userDays(db, report);
    case "users-28-day":
      return userDays(db, report).map((line) => ({ ...period, ...line }));
    case "user-teams-1-day":
      return activeUsers(db, report).flatMap((user) => userTeams(db, report, user));
  }
}

/** Returns usage totals, overall and by IDE, feature and language. */
function usageTotals(db: Database, scope: UsageScope) {
  return {
    ...totalUsage(db, scope),
    totals_by_ide: usageBy(db, scope, "ide"),
    totals_by_feature: usageBy(db, scope, "feature"),
    totals_by_language_feature: usageBy(db, scope, "language", "feature"),
  };
}

function enterpriseDay(db: Database, { enterpriseId }: UsageReport, day: string) {
  const lastDays = (days: number) => ({ enterpriseId, from: daysBefore(day, days - 1), to: day });
  const count = (days: number, feature?: string) => activeUsers(db, lastDays(days), feature).length;
  return {
    day,
    enterprise_id: String(enterpriseId),
    daily_active_users: count(1),
    weekly_active_users: count(7),
    monthly_active_users: count(28),
    monthly_active_chat_users: count(28, "chat"),
    monthly_active_agent_users: count(28, "agent"),
    ...usageTotals(db, lastDays(1)),
  };
}

/** Returns a line per day and active user. */
function userDays(db: Database, report: UsageReport) {
  return daysWithUsage(db, report).flatMap((day) => {
    const scope = { enterpriseId: report.enterpriseId, from: day, to: day };
    const usersOf = (feature: string) => new Set(activeUsers(db, scope, feature).map(({ id }) => id));
    const [chatUsers, agentUsers] = [usersOf("chat"), usersOf("agent")];
    return activeUsers(db, scope).map((user) => ({
      day,
      enterprise_id: String(report.enterpriseId),
      user_id: user.id,
      user_login: user.login,
      used_chat: chatUsers.has(user.id),
      used_agent: agentUsers.has(user.id),
      ...usageTotals(db, { ...scope, userId: user.id }),
    }));
  });
}

function userTeams(db: Database, { enterpriseId, from, to }: UsageReport, user: Account) {
  return teamsInEnterprise(db, enterpriseId, user.id).map((team) => ({
    day: from,
    enterprise_id: String(enterpriseId),
    organization_id: String(team.organization_id),
    team_id: team.id,
    slug: team.slug,
    user_id: user.id,
    user_login: user.login,
    ...totalUsage(db, { enterpriseId, from, to, userId: user.id }),
  }));
}
