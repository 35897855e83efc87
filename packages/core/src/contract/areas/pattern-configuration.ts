export * from "../enterprise/pattern-configuration.ts";
export * from "../organization/pattern-configuration.ts";
