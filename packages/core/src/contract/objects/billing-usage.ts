import * as z from "zod/mini";
import { lazy } from "../../internal/lazy.ts";
import { fieldsWith, namedObject } from "../schema.ts";

const usageTotals = lazy(() => ({
  ...fieldsWith(z.string(), "product", "sku", "unitType"),
  ...fieldsWith(
    z.number(),
    "pricePerUnit",
    "grossQuantity",
    "grossAmount",
    "discountQuantity",
    "discountAmount",
    "netQuantity",
    "netAmount",
  ),
}));

const reportHeader = lazy(() => ({
  timePeriod: z.looseObject({ year: z.int(), ...fieldsWith(z.optional(z.int()), "month", "day") }),
  organization: z.string(),
}));

/** An organization's usage and cost of AI models in a period. */
export class ModelUsageReport extends namedObject(() => ({
  ...reportHeader(),
  ...fieldsWith(z.optional(z.string()), "user", "product", "model"),
  usageItems: z.array(z.looseObject({ ...usageTotals(), model: z.string() })),
})) {}

/** An organization's total usage in a period, summed by product and SKU. */
export class UsageSummary extends namedObject(() => ({
  ...reportHeader(),
  ...fieldsWith(z.optional(z.string()), "repository", "product", "sku"),
  usageItems: z.array(z.looseObject(usageTotals())),
})) {}

/** An organization's usage in a period, by day. */
export class UsageReport extends namedObject(() => ({
  usageItems: z.optional(
    z.array(
      z.looseObject({
        ...fieldsWith(z.string(), "date", "product", "sku", "unitType", "organizationName"),
        ...fieldsWith(z.number(), "quantity", "pricePerUnit", "grossAmount", "discountAmount", "netAmount"),
        repositoryName: z.optional(z.string()),
      }),
    ),
  ),
})) {}
