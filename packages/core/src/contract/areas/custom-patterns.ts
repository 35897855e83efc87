export * from "../organization/custom-patterns.ts";
