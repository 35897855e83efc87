export * from "../organization/members.ts";
export * from "../organization/memberships.ts";
export * from "../organization/organizations.ts";
export * from "../organization/teams.ts";
export * from "../user/organizations.ts";
