export * from "../organization/updater-access.ts";
