export * from "../app/deliveries.ts";
export * from "../app/hooks.ts";
export * from "../organization/deliveries.ts";
export * from "../organization/hooks.ts";
export * from "../repository/deliveries.ts";
export * from "../repository/hooks.ts";
