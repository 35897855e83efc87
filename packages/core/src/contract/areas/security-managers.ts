export * from "../organization/security-managers.ts";
