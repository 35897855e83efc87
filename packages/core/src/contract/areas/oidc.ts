export * from "../organization/oidc.ts";
export * from "../repository/oidc.ts";
