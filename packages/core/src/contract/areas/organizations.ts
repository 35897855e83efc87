export * from "../organization/organizations.ts";
export * from "../organization/teams.ts";
export * from "../user/organizations.ts";
