export * from "../organization/rulesets.ts";
