export * from "../organization/custom-properties.ts";
export * from "../repository/custom-properties.ts";
