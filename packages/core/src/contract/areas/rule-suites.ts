export * from "../organization/rule-suites.ts";
