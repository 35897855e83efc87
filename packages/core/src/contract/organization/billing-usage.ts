import * as z from "zod/mini";
import { ModelUsageReport, UsageReport, UsageSummary } from "../objects/billing-usage.ts";
import { operation } from "../operation.ts";
import { fieldsWith } from "../schema.ts";
import { modelUsageFilters, usageReport } from "../shared/billing-usage.ts";

/**
 * Gets an organization's usage of AI credits.
 * @see https://docs.github.com/rest/billing/usage#get-billing-ai-credit-usage-report-for-an-organization
 */
export const getAiCreditUsage = operation("GET /organizations/{org}/settings/billing/ai_credit/usage", () =>
  usageReport(ModelUsageReport.schema(), modelUsageFilters(), [400, 403, 404, 500, 503]),
);

/**
 * Gets an organization's usage of premium requests.
 * @see https://docs.github.com/rest/billing/usage#get-billing-premium-request-usage-report-for-an-organization
 */
export const getPremiumRequestUsage = operation("GET /organizations/{org}/settings/billing/premium_request/usage", () =>
  usageReport(ModelUsageReport.schema(), modelUsageFilters(), [400, 403, 404, 500, 503]),
);

/**
 * Gets an organization's usage and cost, by day.
 * @see https://docs.github.com/rest/billing/usage#get-billing-usage-report-for-an-organization
 */
export const getBillingUsage = operation("GET /organizations/{org}/settings/billing/usage", () =>
  usageReport(UsageReport.schema(), {}, [400, 403, 500, 503]),
);

/**
 * Gets an organization's total usage and cost, by product and SKU.
 * @see https://docs.github.com/rest/billing/usage#get-billing-usage-summary-for-an-organization
 */
export const getBillingUsageSummary = operation("GET /organizations/{org}/settings/billing/usage/summary", () =>
  usageReport(
    UsageSummary.schema(),
    fieldsWith(z.optional(z.string()), "repository", "product", "sku"),
    [400, 403, 500, 503],
  ),
);
