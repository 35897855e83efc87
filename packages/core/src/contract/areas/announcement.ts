export * from "../enterprise/announcement.ts";
export * from "../organization/announcement.ts";
