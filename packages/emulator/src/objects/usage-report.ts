import type { Account } from "../state/accounts.ts";
import type { Database } from "../state/database.ts";
import {
  activeUsers,
  daysBefore,
  daysWithUsage,
  teamsInEnterprise,
  type UsageReport,
  type UsageScope,
  usageBy,
  usageIn,
} from "../state/usage-reports.ts";

/** A usage-metrics report as it is fetched: one JSON object a line (document 2, Assistant usage-metrics reports). */
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

/** What was done in a time: in all, and by what it was done with. */
function usageOf(db: Database, scope: UsageScope) {
  return {
    ...usageIn(db, scope),
    totals_by_ide: usageBy(db, scope, "ide"),
    totals_by_feature: usageBy(db, scope, "feature"),
    totals_by_language_feature: usageBy(db, scope, "language", "feature"),
  };
}

function enterpriseDay(db: Database, { enterpriseId }: UsageReport, day: string) {
  const until = (days: number) => ({ enterpriseId, from: daysBefore(day, days - 1), to: day });
  const count = (days: number, feature?: string) => activeUsers(db, until(days), feature).length;
  return {
    day,
    enterprise_id: String(enterpriseId),
    daily_active_users: count(1),
    weekly_active_users: count(7),
    monthly_active_users: count(28),
    monthly_active_chat_users: count(28, "chat"),
    monthly_active_agent_users: count(28, "agent"),
    ...usageOf(db, until(1)),
  };
}

/** A line for each day and each user who did anything on it. */
function userDays(db: Database, report: UsageReport) {
  return daysWithUsage(db, report).flatMap((day) => {
    const onDay = { enterpriseId: report.enterpriseId, from: day, to: day };
    const usersOf = (feature: string) => new Set(activeUsers(db, onDay, feature).map(({ id }) => id));
    const [chatted, withAgent] = [usersOf("chat"), usersOf("agent")];
    return activeUsers(db, onDay).map((user) => ({
      day,
      enterprise_id: String(report.enterpriseId),
      user_id: user.id,
      user_login: user.login,
      used_chat: chatted.has(user.id),
      used_agent: withAgent.has(user.id),
      ...usageOf(db, { ...onDay, userId: user.id }),
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
    ...usageIn(db, { enterpriseId, from, to, userId: user.id }),
  }));
}
