export * from "../organization/advisories.ts";
export * from "../repository/advisories.ts";
