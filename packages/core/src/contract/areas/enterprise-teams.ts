export * from "../enterprise/team-organizations.ts";
