export * from "../enterprise/runner-groups.ts";
export * from "../organization/runner-groups.ts";
