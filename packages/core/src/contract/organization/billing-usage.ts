import * as z from "zod/mini";
import { ModelUsageReport, UsageReport, UsageSummary } from "../objects/billing-usage.ts";
import { operation } from "../operation.ts";
import { fieldsWith } from "../schema.ts";
import { modelUsageFilters, usageReport } from "../shared/billing-usage.ts";

/** Gets an organization's usage of AI credits. */
export const getAiCreditUsage = /* @__PURE__ */ operation(
  "GET /organizations/{org}/settings/billing/ai_credit/usage",
  () => usageReport(ModelUsageReport(), modelUsageFilters(), [400, 403, 404, 500, 503]),
);

/** Gets an organization's usage of premium requests. */
export const getPremiumRequestUsage = /* @__PURE__ */ operation(
  "GET /organizations/{org}/settings/billing/premium_request/usage",
  () => usageReport(ModelUsageReport(), modelUsageFilters(), [400, 403, 404, 500, 503]),
);

/** Gets an organization's usage and cost, by day. */
export const getBillingUsage = /* @__PURE__ */ operation("GET /organizations/{org}/settings/billing/usage", () =>
  usageReport(UsageReport(), {}, [400, 403, 500, 503]),
);

/** Gets an organization's total usage and cost, by product and SKU. */
export const getBillingUsageSummary = /* @__PURE__ */ operation(
  "GET /organizations/{org}/settings/billing/usage/summary",
  () =>
    usageReport(
      UsageSummary(),
      fieldsWith(z.optional(z.string()), "repository", "product", "sku"),
      [400, 403, 500, 503],
    ),
);
