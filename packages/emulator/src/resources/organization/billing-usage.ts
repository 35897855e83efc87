import {
  getAiCreditUsage,
  getBillingUsage,
  getBillingUsageSummary,
  getPremiumRequestUsage,
} from "@forgehand/core/operations";
import { type OrganizationCall, organizationHandler } from "../../http/handler.ts";
import { HttpError, notFound } from "../../http-error.ts";
import { renderDayUsage, renderModelUsage, renderUsageSum } from "../../objects/billing-usage.ts";
import { accounts } from "../../state/accounts.ts";
import { usageByDay, usageByModel, usageSums } from "../../state/billing-usage.ts";
import type { ValueRange } from "../../state/condition.ts";
import { findByFullName } from "../../state/repositories.ts";
import { timestamp } from "../../timestamp.ts";

export const billingUsage = [
  organizationHandler(getAiCreditUsage, (input, call) => modelUsageReport(call, "ai_credits", input)),

  organizationHandler(getPremiumRequestUsage, (input, call) => modelUsageReport(call, "premium_requests", input)),

  organizationHandler(getBillingUsage, (input, { context, organization }) => {
    const { year, month, day } = input;
    // Without a month or day, this report covers the whole year, even the current one.
    const time = periodRange(
      day === undefined ? { year: year ?? context.now().getUTCFullYear(), month } : resolvePeriod(input, context.now()),
    );
    const usage = usageByDay(context.db, organization.id, { time });
    return { usageItems: usage.map((dayUsage) => renderDayUsage(context, organization, dayUsage)) };
  }),

  organizationHandler(getBillingUsageSummary, ({ repository, product, sku, ...fields }, { context, organization }) => {
    const timePeriod = resolvePeriod(fields, context.now());
    const time = limitToRetention(periodRange(timePeriod), context.now());
    const found = repository === undefined ? undefined : findByFullName(context.db, repository);
    const isForeignRepository = repository !== undefined && found?.owner_id !== organization.id;
    const filter = { time, product, sku, repositoryId: found?.id };
    const usage = isForeignRepository ? [] : usageSums(context.db, organization.id, filter);
    return {
      timePeriod,
      organization: organization.login,
      ...withoutUndefined({ repository, product, sku }),
      usageItems: usage.map(renderUsageSum),
    };
  }),
];

interface PeriodInput {
  readonly year?: number | undefined;
  readonly month?: number | undefined;
  readonly day?: number | undefined;
}

interface ModelUsageInput extends PeriodInput {
  readonly user?: string | undefined;
  readonly model?: string | undefined;
  readonly product?: string | undefined;
}

/**
 * Reports usage by model, for one SKU and the SKUs derived from it.
 * @throws HttpError 404 if the user doesn't exist
 */
function modelUsageReport({ context, organization }: OrganizationCall, family: string, input: ModelUsageInput) {
  const { user, model, product, ...fields } = input;
  const { db, now } = context;
  const timePeriod = resolvePeriod(fields, now());
  const time = limitToRetention(periodRange(timePeriod), now());
  const account = user === undefined ? undefined : accounts.find(db, { login: user });
  if (user !== undefined && account?.type !== "User") throw notFound();
  const usage = usageByModel(db, organization.id, { time, family, userId: account?.id, model, product });
  return {
    timePeriod,
    organization: organization.login,
    ...withoutUndefined({ user: account?.login, product, model }),
    usageItems: usage.map(renderModelUsage),
  };
}

/** Returns the filters that were given, which the report repeats. */
function withoutUndefined(fields: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

interface ReportPeriod {
  readonly year: number;
  readonly month?: number | undefined;
  readonly day?: number | undefined;
}

/** Fills in the omitted parts of a period with today's. A year alone means the whole year. */
function resolvePeriod({ year, month, day }: PeriodInput, now: Date) {
  const isWholeYear = year !== undefined && month === undefined && day === undefined;
  return {
    year: year ?? now.getUTCFullYear(),
    ...(isWholeYear ? {} : { month: month ?? now.getUTCMonth() + 1 }),
    ...(day === undefined ? {} : { day }),
  };
}

/**
 * Returns the start and end of a period.
 * @throws HttpError 400 if the date is invalid
 */
function periodRange({ year, month, day }: ReportPeriod): { from: string; until: string } {
  const from = new Date(Date.UTC(year, (month ?? 1) - 1, day ?? 1));
  const isValidYear = /^\d{4}$/.test(String(year)) && from.getUTCFullYear() === year;
  if (!isValidYear || from.getUTCMonth() !== (month ?? 1) - 1 || from.getUTCDate() !== (day ?? 1)) {
    throw new HttpError(400, "The year, month and day must form a valid date.");
  }
  const until =
    day !== undefined
      ? Date.UTC(year, from.getUTCMonth(), day + 1)
      : month !== undefined
        ? Date.UTC(year, month)
        : Date.UTC(year + 1, 0);
  return { from: timestamp(from), until: timestamp(new Date(until)) };
}

const RETENTION_MONTHS = 24;

/** Limits a range to the last 24 months, as reports do (public API description). */
function limitToRetention({ from, until }: { from: string; until: string }, now: Date): ValueRange<string> {
  const oldest = timestamp(new Date(new Date(now).setUTCMonth(now.getUTCMonth() - RETENTION_MONTHS)));
  return { from: from < oldest ? oldest : from, until };
}
