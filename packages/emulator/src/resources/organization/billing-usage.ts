import {
  getAiCreditUsage,
  getBillingUsage,
  getBillingUsageSummary,
  getPremiumRequestUsage,
} from "@forgehand/core/operations";
import { type OrganizationCall, onOrganization } from "../../http/call.ts";
import { notFound, Refusal } from "../../http/refusal.ts";
import { renderDayUsage, renderModelUsage, renderUsageSum } from "../../objects/billing-usage.ts";
import { findAccount } from "../../state/accounts.ts";
import { usageByDay, usageByModel, usageSums } from "../../state/billing-usage.ts";
import type { Range } from "../../state/condition.ts";
import { findByFullName } from "../../state/repositories.ts";
import { timestamp } from "../../timestamp.ts";

export const billingUsage = [
  onOrganization(getAiCreditUsage, (input, call) => reportModels(call, "ai_credits", input)),

  onOrganization(getPremiumRequestUsage, (input, call) => reportModels(call, "premium_requests", input)),

  onOrganization(getBillingUsage, (input, { world, organization }) => {
    const { year, month, day } = input;
    // Of this report a year is the whole of it, this one too.
    const time = rangeOf(
      day === undefined ? { year: year ?? world.now().getUTCFullYear(), month } : periodOf(input, world.now()),
    );
    const usage = usageByDay(world.db, organization.id, { time });
    return { usageItems: usage.map((each) => renderDayUsage(world, organization, each)) };
  }),

  onOrganization(getBillingUsageSummary, ({ repository, product, sku, ...told }, { world, organization }) => {
    const timePeriod = periodOf(told, world.now());
    const time = recent(rangeOf(timePeriod), world.now());
    const found = repository === undefined ? undefined : findByFullName(world.db, repository);
    const isElsewhere = repository !== undefined && found?.owner_id !== organization.id;
    const filter = { time, product, sku, repositoryId: found?.id };
    const usage = isElsewhere ? [] : usageSums(world.db, organization.id, filter);
    return {
      ...{ timePeriod, organization: organization.login },
      ...echo({ repository, product, sku }),
      usageItems: usage.map(renderUsageSum),
    };
  }),
];

interface Told {
  readonly year?: number | undefined;
  readonly month?: number | undefined;
  readonly day?: number | undefined;
}

interface ToldOfModels extends Told {
  readonly user?: string | undefined;
  readonly model?: string | undefined;
  readonly product?: string | undefined;
}

/** What was used of the models, as one SKU and those that belong to it. @throws Refusal 404 where nobody is named so */
function reportModels({ world, organization }: OrganizationCall, family: string, input: ToldOfModels) {
  const { user, model, product, ...told } = input;
  const { db, now } = world;
  const timePeriod = periodOf(told, now());
  const time = recent(rangeOf(timePeriod), now());
  const account = user === undefined ? undefined : findAccount(db, user);
  if (user !== undefined && account?.type !== "User") throw notFound();
  const usage = usageByModel(db, organization.id, { time, family, userId: account?.id, model, product });
  return {
    ...{ timePeriod, organization: organization.login },
    ...echo({ user: account?.login, product, model }),
    usageItems: usage.map(renderModelUsage),
  };
}

/** A report repeats what narrows it. */
function echo(told: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(told).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

interface Period {
  readonly year: number;
  readonly month?: number | undefined;
  readonly day?: number | undefined;
}

/** What a call's numbers mean: a year alone is the whole of it; whatever else is left out is today's. */
function periodOf({ year, month, day }: Told, now: Date) {
  const isWholeYear = year !== undefined && month === undefined && day === undefined;
  return {
    year: year ?? now.getUTCFullYear(),
    ...(isWholeYear ? {} : { month: month ?? now.getUTCMonth() + 1 }),
    ...(day === undefined ? {} : { day }),
  };
}

/** From when on, and until when. @throws Refusal 400 for what is in no calendar */
function rangeOf({ year, month, day }: Period): { from: string; until: string } {
  const from = new Date(Date.UTC(year, (month ?? 1) - 1, day ?? 1));
  const isThere = /^\d{4}$/.test(String(year)) && from.getUTCFullYear() === year;
  if (!isThere || from.getUTCMonth() !== (month ?? 1) - 1 || from.getUTCDate() !== (day ?? 1)) {
    throw new Refusal(400, "The year, month and day name no time.");
  }
  const until =
    day !== undefined
      ? Date.UTC(year, from.getUTCMonth(), day + 1)
      : month !== undefined
        ? Date.UTC(year, month)
        : Date.UTC(year + 1, 0);
  return { from: timestamp(from), until: timestamp(new Date(until)) };
}

const KEPT_MONTHS = 24;

/** A report reaches 24 months back (public description). */
function recent({ from, until }: { from: string; until: string }, now: Date): Range<string> {
  const oldest = timestamp(new Date(new Date(now).setUTCMonth(now.getUTCMonth() - KEPT_MONTHS)));
  return { from: from < oldest ? oldest : from, until };
}
