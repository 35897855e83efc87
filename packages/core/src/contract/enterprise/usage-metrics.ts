import * as z from "zod/mini";
import { allow } from "../allow.ts";
import type { Definition, Rule } from "../definition.ts";
import { HOSTED } from "../edition.ts";
import { day } from "../fields.ts";
import { DayReport, LatestReport } from "../objects/usage-metrics-report.ts";
import { operation } from "../operation.ts";

const access = allow("enterprise_assistant_metrics", "read", ["manage_billing:assistant", "read:enterprise"], {
  tokens: ["classic", "oauth", "user-access", "installation"],
  roles: ["enterprise-owner", "billing-manager"],
  // Holders of the fine-grained permission to view the metrics may, too.
  others: true,
});

/** The first day that has reports (document 1, Limits). */
const FIRST_DAY = "2025-10-10";

/** A day is in the past, and at most a year back (document 1, Limits). */
const DAY: Rule = {
  fields: ["day"],
  message: `reports begin with the day ${FIRST_DAY}, go back a year, and end today`,
  detail: ({ now }) => daysWithReports(now).join(" to "),
  holds: (input, { now }) => {
    const [first, last] = daysWithReports(now);
    const asked = String(input["day"]);
    return asked >= first && asked <= last;
  },
};

function daysWithReports(now: Date): [first: string, last: string] {
  const dayOf = (date: Date) => date.toISOString().slice(0, 10);
  const yearAgo = new Date(now);
  yearAgo.setUTCFullYear(now.getUTCFullYear() - 1);
  const first = dayOf(yearAgo);
  return [first < FIRST_DAY ? FIRST_DAY : first, dayOf(now)];
}

const dayReport = () =>
  ({
    query: z.object({ day: day() }),
    success: { 200: DayReport() },
    otherStatuses: [403, 404, 500],
    access,
    retry: "safe",
    editions: HOSTED,
  }) as const satisfies Definition;

/** Those that are said to begin with a day. */
const dayReportSince = () => ({ ...dayReport(), since: FIRST_DAY, rules: [DAY] }) as const satisfies Definition;

const latestReport = () =>
  ({
    success: { 200: LatestReport() },
    otherStatuses: [403, 404, 500],
    access,
    retry: "safe",
    editions: HOSTED,
  }) as const satisfies Definition;

/** A day's usage in the whole enterprise (document 2, Assistant usage-metrics reports). */
export const getEnterpriseUsageReport = /* @__PURE__ */ operation(
  "GET /enterprises/{enterprise}/assistant/metrics/reports/enterprise-1-day",
  dayReportSince,
);

/** The latest 28 days' usage in the whole enterprise (document 2). */
export const getLatestEnterpriseUsageReport = /* @__PURE__ */ operation(
  "GET /enterprises/{enterprise}/assistant/metrics/reports/enterprise-28-day/latest",
  latestReport,
);

/** A day's usage, an entry for each pair of a user and a team (document 2). */
export const getUserTeamsUsageReport = /* @__PURE__ */ operation(
  "GET /enterprises/{enterprise}/assistant/metrics/reports/user-teams-1-day",
  dayReport,
);

/** A day's usage by user (document 2). */
export const getUsersUsageReport = /* @__PURE__ */ operation(
  "GET /enterprises/{enterprise}/assistant/metrics/reports/users-1-day",
  dayReportSince,
);

/** The latest 28 days' usage by user (document 2 names it; the path is the public description's). */
export const getLatestUsersUsageReport = /* @__PURE__ */ operation(
  "GET /enterprises/{enterprise}/assistant/metrics/reports/users-28-day/latest",
  latestReport,
);
