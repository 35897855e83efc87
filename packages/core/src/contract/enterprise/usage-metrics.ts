import * as z from "zod/mini";
import type { Definition } from "../definition.ts";
import { CLOUD_EDITIONS } from "../edition.ts";
import { calendarDay } from "../fields.ts";
import { DailyUsageReport, LatestUsageReport } from "../objects/usage-metrics-report.ts";
import { operation } from "../operation.ts";
import { permissionAccess } from "../permission-access.ts";
import { get, type OperationAccess } from "../reads-and-writes.ts";
import { FIRST_REPORT_DAY, REPORT_DAY_RULE } from "../rules/usage-reports.ts";

const ACCESS: OperationAccess = {
  access: permissionAccess("enterprise_assistant_metrics", "read", ["manage_billing:assistant", "read:enterprise"], {
    // The permission could be granted to fine-grained tokens, but each operation's page rejects them (source: docs).
    tokens: ["classic", "oauth", "user-access", "installation"],
    roles: ["enterprise-owner", "billing-manager"],
    // The fine-grained permission to view the metrics is also accepted.
    hasOtherRequirements: true,
  }),
  editions: CLOUD_EDITIONS,
};

const dailyReport = () =>
  ({
    query: z.object({ day: calendarDay() }),
    ...get(ACCESS, DailyUsageReport.schema(), [403, 404, 500]),
  }) as const satisfies Definition;

/** Daily reports that have a documented first day. */
const dailyReportWithFirstDay = () =>
  ({ ...dailyReport(), since: FIRST_REPORT_DAY, rules: [REPORT_DAY_RULE] }) as const satisfies Definition;

const latestReport = () => get(ACCESS, LatestUsageReport.schema(), [403, 404, 500]);

/**
 * Gets the usage report of an enterprise for a day.
 * @see https://docs.github.com/rest/copilot/copilot-usage-metrics#get-copilot-enterprise-usage-metrics-for-a-specific-day
 */
export const getEnterpriseUsageReport = operation(
  "GET /enterprises/{enterprise}/assistant/metrics/reports/enterprise-1-day",
  dailyReportWithFirstDay,
);

/**
 * Gets the usage report of an enterprise for the latest 28 days.
 * @see https://docs.github.com/rest/copilot/copilot-usage-metrics#get-copilot-enterprise-usage-metrics
 */
export const getLatestEnterpriseUsageReport = operation(
  "GET /enterprises/{enterprise}/assistant/metrics/reports/enterprise-28-day/latest",
  latestReport,
);

/**
 * Gets the usage report for a day with an entry per user and team.
 * @see https://docs.github.com/rest/copilot/copilot-usage-metrics#get-copilot-enterprise-user-teams-report-for-a-specific-day
 */
export const getUserTeamsUsageReport = operation(
  "GET /enterprises/{enterprise}/assistant/metrics/reports/user-teams-1-day",
  dailyReport,
);

/**
 * Gets the usage report for a day by user.
 * @see https://docs.github.com/rest/copilot/copilot-usage-metrics#get-copilot-users-usage-metrics-for-a-specific-day
 */
export const getUsersUsageReport = operation(
  "GET /enterprises/{enterprise}/assistant/metrics/reports/users-1-day",
  dailyReportWithFirstDay,
);

/**
 * Gets the usage report for the latest 28 days by user.
 * @see https://docs.github.com/rest/copilot/copilot-usage-metrics#get-copilot-users-usage-metrics
 */
export const getLatestUsersUsageReport = operation(
  "GET /enterprises/{enterprise}/assistant/metrics/reports/users-28-day/latest",
  latestReport,
);
