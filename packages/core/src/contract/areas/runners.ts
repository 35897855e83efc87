export * from "../organization/runners.ts";
