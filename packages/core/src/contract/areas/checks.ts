export * from "../repository/check-runs.ts";
export * from "../repository/check-suites.ts";
