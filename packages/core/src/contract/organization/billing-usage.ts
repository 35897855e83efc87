import * as z from "zod/mini";
import { ofModels, usageReport } from "../families/billing-usage.ts";
import { ModelUsageReport, UsageReport, UsageSummary } from "../objects/billing-usage.ts";
import { operation } from "../operation.ts";
import { alike } from "../schema.ts";

/** What an organization used of its AI credits (document 1, permission matrix; shape: public description). */
export const getAiCreditUsage = /* @__PURE__ */ operation(
  "GET /organizations/{org}/settings/billing/ai_credit/usage",
  () => usageReport(ModelUsageReport(), ofModels(), [400, 403, 404, 500, 503]),
);

/** What an organization used of its premium requests (document 1, permission matrix; shape: public description). */
export const getPremiumRequestUsage = /* @__PURE__ */ operation(
  "GET /organizations/{org}/settings/billing/premium_request/usage",
  () => usageReport(ModelUsageReport(), ofModels(), [400, 403, 404, 500, 503]),
);

/** What an organization used and pays for, by the day (document 1, permission matrix; shape: public description). */
export const getBillingUsage = /* @__PURE__ */ operation("GET /organizations/{org}/settings/billing/usage", () =>
  usageReport(UsageReport(), {}, [400, 403, 500, 503]),
);

/** The same in sums, by product and SKU (document 1, permission matrix; shape: public description). */
export const getBillingUsageSummary = /* @__PURE__ */ operation(
  "GET /organizations/{org}/settings/billing/usage/summary",
  () =>
    usageReport(UsageSummary(), alike(z.optional(z.string()), "repository", "product", "sku"), [400, 403, 500, 503]),
);
