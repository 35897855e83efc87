export * from "../organization/actions-secrets.ts";
export * from "../organization/codespaces-secrets.ts";
export * from "../organization/updater-secrets.ts";
export * from "../repository/actions-secrets.ts";
export * from "../repository/codespaces-secrets.ts";
export * from "../repository/environment-secrets.ts";
export * from "../repository/updater-secrets.ts";
