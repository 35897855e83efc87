export * from "../organization/actions-permissions.ts";
