export * from "../organization/interaction-limits.ts";
