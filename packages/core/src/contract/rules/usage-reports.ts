import type { InputRule } from "../definition.ts";

/** First day with reports. */
export const FIRST_REPORT_DAY = "2025-10-10";

/** Requires a day with reports: not in the future, and at most one year ago. */
export const REPORT_DAY_RULE: InputRule = {
  fields: ["day"],
  message: `day must be on or after ${FIRST_REPORT_DAY} and within the last year`,
  detail: ({ now }) => daysWithReports(now).join(" to "),
  isMet: (input, { now }) => {
    const [first, last] = daysWithReports(now);
    const requestedDay = String(input["day"]);
    return requestedDay >= first && requestedDay <= last;
  },
};

function daysWithReports(now: Date): [first: string, last: string] {
  const dayOf = (date: Date) => date.toISOString().slice(0, 10);
  const yearAgo = new Date(now);
  yearAgo.setUTCFullYear(now.getUTCFullYear() - 1);
  const first = dayOf(yearAgo);
  return [first < FIRST_REPORT_DAY ? FIRST_REPORT_DAY : first, dayOf(now)];
}
