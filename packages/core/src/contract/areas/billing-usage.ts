export * from "../organization/billing-usage.ts";
