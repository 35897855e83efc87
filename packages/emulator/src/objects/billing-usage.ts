import type { Account } from "../state/accounts.ts";
import type { DayUsage, ModelUsage, UsageSum } from "../state/billing-usage.ts";
import { getRepository } from "../state/repositories.ts";
import type { World } from "../world.ts";

/** A line of a report in sums (public description). */
export function renderUsageSum({ product, sku, unit, price, net, discount }: UsageSum) {
  const quantity = (amount: number) => (price === 0 ? 0 : rounded(amount / price));
  return {
    ...{ product, sku, unitType: unit, pricePerUnit: price },
    ...{ grossQuantity: quantity(net + discount), grossAmount: rounded(net + discount) },
    ...{ discountQuantity: quantity(discount), discountAmount: rounded(discount) },
    ...{ netQuantity: quantity(net), netAmount: rounded(net) },
  };
}

/** The same of a model (public description). */
export function renderModelUsage(usage: ModelUsage) {
  return { ...renderUsageSum(usage), model: usage.model };
}

/** A line of the report by the day, which counts whole units (public description). */
export function renderDayUsage({ db }: World, organization: Account, usage: DayUsage) {
  const { product, sku, unitType, grossQuantity, pricePerUnit, grossAmount, discountAmount, netAmount } =
    renderUsageSum(usage);
  const repository = usage.repository_id === null ? undefined : getRepository(db, usage.repository_id);
  return {
    ...{ date: usage.day, product, sku, quantity: Math.round(grossQuantity), unitType, pricePerUnit },
    ...{ grossAmount, discountAmount, netAmount, organizationName: organization.login },
    ...(repository ? { repositoryName: repository.name } : {}),
  };
}

/** Sums of fractions, without what binary numbers add to them. */
function rounded(amount: number): number {
  return Math.round(amount * 1e8) / 1e8;
}
