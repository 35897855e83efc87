export * from "../organization/code-security-configurations.ts";
export * from "../organization/security-products.ts";
