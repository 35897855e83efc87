export * from "../enterprise/usage-metrics.ts";
