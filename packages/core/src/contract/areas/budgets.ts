export * from "../organization/budgets.ts";
