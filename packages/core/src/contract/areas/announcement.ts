export * from "../organization/announcement.ts";
