import {
  getEnterpriseUsageReport,
  getLatestEnterpriseUsageReport,
  getLatestUsersUsageReport,
  getUsersUsageReport,
  getUserTeamsUsageReport,
} from "@forgehand/core/operations";
import { stableExpiringLink } from "../../expiring-link.ts";
import { type ApiCall, type EnterpriseCall, enterpriseHandler } from "../../http/handler.ts";
import { forbidden, HttpError } from "../../http-error.ts";
import { type DayRange, daysBefore, hasUsage, isUsageReported, type ReportKind } from "../../state/usage-reports.ts";

/** Minimum lifetime of a report link. */
const LINK_LIFETIME_SECONDS = 1800;

export const usageMetrics = [
  enterpriseHandler(getEnterpriseUsageReport, ({ day }, call) => dayReport(call, "enterprise-1-day", day)),
  enterpriseHandler(getUserTeamsUsageReport, ({ day }, call) => dayReport(call, "user-teams-1-day", day)),
  enterpriseHandler(getUsersUsageReport, ({ day }, call) => dayReport(call, "users-1-day", day)),
  enterpriseHandler(getLatestEnterpriseUsageReport, (_input, call) => latestReport(call, "enterprise-28-day")),
  enterpriseHandler(getLatestUsersUsageReport, (_input, call) => latestReport(call, "users-28-day")),
];

function dayReport(call: EnterpriseCall, kind: ReportKind, day: string) {
  const links = downloadLinks(call, kind, { from: day, to: day });
  return { download_links: links, report_day: day };
}

/** Returns the report of the last 28 complete days. */
function latestReport(call: EnterpriseCall, kind: ReportKind) {
  const to = lastCompleteDay(call);
  const from = daysBefore(to, 27);
  const links = downloadLinks(call, kind, { from, to });
  return { download_links: links, report_start_day: from, report_end_day: to };
}

/** Returns the last complete day. Reports are available once their day has ended. */
function lastCompleteDay({ context }: ApiCall): string {
  return daysBefore(context.now().toISOString().slice(0, 10), 1);
}

/** @throws HttpError 403 if the enterprise's policy disables reports, 404 if there is no usage to report */
function downloadLinks(call: EnterpriseCall, kind: ReportKind, days: DayRange): string[] {
  const { context, enterprise } = call;
  if (!isUsageReported(context.db, enterprise.id)) {
    throw forbidden("The usage-metrics policy of the enterprise is not enabled everywhere.");
  }
  if (days.to > lastCompleteDay(call) || !hasUsage(context.db, { ...days, enterpriseId: enterprise.id })) {
    throw new HttpError(
      404,
      `There is no report of ${days.from === days.to ? days.to : `${days.from} to ${days.to}`}.`,
    );
  }
  const path = `/usage-reports/${enterprise.slug}/${kind}/${days.from}/${days.to}`;
  return [stableExpiringLink(context, path, LINK_LIFETIME_SECONDS)];
}
