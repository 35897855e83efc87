import * as z from "zod/mini";
import { lazy } from "../../internal/lazy.ts";
import type { Named, OutputOf } from "../named.ts";
import { alike, named } from "../schema.ts";

const summed = /* @__PURE__ */ lazy(() => ({
  ...alike(z.string(), "product", "sku", "unitType"),
  ...alike(
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

const head = /* @__PURE__ */ lazy(() => ({
  timePeriod: z.looseObject({ year: z.int(), ...alike(z.optional(z.int()), "month", "day") }),
  organization: z.string(),
}));

/** What an organization used of the models in a time, and what that costs (public description). */
export interface ModelUsageReport extends OutputOf<typeof modelUsageReportSchema> {}
const modelUsageReportSchema = /* @__PURE__ */ named(() =>
  z.looseObject({
    ...head(),
    ...alike(z.optional(z.string()), "user", "product", "model"),
    usageItems: z.array(z.looseObject({ ...summed(), model: z.string() })),
  }),
);
export const ModelUsageReport: Named<ModelUsageReport> = modelUsageReportSchema;

/** What an organization used of everything in a time, in sums (public description). */
export interface UsageSummary extends OutputOf<typeof usageSummarySchema> {}
const usageSummarySchema = /* @__PURE__ */ named(() =>
  z.looseObject({
    ...head(),
    ...alike(z.optional(z.string()), "repository", "product", "sku"),
    usageItems: z.array(z.looseObject(summed())),
  }),
);
export const UsageSummary: Named<UsageSummary> = usageSummarySchema;

/** What an organization used of everything in a time, by the day (public description). */
export interface UsageReport extends OutputOf<typeof usageReportSchema> {}
const usageReportSchema = /* @__PURE__ */ named(() =>
  z.looseObject({
    usageItems: z.optional(
      z.array(
        z.looseObject({
          ...alike(z.string(), "date", "product", "sku", "unitType", "organizationName"),
          ...alike(z.number(), "quantity", "pricePerUnit", "grossAmount", "discountAmount", "netAmount"),
          repositoryName: z.optional(z.string()),
        }),
      ),
    ),
  }),
);
export const UsageReport: Named<UsageReport> = usageReportSchema;
