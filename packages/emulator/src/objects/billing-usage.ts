import type { EmulatorContext } from "../emulator-context.ts";
import type { Account } from "../state/accounts.ts";
import type { DailyUsage, ModelUsage, UsageSum } from "../state/billing-usage.ts";
import { getRepository } from "../state/repositories.ts";

/** Renders an item of a usage summary. */
export function renderUsageSum({ product, sku, unit, price, net, discount }: UsageSum) {
  const quantity = (amount: number) => (price === 0 ? 0 : round(amount / price));
  return {
    product,
    sku,
    unitType: unit,
    pricePerUnit: price,
    grossQuantity: quantity(net + discount),
    grossAmount: round(net + discount),
    discountQuantity: quantity(discount),
    discountAmount: round(discount),
    netQuantity: quantity(net),
    netAmount: round(net),
  };
}

/** Renders a usage summary item of one model. */
export function renderModelUsage(usage: ModelUsage) {
  return { ...renderUsageSum(usage), model: usage.model };
}

/** Renders an item of the usage report by day. Its quantities are whole units. */
export function renderDayUsage({ db }: EmulatorContext, organization: Account, usage: DailyUsage) {
  const { product, sku, unitType, grossQuantity, pricePerUnit, grossAmount, discountAmount, netAmount } =
    renderUsageSum(usage);
  const repository = usage.repository_id === null ? undefined : getRepository(db, usage.repository_id);
  return {
    date: usage.day,
    product,
    sku,
    quantity: Math.round(grossQuantity),
    unitType,
    pricePerUnit,
    grossAmount,
    discountAmount,
    netAmount,
    organizationName: organization.login,
    ...(repository ? { repositoryName: repository.name } : {}),
  };
}

/** Rounds away floating-point errors. */
function round(amount: number): number {
  return Math.round(amount * 1e8) / 1e8;
}
