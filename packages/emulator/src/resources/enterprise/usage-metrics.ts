import {
  getEnterpriseUsageReport,
  getLatestEnterpriseUsageReport,
  getLatestUsersUsageReport,
  getUsersUsageReport,
  getUserTeamsUsageReport,
} from "@forgehand/core/operations";
import { type Call, type EnterpriseCall, onEnterprise } from "../../http/call.ts";
import { forbidden, Refusal } from "../../http/refusal.ts";
import { type Days, daysBefore, hasUsage, isUsageReported, type ReportKind } from "../../state/usage-reports.ts";
import { steadyLink } from "../../timed-link.ts";

/** Seconds that a link to a report works at least. */
const LINK_LIFETIME = 1800;

export const usageMetrics = [
  onEnterprise(getEnterpriseUsageReport, ({ day }, call) => dayReport(call, "enterprise-1-day", day)),
  onEnterprise(getUserTeamsUsageReport, ({ day }, call) => dayReport(call, "user-teams-1-day", day)),
  onEnterprise(getUsersUsageReport, ({ day }, call) => dayReport(call, "users-1-day", day)),
  onEnterprise(getLatestEnterpriseUsageReport, (_input, call) => latestReport(call, "enterprise-28-day")),
  onEnterprise(getLatestUsersUsageReport, (_input, call) => latestReport(call, "users-28-day")),
];

function dayReport(call: EnterpriseCall, kind: ReportKind, day: string) {
  const links = downloadLinks(call, kind, { from: day, to: day });
  return { download_links: links, report_day: day };
}

/** Of the 28 days that ended last. */
function latestReport(call: EnterpriseCall, kind: ReportKind) {
  const to = lastDay(call);
  const from = daysBefore(to, 27);
  const links = downloadLinks(call, kind, { from, to });
  return { download_links: links, report_start_day: from, report_end_day: to };
}

/** The last day that is over: a report is made once its day has ended. */
function lastDay({ world }: Call): string {
  return daysBefore(world.now().toISOString().slice(0, 10), 1);
}

/** @throws Refusal 403 where the enterprise has no reports made, 404 where there is nothing to report */
function downloadLinks(call: EnterpriseCall, kind: ReportKind, days: Days): string[] {
  const { world, enterprise } = call;
  if (!isUsageReported(world.db, enterprise.id)) {
    throw forbidden("The usage-metrics policy of the enterprise is not enabled everywhere.");
  }
  if (days.to > lastDay(call) || !hasUsage(world.db, { ...days, enterpriseId: enterprise.id })) {
    throw new Refusal(404, `There is no report of ${days.from === days.to ? days.to : `${days.from} to ${days.to}`}.`);
  }
  const path = `/usage-reports/${enterprise.slug}/${kind}/${days.from}/${days.to}`;
  return [steadyLink(world, path, LINK_LIFETIME)];
}
